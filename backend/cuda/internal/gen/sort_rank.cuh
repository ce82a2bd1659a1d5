// Ranks of a block's keys by one digit of eight bits.
//
// Key i of lane l of warp w is number (w·cg_items + i)·32 + l of the block's
// keys, so that loads are coalesced and a warp's keys are in order. Lanes whose
// digits are equal find each other by setting their bits in one word of shared
// memory.

constexpr int cg_threads = cg_warps * 32;
constexpr int cg_tile = cg_threads * cg_items;

// Digits that one thread adds up, and the threads that do.
constexpr int cg_digits = cg_threads < 256 ? 256 / cg_threads : 1;
constexpr int cg_adders = 256 / cg_digits;

union cg_shared {
  struct {
    cg_u32 count[cg_warps * 256];
    cg_u32 mask[cg_warps * 256];
  } by;
  cg_key key[cg_tile];
  cg_pos pos[cg_tile];
};

CG_FN int cg_digit(cg_key k, int shift) { return int(k >> shift) & 255; }

CG_FN cg_u32 cg_number(int i) { return (threadIdx.x / 32 * cg_items + i) * 32 + threadIdx.x % 32; }

CG_FN void cg_clear(cg_shared &s) {
  for (int i = threadIdx.x; i < cg_warps * 256; i += cg_threads) {
    s.by.count[i] = 0;
    s.by.mask[i] = 0;
  }
}

// rank[i] becomes the number of keys of the same digit that the warp has before
// key[i], and by.count the number of keys of each digit. by is clear before.
CG_FN void cg_rank(cg_shared &s, const cg_key (&key)[cg_items], int shift, cg_u16 (&rank)[cg_items]) {
  int lane = threadIdx.x % 32;
  cg_u32 *count = s.by.count + threadIdx.x / 32 * 256, *mask = s.by.mask + threadIdx.x / 32 * 256;
#pragma unroll
  for (int i = 0; i < cg_items; i++) {
    int d = cg_digit(key[i], shift);
    atomicOr(mask + d, 1u << lane);
    __syncwarp();
    cg_u32 peers = mask[d], base = 0;
    int last = 31 - __clz(int(peers));
    cg_u32 before = __popc(peers & ((1u << lane) - 1));
    __syncwarp();
    if (lane == last) {
      base = count[d];
      count[d] = base + before + 1;
      mask[d] = 0;
    }
    base = __shfl_sync(~0u, base, last);
    rank[i] = cg_u16(base + before);
    __syncwarp();
  }
}

// Counts of warps become those of the warps before, total[d] the block's of this
// thread's digits: number cg_digits·threadIdx.x + d, of the first cg_adders
// threads.
CG_FN void cg_total(cg_shared &s, cg_u32 (&total)[cg_digits]) {
#pragma unroll
  for (int d = 0; d < cg_digits; d++) {
    total[d] = 0;
#pragma unroll
    for (int w = 0; w < cg_warps; w++) {
      cg_u32 *p = s.by.count + w * 256 + threadIdx.x * cg_digits + d;
      cg_u32 c = *p;
      *p = total[d];
      total[d] += c;
    }
  }
}

// The number of the block's keys with a digit below this thread's first. All
// threads call it; the first cg_adders get the value. sums is scratch.
CG_FN cg_u32 cg_below(const cg_u32 (&total)[cg_digits], cg_u32 (&sums)[8]) {
  cg_u32 lane = threadIdx.x % 32, warp = threadIdx.x / 32, own = 0;
#pragma unroll
  for (int d = 0; d < cg_digits; d++) own += total[d];
  cg_u32 sum = own;
  if (threadIdx.x < cg_adders) {
#pragma unroll
    for (int o = 1; o < 32; o <<= 1) {
      cg_u32 up = __shfl_up_sync(~0u, sum, o);
      if (lane >= o) sum += up;
    }
    if (lane == 31) sums[warp] = sum;
  }
  __syncthreads();
  sum -= own;
  if (threadIdx.x < cg_adders)
    for (cg_u32 w = 0; w < warp; w++) sum += sums[w];
  return sum;
}

// Adds the number of keys with a lower digit, then what by.count holds by now,
// to the ranks: they are places in the block from here on.
CG_FN void cg_place(cg_shared &s, const cg_u32 (&total)[cg_digits], cg_u32 below, const cg_key (&key)[cg_items], int shift,
                    cg_u16 (&rank)[cg_items]) {
  if (threadIdx.x < cg_adders) {
#pragma unroll
    for (int d = 0; d < cg_digits; d++) {
#pragma unroll
      for (int w = 0; w < cg_warps; w++) s.by.count[w * 256 + threadIdx.x * cg_digits + d] += below;
      below += total[d];
    }
  }
  __syncthreads();
#pragma unroll
  for (int i = 0; i < cg_items; i++) rank[i] += cg_u16(s.by.count[threadIdx.x / 32 * 256 + cg_digit(key[i], shift)]);
  __syncthreads();
}

// Moves values to their places.
template <class T> CG_FN void cg_scatter(T *shared, const T (&value)[cg_items], const cg_u16 (&rank)[cg_items]) {
#pragma unroll
  for (int i = 0; i < cg_items; i++) shared[rank[i]] = value[i];
  __syncthreads();
}
