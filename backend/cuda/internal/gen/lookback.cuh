// Prefixes: over the lanes of a warp, and over a line that many blocks share.
// cg_acc is the type that is summed up, of 4, 8 or 16 bytes; cg_join joins what
// is earlier with what is later. cg_exact: joining cg_identity() changes
// nothing, to the bit.

template <class T> CG_FN T cg_shuffle_up(T v, int by) {
  union { T t; cg_u32 w[sizeof(T) / 4]; } a, b;
  a.t = v;
#pragma unroll
  for (int i = 0; i < int(sizeof(T) / 4); i++) b.w[i] = __shfl_up_sync(~0u, a.w[i], by);
  return b.t;
}

template <class T> CG_FN T cg_shuffle(T v, int lane) {
  union { T t; cg_u32 w[sizeof(T) / 4]; } a, b;
  a.t = v;
#pragma unroll
  for (int i = 0; i < int(sizeof(T) / 4); i++) b.w[i] = __shfl_sync(~0u, a.w[i], lane);
  return b.t;
}

// What lanes 0 to lane hold together, for every width lanes.
template <int width> CG_FN cg_acc cg_prefix(cg_acc v, int lane) {
#pragma unroll
  for (int by = 1; by < width; by <<= 1) {
    cg_acc u = cg_shuffle_up(v, by);
    if (lane >= by) v = cg_join(u, v);
  }
  return v;
}

// What comes before an element, which may be nothing.
struct cg_front { cg_acc v; bool some; };

CG_FN cg_front cg_before(bool some, cg_acc v) { return {some ? v : cg_identity(), some}; }

CG_FN cg_front cg_chain(cg_front a, cg_front b) {
  if (cg_exact) return {cg_join(a.v, b.v), true};
  if (!a.some) return b;
  if (!b.some) return a;
  return {cg_join(a.v, b.v), true};
}

CG_FN cg_acc cg_onto(cg_front f, cg_acc v) { return cg_exact || f.some ? cg_join(f.v, v) : v; }

// Values that blocks hand to one another move in words that say of which launch
// they are: half a word is the launch's number, which is never 0, so that
// memory needs no clearing between launches and no order between words.

template <class T> CG_FN void cg_publish(cg_u64 *p, T v, cg_u32 launch) {
  union { T t; cg_u32 w[sizeof(T) / 4]; } a;
  a.t = v;
#pragma unroll
  for (int i = 0; i < int(sizeof(T) / 4); i++) cg_store_cg(p + i, cg_u64(launch) << 32 | a.w[i]);
}

template <class T> CG_FN T cg_await(const cg_u64 *p, cg_u32 launch) {
  constexpr int words = sizeof(T) / 4;
  union { T t; cg_u32 w[words]; } a;
  cg_u64 w[words];
  bool ready;
  do {
    ready = true;
#pragma unroll
    for (int i = 0; i < words; i++) w[i] = cg_load_cg(p + i);
#pragma unroll
    for (int i = 0; i < words; i++) ready = ready && cg_u32(w[i] >> 32) == launch;
  } while (!ready);
#pragma unroll
  for (int i = 0; i < words; i++) a.w[i] = cg_u32(w[i]);
  return a.t;
}

// The prefix of parts of a line: nodes own … own + parts - 1 of count, of which
// lane j holds the total of the j-th. Nodes are the leaves of a tree with 32
// children a node. What precedes a node is what its earlier siblings hold, what
// those of its parent hold, and so on; the last sibling to be known publishes
// their parent. So every sum has its place in the line, whoever comes first.
//
// Lane j gets what precedes part j. The levels above are joined from below;
// with last set, the lowest is joined after all others.
template <int parts, bool last> CG_FN cg_front cg_link(cg_u64 *level, cg_u32 count, cg_u32 own, cg_acc total, cg_u32 launch, int lane) {
  constexpr int words = sizeof(cg_acc) / 4;
  if (lane < parts) cg_publish(level + cg_u64(own + lane) * words, total, launch);
  int place = own & 31;
  cg_acc v = cg_shuffle(total, (lane - place) & 31);
  if (lane < place) v = cg_await<cg_acc>(level + cg_u64(own - place + lane) * words, launch);
  v = cg_prefix<32>(v, lane);
  const cg_front lowest = cg_before(place + lane > 0, cg_shuffle(v, (place + lane - 1) & 31));
  cg_front front = last ? cg_before(false, v) : lowest;
  bool whole = place + parts == 32;
  while (count > 32) {
    level += cg_u64(count) * words;
    count = (count + 31) / 32;
    own >>= 5;
    place = own & 31;
    v = cg_shuffle(v, 31);
    if (whole && lane == 0) cg_publish(level + cg_u64(own) * words, v, launch);
    if (lane < place) v = cg_await<cg_acc>(level + cg_u64(own - place + lane) * words, launch);
    v = cg_prefix<32>(v, lane);
    front = cg_chain(cg_before(place > 0, cg_shuffle(v, (place - 1) & 31)), front);
    whole = whole && place == 31;
  }
  return last ? cg_chain(front, lowest) : front;
}

// The blocks' order: a block's predecessors have begun. The last one leaves the
// counter as it was.
CG_FN cg_u32 cg_draw(cg_u32 *counter, cg_u32 blocks) {
  const cg_u32 t = cg_ticket(counter);
  if (t == blocks - 1) *counter = 0;
  return t;
}
