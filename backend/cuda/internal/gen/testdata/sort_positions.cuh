// int8, rows of 5, positions true
typedef cg_u8 cg_key;
typedef cg_i64 cg_out;
typedef cg_u32 cg_pos;
typedef cg_u32 cg_count;
constexpr bool cg_positions = true;
constexpr int cg_width = 8;
CG_FN cg_key cg_encode(cg_key b) { return b ^ cg_key(1ull << 7); }
CG_FN cg_key cg_decode(cg_key k) { return k ^ cg_key(1ull << 7); }

// int8, rows of 700, positions true
typedef cg_u8 cg_key;
typedef cg_i64 cg_out;
typedef cg_u32 cg_pos;
typedef cg_u32 cg_count;
constexpr bool cg_positions = true;
constexpr int cg_warps = 4, cg_items = 8;
CG_FN cg_key cg_encode(cg_key b) { return b ^ cg_key(1ull << 7); }
CG_FN cg_key cg_decode(cg_key k) { return k ^ cg_key(1ull << 7); }

// int8, rows of 1048576, positions true
typedef cg_u8 cg_key;
typedef cg_i64 cg_out;
typedef cg_u32 cg_pos;
typedef cg_u32 cg_count;
constexpr bool cg_positions = true;
constexpr int cg_warps = 16, cg_items = 12;
CG_FN cg_key cg_encode(cg_key b) { return b ^ cg_key(1ull << 7); }
CG_FN cg_key cg_decode(cg_key k) { return k ^ cg_key(1ull << 7); }

// int8, rows of 8589934592, positions true
typedef cg_u8 cg_key;
typedef cg_i64 cg_out;
typedef cg_u64 cg_pos;
typedef cg_u64 cg_count;
constexpr bool cg_positions = true;
constexpr int cg_warps = 16, cg_items = 8;
CG_FN cg_key cg_encode(cg_key b) { return b ^ cg_key(1ull << 7); }
CG_FN cg_key cg_decode(cg_key k) { return k ^ cg_key(1ull << 7); }

// int16, rows of 5, positions true
typedef cg_u16 cg_key;
typedef cg_i64 cg_out;
typedef cg_u32 cg_pos;
typedef cg_u32 cg_count;
constexpr bool cg_positions = true;
constexpr int cg_width = 8;
CG_FN cg_key cg_encode(cg_key b) { return b ^ cg_key(1ull << 15); }
CG_FN cg_key cg_decode(cg_key k) { return k ^ cg_key(1ull << 15); }

// int16, rows of 700, positions true
typedef cg_u16 cg_key;
typedef cg_i64 cg_out;
typedef cg_u32 cg_pos;
typedef cg_u32 cg_count;
constexpr bool cg_positions = true;
constexpr int cg_warps = 4, cg_items = 8;
CG_FN cg_key cg_encode(cg_key b) { return b ^ cg_key(1ull << 15); }
CG_FN cg_key cg_decode(cg_key k) { return k ^ cg_key(1ull << 15); }

// int16, rows of 1048576, positions true
typedef cg_u16 cg_key;
typedef cg_i64 cg_out;
typedef cg_u32 cg_pos;
typedef cg_u32 cg_count;
constexpr bool cg_positions = true;
constexpr int cg_warps = 16, cg_items = 12;
CG_FN cg_key cg_encode(cg_key b) { return b ^ cg_key(1ull << 15); }
CG_FN cg_key cg_decode(cg_key k) { return k ^ cg_key(1ull << 15); }

// int16, rows of 8589934592, positions true
typedef cg_u16 cg_key;
typedef cg_i64 cg_out;
typedef cg_u64 cg_pos;
typedef cg_u64 cg_count;
constexpr bool cg_positions = true;
constexpr int cg_warps = 16, cg_items = 8;
CG_FN cg_key cg_encode(cg_key b) { return b ^ cg_key(1ull << 15); }
CG_FN cg_key cg_decode(cg_key k) { return k ^ cg_key(1ull << 15); }

