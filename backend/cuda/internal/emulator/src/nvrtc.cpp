// The functions of NVRTC.

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <memory>

#include "calls.h"
#include "compile.h"

CG_EXPORT_CALLS

namespace {

enum Status { Success = 0, InvalidInput = 3, InvalidProgram = 4, InvalidOption = 5, Compilation = 6 };

struct Program {
  std::string name, text, log, image, ptx;
};

constexpr int architectures[] = {75, 80, 86, 87, 88, 89, 90, 100, 103, 110, 120, 121};

std::mutex mutex;
auto &programs = *new std::map<uint64_t, std::shared_ptr<Program>>;

std::shared_ptr<Program> find(uint64_t handle) {
  std::lock_guard<std::mutex> lock(mutex);
  auto at = programs.find(handle);
  return at == programs.end() ? nullptr : at->second;
}

struct Options {
  int arch = 75;
  bool real = false; // sm_: machine code, compute_: PTX alone
  std::vector<std::string> defines;
  std::string unknown;
};

// Options that change nothing here, with and without a value.
const char *const ignored[] = {
    "--std=", "-std=", "--fmad=", "-fmad=", "--minimal", "-minimal", "--generate-line-info", "-lineinfo", "--device-debug",
    "-G", "--disable-warnings", "-w", "--ftz=", "-ftz=", "--prec-div=", "--prec-sqrt=", "--restrict", "-restrict",
    "--device-as-default-execution-space", "-default-device", "--maxrregcount=", "--ptxas-options", "--split-compile=",
    "--extra-device-vectorization", "--no-source-include", "--dopt=", "--diag-suppress=", "--Ofast-compile="};

Options parse(int n, const char *const *texts) {
  Options o;
  for (int i = 0; i < n; i++) {
    std::string s = texts[i];
    auto begins = [&](const char *p) { return s.compare(0, strlen(p), p) == 0; };
    if (begins("--gpu-architecture=") || begins("-arch=")) {
      std::string arch = s.substr(s.find('=') + 1);
      o.real = arch.compare(0, 3, "sm_") == 0;
      o.arch = atoi(arch.c_str() + (o.real ? 3 : std::min<size_t>(8, arch.size())));
      if (std::find(std::begin(architectures), std::end(architectures), o.arch) == std::end(architectures)) o.unknown = s;
    } else if (begins("-D")) {
      o.defines.push_back(s);
    } else if (begins("--define-macro=")) {
      o.defines.push_back("-D" + s.substr(strlen("--define-macro=")));
    } else if (!std::any_of(std::begin(ignored), std::end(ignored), [&](const char *p) {
                 return p[strlen(p) - 1] == '=' ? begins(p) : s == p;
               })) {
      o.unknown = s;
    }
  }
  return o;
}

} // namespace

#define CG_ENTER                                                               \
  if (int status_ = emu::calls().enter(__func__)) return status_
#define CG_PROGRAM(handle)                                                     \
  CG_ENTER;                                                                    \
  auto p = find(handle);                                                       \
  if (!p) return InvalidProgram

CG_EXPORT int nvrtcVersion(int *major, int *minor) {
  CG_ENTER;
  if (!major || !minor) return InvalidInput;
  *major = 13;
  *minor = 0;
  return Success;
}

CG_EXPORT int nvrtcGetNumSupportedArchs(int *n) {
  CG_ENTER;
  if (!n) return InvalidInput;
  *n = (int)std::size(architectures);
  return Success;
}

CG_EXPORT int nvrtcGetSupportedArchs(int *all) {
  CG_ENTER;
  if (!all) return InvalidInput;
  memcpy(all, architectures, sizeof architectures);
  return Success;
}

CG_EXPORT const char *nvrtcGetErrorString(int status) {
  static const char *const texts[] = {
      "NVRTC_SUCCESS", "NVRTC_ERROR_OUT_OF_MEMORY", "NVRTC_ERROR_PROGRAM_CREATION_FAILURE", "NVRTC_ERROR_INVALID_INPUT",
      "NVRTC_ERROR_INVALID_PROGRAM", "NVRTC_ERROR_INVALID_OPTION", "NVRTC_ERROR_COMPILATION", "NVRTC_ERROR_BUILTIN_OPERATION_FAILURE",
      "NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION", "NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION",
      "NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID", "NVRTC_ERROR_INTERNAL_ERROR"};
  return status >= 0 && status < (int)std::size(texts) ? texts[status] : "NVRTC_ERROR unknown";
}

CG_EXPORT int nvrtcCreateProgram(uint64_t *program, const char *text, const char *name, int headers, const char *const *, const char *const *) {
  CG_ENTER;
  // NVRTC has no headers here, and neither have kernels.
  if (!program || !text || headers != 0) return InvalidInput;
  static uint64_t next = 0x1000;
  std::lock_guard<std::mutex> lock(mutex);
  *program = next += 16;
  programs[*program] = std::make_shared<Program>(Program{name && *name ? name : "default_program", text, "", "", ""});
  return Success;
}

CG_EXPORT int nvrtcDestroyProgram(uint64_t *program) {
  CG_ENTER;
  if (!program) return InvalidProgram;
  std::lock_guard<std::mutex> lock(mutex);
  bool known = programs.erase(*program) > 0;
  *program = 0;
  return known ? Success : InvalidProgram;
}

CG_EXPORT int nvrtcCompileProgram(uint64_t program, int n, const char *const *options) {
  CG_PROGRAM(program);
  Options o = parse(n, options);
  if (!o.unknown.empty()) {
    p->log = "nvrtc: error: invalid option: " + o.unknown;
    return InvalidOption;
  }
  emu::Compiled c = emu::compile(p->name, p->text, o.defines, o.arch);
  p->log = c.log;
  if (!c.ok) return Compilation;
  p->image = o.real ? c.image : "";
  p->ptx = "// no PTX: an emulated device runs host code\n";
  return Success;
}

#define CG_RESULT(what, field, terminator)                                     \
  CG_EXPORT int nvrtcGet##what##Size(uint64_t program, size_t *size) {         \
    CG_PROGRAM(program);                                                       \
    if (!size) return InvalidInput;                                            \
    *size = p->field.size() + terminator;                                       \
    return Success;                                                            \
  }                                                                            \
  CG_EXPORT int nvrtcGet##what(uint64_t program, char *to) {                   \
    CG_PROGRAM(program);                                                       \
    if (!to) return InvalidInput;                                              \
    memcpy(to, p->field.c_str(), p->field.size() + terminator);                \
    return Success;                                                            \
  }

CG_RESULT(CUBIN, image, 0)
CG_RESULT(PTX, ptx, 1)
CG_RESULT(ProgramLog, log, 1)
