// Long rows are sorted by passes over memory, one a digit, from the lowest on.
// A pass whose digit is the same in all of a row is left out of the row's plan,
// which has one word a pass.
//
// The passes that are left alternate between two buffers, A and B, so that the
// last one writes B. For values B is dst itself; positions that are written in
// B lie in dst until the last pass, which reads A, fills it.

constexpr int cg_passes = sizeof(cg_key);

enum : cg_u32 {
  cg_run = 1,   // the pass is not left out
  cg_first = 2, // reads src and encodes
  cg_last = 4,  // decodes, writes dst
  cg_to_b = 8,  // reads A, writes B; otherwise from B to A
};