// int32, rows of 5, positions true
typedef cg_u32 cg_key;
typedef cg_i64 cg_out;
typedef cg_u32 cg_pos;
typedef cg_u32 cg_count;
constexpr bool cg_positions = true;
constexpr int cg_width = 8;
CG_FN cg_key cg_encode(cg_key b) { return b ^ cg_key(1ull << 31); }
CG_FN cg_key cg_decode(cg_key k) { return k ^ cg_key(1ull << 31); }

// int32, rows of 700, positions true
typedef cg_u32 cg_key;
typedef cg_i64 cg_out;
typedef cg_u32 cg_pos;
typedef cg_u32 cg_count;
constexpr bool cg_positions = true;
constexpr int cg_warps = 4, cg_items = 8;
CG_FN cg_key cg_encode(cg_key b) { return b ^ cg_key(1ull << 31); }
CG_FN cg_key cg_decode(cg_key k) { return k ^ cg_key(1ull << 31); }

// int32, rows of 1048576, positions true
typedef cg_u32 cg_key;
typedef cg_i64 cg_out;
typedef cg_u32 cg_pos;
typedef cg_u32 cg_count;
constexpr bool cg_positions = true;
constexpr int cg_warps = 16, cg_items = 12;
CG_FN cg_key cg_encode(cg_key b) { return b ^ cg_key(1ull << 31); }
CG_FN cg_key cg_decode(cg_key k) { return k ^ cg_key(1ull << 31); }

// int32, rows of 8589934592, positions true
typedef cg_u32 cg_key;
typedef cg_i64 cg_out;
typedef cg_u64 cg_pos;
typedef cg_u64 cg_count;
constexpr bool cg_positions = true;
constexpr int cg_warps = 16, cg_items = 8;
CG_FN cg_key cg_encode(cg_key b) { return b ^ cg_key(1ull << 31); }
CG_FN cg_key cg_decode(cg_key k) { return k ^ cg_key(1ull << 31); }

// int64, rows of 5, positions true
typedef cg_u64 cg_key;
typedef cg_i64 cg_out;
typedef cg_u32 cg_pos;
typedef cg_u32 cg_count;
constexpr bool cg_positions = true;
constexpr int cg_width = 8;
CG_FN cg_key cg_encode(cg_key b) { return b ^ cg_key(1ull << 63); }
CG_FN cg_key cg_decode(cg_key k) { return k ^ cg_key(1ull << 63); }

// int64, rows of 700, positions true
typedef cg_u64 cg_key;
typedef cg_i64 cg_out;
typedef cg_u32 cg_pos;
typedef cg_u32 cg_count;
constexpr bool cg_positions = true;
constexpr int cg_warps = 4, cg_items = 8;
CG_FN cg_key cg_encode(cg_key b) { return b ^ cg_key(1ull << 63); }
CG_FN cg_key cg_decode(cg_key k) { return k ^ cg_key(1ull << 63); }

// int64, rows of 1048576, positions true
typedef cg_u64 cg_key;
typedef cg_i64 cg_out;
typedef cg_u32 cg_pos;
typedef cg_u32 cg_count;
constexpr bool cg_positions = true;
constexpr int cg_warps = 16, cg_items = 8;
CG_FN cg_key cg_encode(cg_key b) { return b ^ cg_key(1ull << 63); }
CG_FN cg_key cg_decode(cg_key k) { return k ^ cg_key(1ull << 63); }

// int64, rows of 8589934592, positions true
typedef cg_u64 cg_key;
typedef cg_i64 cg_out;
typedef cg_u64 cg_pos;
typedef cg_u64 cg_count;
constexpr bool cg_positions = true;
constexpr int cg_warps = 16, cg_items = 8;
CG_FN cg_key cg_encode(cg_key b) { return b ^ cg_key(1ull << 63); }
CG_FN cg_key cg_decode(cg_key k) { return k ^ cg_key(1ull << 63); }

// uint8, rows of 5, positions true
typedef cg_u8 cg_key;
typedef cg_i64 cg_out;
typedef cg_u32 cg_pos;
typedef cg_u32 cg_count;
constexpr bool cg_positions = true;
constexpr int cg_width = 8;
CG_FN cg_key cg_encode(cg_key b) { return b; }
CG_FN cg_key cg_decode(cg_key k) { return k; }

