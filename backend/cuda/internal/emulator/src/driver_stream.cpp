// The driver's functions for streams and events.

#include "world.h"

using namespace emu;

CG_EXPORT CUresult cuStreamCreate(CUstream *stream, unsigned flags) {
  CG_BEGIN_ON(d);
  if (!stream || flags > 1) return CUDA_INVALID_VALUE;
  *stream = keep(world().streams, Stream::start(d));
  return CUDA_SUCCESS;
}

CG_EXPORT CUresult cuStreamCreateWithPriority(CUstream *stream, unsigned flags, int) { return cuStreamCreate(stream, flags); }

CG_EXPORT CUresult cuStreamDestroy_v2(CUstream stream) {
  CG_BEGIN_ON(d);
  auto s = take(world().streams, stream);
  if (!s) return CUDA_INVALID_HANDLE;
  s->close();
  return CUDA_SUCCESS;
}

CG_EXPORT CUresult cuStreamSynchronize(CUstream stream) {
  CG_BEGIN_ON(d);
  auto s = world().stream(d, stream);
  if (!s) return CUDA_INVALID_HANDLE;
  s->wait();
  return d->error;
}

CG_EXPORT CUresult cuStreamQuery(CUstream stream) {
  CG_BEGIN_ON(d);
  auto s = world().stream(d, stream);
  if (!s) return CUDA_INVALID_HANDLE;
  if (!s->idle()) return CUDA_NOT_READY;
  return d->error;
}

// The event may be another device's.
CG_EXPORT CUresult cuStreamWaitEvent(CUstream stream, CUevent event, unsigned flags) {
  CG_BEGIN_ON(d);
  auto s = world().stream(d, stream);
  auto e = find(world().events, event);
  if (!s || !e) return CUDA_INVALID_HANDLE;
  if (flags > 1) return CUDA_INVALID_VALUE;
  uint64_t n = e->records();
  s->submit([e, n](Grid &) { e->wait(n); });
  return CUDA_SUCCESS;
}

CG_EXPORT CUresult cuEventCreate(CUevent *event, unsigned flags) {
  CG_BEGIN_ON(d);
  if (!event || flags > 7) return CUDA_INVALID_VALUE;
  *event = keep(world().events, std::make_shared<Event>(d, (flags & 2) == 0));
  return CUDA_SUCCESS;
}

CG_EXPORT CUresult cuEventDestroy_v2(CUevent event) {
  CG_BEGIN_ON(d);
  return take(world().events, event) ? CUDA_SUCCESS : CUDA_INVALID_HANDLE;
}

CG_EXPORT CUresult cuEventRecord(CUevent event, CUstream stream) {
  CG_BEGIN_ON(d);
  auto s = world().stream(d, stream);
  auto e = find(world().events, event);
  if (!s || !e || e->device != d) return CUDA_INVALID_HANDLE;
  e->record(*s, e);
  return CUDA_SUCCESS;
}

CG_EXPORT CUresult cuEventSynchronize(CUevent event) {
  CG_BEGIN_ON(d);
  auto e = find(world().events, event);
  if (!e) return CUDA_INVALID_HANDLE;
  e->wait();
  return d->error;
}

CG_EXPORT CUresult cuEventQuery(CUevent event) {
  CG_BEGIN_ON(d);
  auto e = find(world().events, event);
  if (!e) return CUDA_INVALID_HANDLE;
  if (!e->complete()) return CUDA_NOT_READY;
  return d->error;
}

CG_EXPORT CUresult cuEventElapsedTime(float *milliseconds, CUevent from, CUevent to) {
  CG_BEGIN_ON(d);
  auto a = find(world().events, from), b = find(world().events, to);
  if (!a || !b || !a->timing || !b->timing || a->records() == 0 || b->records() == 0) return CUDA_INVALID_HANDLE;
  if (!a->complete() || !b->complete()) return CUDA_NOT_READY;
  *milliseconds = float(b->time() - a->time()) * 1e-6f;
  return CUDA_SUCCESS;
}
CG_EXPORT CUresult cuEventElapsedTime_v2(float *milliseconds, CUevent from, CUevent to) { return cuEventElapsedTime(milliseconds, from, to); }
