// Running results along lines. Line number l begins at the element cg_line(l);
// its elements are cg_apart(columns) apart.
//
// The order of joining is fixed by the length of the line alone, so that the
// result is the same however the line lies in memory and whatever computes it:
// 4 elements are a run, joined from the left; 32 runs are a group, 32 groups a
// node, 32 nodes a node of the next level. What precedes a member among its
// siblings is the prefix of cg_prefix<32>. What precedes an element is
//   ((nodes of high levels, …, nodes of the lowest) groups) runs
// and it is joined with what the run holds up to the element. Sums of floats
// are carried in double precision from the run on.

constexpr int cg_run = 4;

// The run of a line from pos on, of which some elements may lie past its end.
CG_FN void cg_take(const cg_space &s, cg_idx line, cg_idx pos, cg_idx length, cg_idx apart, cg_elem (&x)[cg_run]) {
  if (cg_quads && pos + 4 <= length) {
    cg_vals v[4];
    cg_eval4(s, line + pos, v);
#pragma unroll
    for (int j = 0; j < 4; j++) x[j] = v[j].v0;
    return;
  }
#pragma unroll
  for (int j = 0; j < cg_run; j++) {
    x[j] = cg_elem();
    if (pos + j < length) {
      cg_vals v;
      cg_eval(s, line + (pos + j) * apart, v);
      x[j] = v.v0;
    }
  }
}

// The sums within a run of floats in their own precision, which spares most
// conversions; false where they leave its range, or where it isn't done.
template <class T> CG_FN bool cg_sums(const T (&)[cg_run], T (&)[cg_run]) { return false; }
CG_FN bool cg_sums(const float (&x)[cg_run], float (&s)[cg_run]) {
  if (!cg_floats) return false;
  s[0] = x[0];
#pragma unroll
  for (int j = 1; j < cg_run; j++) s[j] = s[j - 1] + x[j];
  return s[cg_run - 1] - s[cg_run - 1] == 0;
}

// Adds what precedes to such sums; false where it is too large for them.
template <class T> CG_FN bool cg_raise(cg_acc, T (&)[cg_run]) { return false; }
CG_FN bool cg_raise(cg_f64 front, float (&s)[cg_run]) {
  const float high = float(front), low = float(front - high);
  if (!(fabs(high) < 0x1p100f)) return false;
#pragma unroll
  for (int j = 0; j < cg_run; j++) s[j] = high + (s[j] + low);
  return true;
}

CG_FN cg_acc cg_total(const cg_elem (&x)[cg_run]) {
  cg_elem s[cg_run];
  if (cg_sums(x, s)) return cg_enter(s[cg_run - 1]);
  cg_acc a = cg_enter(x[0]);
#pragma unroll
  for (int j = 1; j < cg_run; j++) a = cg_join(a, cg_enter(x[j]));
  return a;
}

// Stores the results of a run.
CG_FN void cg_give(const cg_space &s, cg_idx line, cg_idx pos, cg_idx length, cg_idx apart, cg_front front, const cg_elem (&x)[cg_run]) {
  cg_elem y[cg_run];
  if (!cg_sums(x, y) || !cg_raise(front.v, y)) {
    cg_acc a = cg_enter(x[0]);
    y[0] = cg_leave(cg_onto(front, a));
#pragma unroll
    for (int j = 1; j < cg_run; j++) {
      a = cg_join(a, cg_enter(x[j]));
      y[j] = cg_leave(cg_onto(front, a));
    }
  }
  if (cg_quads && pos + 4 <= length) {
    cg_put4(s, line + pos, y);
    return;
  }
#pragma unroll
  for (int j = 0; j < cg_run; j++)
    if (pos + j < length) cg_put(s, line + (pos + j) * apart, y[j]);
}