// uint8, rows of 700, positions true
typedef cg_u8 cg_key;
typedef cg_i64 cg_out;
typedef cg_u32 cg_pos;
typedef cg_u32 cg_count;
constexpr bool cg_positions = true;
constexpr int cg_warps = 4, cg_items = 8;
CG_FN cg_key cg_encode(cg_key b) { return b; }
CG_FN cg_key cg_decode(cg_key k) { return k; }

// uint8, rows of 1048576, positions true
typedef cg_u8 cg_key;
typedef cg_i64 cg_out;
typedef cg_u32 cg_pos;
typedef cg_u32 cg_count;
constexpr bool cg_positions = true;
constexpr int cg_warps = 16, cg_items = 12;
CG_FN cg_key cg_encode(cg_key b) { return b; }
CG_FN cg_key cg_decode(cg_key k) { return k; }

// uint8, rows of 8589934592, positions true
typedef cg_u8 cg_key;
typedef cg_i64 cg_out;
typedef cg_u64 cg_pos;
typedef cg_u64 cg_count;
constexpr bool cg_positions = true;
constexpr int cg_warps = 16, cg_items = 8;
CG_FN cg_key cg_encode(cg_key b) { return b; }
CG_FN cg_key cg_decode(cg_key k) { return k; }

// uint16, rows of 5, positions true
typedef cg_u16 cg_key;
typedef cg_i64 cg_out;
typedef cg_u32 cg_pos;
typedef cg_u32 cg_count;
constexpr bool cg_positions = true;
constexpr int cg_width = 8;
CG_FN cg_key cg_encode(cg_key b) { return b; }
CG_FN cg_key cg_decode(cg_key k) { return k; }

// uint16, rows of 700, positions true
typedef cg_u16 cg_key;
typedef cg_i64 cg_out;
typedef cg_u32 cg_pos;
typedef cg_u32 cg_count;
constexpr bool cg_positions = true;
constexpr int cg_warps = 4, cg_items = 8;
CG_FN cg_key cg_encode(cg_key b) { return b; }
CG_FN cg_key cg_decode(cg_key k) { return k; }

// uint16, rows of 1048576, positions true
typedef cg_u16 cg_key;
typedef cg_i64 cg_out;
typedef cg_u32 cg_pos;
typedef cg_u32 cg_count;
constexpr bool cg_positions = true;
constexpr int cg_warps = 16, cg_items = 12;
CG_FN cg_key cg_encode(cg_key b) { return b; }
CG_FN cg_key cg_decode(cg_key k) { return k; }

// uint16, rows of 8589934592, positions true
typedef cg_u16 cg_key;
typedef cg_i64 cg_out;
typedef cg_u64 cg_pos;
typedef cg_u64 cg_count;
constexpr bool cg_positions = true;
constexpr int cg_warps = 16, cg_items = 8;
CG_FN cg_key cg_encode(cg_key b) { return b; }
CG_FN cg_key cg_decode(cg_key k) { return k; }

// uint32, rows of 5, positions true
typedef cg_u32 cg_key;
typedef cg_i64 cg_out;
typedef cg_u32 cg_pos;
typedef cg_u32 cg_count;
constexpr bool cg_positions = true;
constexpr int cg_width = 8;
CG_FN cg_key cg_encode(cg_key b) { return b; }
CG_FN cg_key cg_decode(cg_key k) { return k; }

// uint32, rows of 700, positions true
typedef cg_u32 cg_key;
typedef cg_i64 cg_out;
typedef cg_u32 cg_pos;
typedef cg_u32 cg_count;
constexpr bool cg_positions = true;
constexpr int cg_warps = 4, cg_items = 8;
CG_FN cg_key cg_encode(cg_key b) { return b; }
CG_FN cg_key cg_decode(cg_key k) { return k; }

// uint32, rows of 1048576, positions true
typedef cg_u32 cg_key;
typedef cg_i64 cg_out;
typedef cg_u32 cg_pos;
typedef cg_u32 cg_count;
constexpr bool cg_positions = true;
constexpr int cg_warps = 16, cg_items = 12;
CG_FN cg_key cg_encode(cg_key b) { return b; }
CG_FN cg_key cg_decode(cg_key k) { return k; }

// uint32, rows of 8589934592, positions true
typedef cg_u32 cg_key;
typedef cg_i64 cg_out;
typedef cg_u64 cg_pos;
typedef cg_u64 cg_count;
constexpr bool cg_positions = true;
constexpr int cg_warps = 16, cg_items = 8;
CG_FN cg_key cg_encode(cg_key b) { return b; }
CG_FN cg_key cg_decode(cg_key k) { return k; }

// uint64, rows of 5, positions true
typedef cg_u64 cg_key;
typedef cg_i64 cg_out;
typedef cg_u32 cg_pos;
typedef cg_u32 cg_count;
constexpr bool cg_positions = true;
constexpr int cg_width = 8;
CG_FN cg_key cg_encode(cg_key b) { return b; }
CG_FN cg_key cg_decode(cg_key k) { return k; }

// uint64, rows of 700, positions true
typedef cg_u64 cg_key;
typedef cg_i64 cg_out;
typedef cg_u32 cg_pos;
typedef cg_u32 cg_count;
constexpr bool cg_positions = true;
constexpr int cg_warps = 4, cg_items = 8;
CG_FN cg_key cg_encode(cg_key b) { return b; }
CG_FN cg_key cg_decode(cg_key k) { return k; }

// uint64, rows of 1048576, positions true
typedef cg_u64 cg_key;
typedef cg_i64 cg_out;
typedef cg_u32 cg_pos;
typedef cg_u32 cg_count;
constexpr bool cg_positions = true;
constexpr int cg_warps = 16, cg_items = 8;
CG_FN cg_key cg_encode(cg_key b) { return b; }
CG_FN cg_key cg_decode(cg_key k) { return k; }

// uint64, rows of 8589934592, positions true
typedef cg_u64 cg_key;
typedef cg_i64 cg_out;
typedef cg_u64 cg_pos;
typedef cg_u64 cg_count;
constexpr bool cg_positions = true;
constexpr int cg_warps = 16, cg_items = 8;
CG_FN cg_key cg_encode(cg_key b) { return b; }
CG_FN cg_key cg_decode(cg_key k) { return k; }

// float32, rows of 5, positions true
typedef cg_u32 cg_key;
typedef cg_i64 cg_out;
typedef cg_u32 cg_pos;
typedef cg_u32 cg_count;
constexpr bool cg_positions = true;
constexpr int cg_width = 8;
CG_FN cg_key cg_encode(cg_key b) {
  cg_key top = cg_key(1ull << 31), size = b & ~top;
  if (size == 0) b = 0;
  if (size > 0x7f800000u) return ~cg_key(0);
  return b & top ? ~b : b | top;
}
CG_FN cg_key cg_decode(cg_key k) { return k & cg_key(1ull << 31) ? k & ~cg_key(1ull << 31) : ~k; }

// float32, rows of 700, positions true
typedef cg_u32 cg_key;
typedef cg_i64 cg_out;
typedef cg_u32 cg_pos;
typedef cg_u32 cg_count;
constexpr bool cg_positions = true;
constexpr int cg_warps = 4, cg_items = 8;
CG_FN cg_key cg_encode(cg_key b) {
  cg_key top = cg_key(1ull << 31), size = b & ~top;
  if (size == 0) b = 0;
  if (size > 0x7f800000u) return ~cg_key(0);
  return b & top ? ~b : b | top;
}
CG_FN cg_key cg_decode(cg_key k) { return k & cg_key(1ull << 31) ? k & ~cg_key(1ull << 31) : ~k; }

// float32, rows of 1048576, positions true
typedef cg_u32 cg_key;
typedef cg_i64 cg_out;
typedef cg_u32 cg_pos;
typedef cg_u32 cg_count;
constexpr bool cg_positions = true;
constexpr int cg_warps = 16, cg_items = 12;
CG_FN cg_key cg_encode(cg_key b) {
  cg_key top = cg_key(1ull << 31), size = b & ~top;
  if (size == 0) b = 0;
  if (size > 0x7f800000u) return ~cg_key(0);
  return b & top ? ~b : b | top;
}
CG_FN cg_key cg_decode(cg_key k) { return k & cg_key(1ull << 31) ? k & ~cg_key(1ull << 31) : ~k; }

// float32, rows of 8589934592, positions true
typedef cg_u32 cg_key;
typedef cg_i64 cg_out;
typedef cg_u64 cg_pos;
typedef cg_u64 cg_count;
constexpr bool cg_positions = true;
constexpr int cg_warps = 16, cg_items = 8;
CG_FN cg_key cg_encode(cg_key b) {
  cg_key top = cg_key(1ull << 31), size = b & ~top;
  if (size == 0) b = 0;
  if (size > 0x7f800000u) return ~cg_key(0);
  return b & top ? ~b : b | top;
}
CG_FN cg_key cg_decode(cg_key k) { return k & cg_key(1ull << 31) ? k & ~cg_key(1ull << 31) : ~k; }

// float64, rows of 5, positions true
typedef cg_u64 cg_key;
typedef cg_i64 cg_out;
typedef cg_u32 cg_pos;
typedef cg_u32 cg_count;
constexpr bool cg_positions = true;
constexpr int cg_width = 8;
CG_FN cg_key cg_encode(cg_key b) {
  cg_key top = cg_key(1ull << 63), size = b & ~top;
  if (size == 0) b = 0;
  if (size > 0x7ff0000000000000ull) return ~cg_key(0);
  return b & top ? ~b : b | top;
}
CG_FN cg_key cg_decode(cg_key k) { return k & cg_key(1ull << 63) ? k & ~cg_key(1ull << 63) : ~k; }

// float64, rows of 700, positions true
typedef cg_u64 cg_key;
typedef cg_i64 cg_out;
typedef cg_u32 cg_pos;
typedef cg_u32 cg_count;
constexpr bool cg_positions = true;
constexpr int cg_warps = 4, cg_items = 8;
CG_FN cg_key cg_encode(cg_key b) {
  cg_key top = cg_key(1ull << 63), size = b & ~top;
  if (size == 0) b = 0;
  if (size > 0x7ff0000000000000ull) return ~cg_key(0);
  return b & top ? ~b : b | top;
}
CG_FN cg_key cg_decode(cg_key k) { return k & cg_key(1ull << 63) ? k & ~cg_key(1ull << 63) : ~k; }

// float64, rows of 1048576, positions true
typedef cg_u64 cg_key;
typedef cg_i64 cg_out;
typedef cg_u32 cg_pos;
typedef cg_u32 cg_count;
constexpr bool cg_positions = true;
constexpr int cg_warps = 16, cg_items = 8;
CG_FN cg_key cg_encode(cg_key b) {
  cg_key top = cg_key(1ull << 63), size = b & ~top;
  if (size == 0) b = 0;
  if (size > 0x7ff0000000000000ull) return ~cg_key(0);
  return b & top ? ~b : b | top;
}
CG_FN cg_key cg_decode(cg_key k) { return k & cg_key(1ull << 63) ? k & ~cg_key(1ull << 63) : ~k; }

// float64, rows of 8589934592, positions true
typedef cg_u64 cg_key;
typedef cg_i64 cg_out;
typedef cg_u64 cg_pos;
typedef cg_u64 cg_count;
constexpr bool cg_positions = true;
constexpr int cg_warps = 16, cg_items = 8;
CG_FN cg_key cg_encode(cg_key b) {
  cg_key top = cg_key(1ull << 63), size = b & ~top;
  if (size == 0) b = 0;
  if (size > 0x7ff0000000000000ull) return ~cg_key(0);
  return b & top ? ~b : b | top;
}
CG_FN cg_key cg_decode(cg_key k) { return k & cg_key(1ull << 63) ? k & ~cg_key(1ull << 63) : ~k; }

