// {Size:1 Wide:false Outer:false Inner:false Duplicates:false}
typedef cg_word<1>::W cg_elem;
typedef cg_i32 cg_idx;
typedef cg_u32 cg_num;
typedef cg_divisor cg_extent;
CG_FN cg_num cg_over(cg_num n, cg_extent d) { return cg_quotient(n, d); }
constexpr bool cg_outer = false, cg_inner = false, cg_marked = false;
constexpr cg_u32 cg_fault = 2;

// {Size:1 Wide:true Outer:false Inner:false Duplicates:false}
typedef cg_word<1>::W cg_elem;
typedef cg_i64 cg_idx;
typedef cg_u64 cg_num;
struct cg_extent { cg_u64 d; };
CG_FN cg_num cg_over(cg_num n, cg_extent d) { return n / d.d; }
constexpr bool cg_outer = false, cg_inner = false, cg_marked = false;
constexpr cg_u32 cg_fault = 2;

// {Size:1 Wide:false Outer:true Inner:false Duplicates:false}
typedef cg_word<1>::W cg_elem;
typedef cg_i32 cg_idx;
typedef cg_u32 cg_num;
typedef cg_divisor cg_extent;
CG_FN cg_num cg_over(cg_num n, cg_extent d) { return cg_quotient(n, d); }
constexpr bool cg_outer = true, cg_inner = false, cg_marked = false;
constexpr cg_u32 cg_fault = 2;

// {Size:1 Wide:true Outer:true Inner:false Duplicates:false}
typedef cg_word<1>::W cg_elem;
typedef cg_i64 cg_idx;
typedef cg_u64 cg_num;
struct cg_extent { cg_u64 d; };
CG_FN cg_num cg_over(cg_num n, cg_extent d) { return n / d.d; }
constexpr bool cg_outer = true, cg_inner = false, cg_marked = false;
constexpr cg_u32 cg_fault = 2;

// {Size:1 Wide:false Outer:false Inner:true Duplicates:false}
typedef cg_word<1>::W cg_elem;
typedef cg_i32 cg_idx;
typedef cg_u32 cg_num;
typedef cg_divisor cg_extent;
CG_FN cg_num cg_over(cg_num n, cg_extent d) { return cg_quotient(n, d); }
constexpr bool cg_outer = false, cg_inner = true, cg_marked = false;
constexpr cg_u32 cg_fault = 2;

// {Size:1 Wide:true Outer:false Inner:true Duplicates:false}
typedef cg_word<1>::W cg_elem;
typedef cg_i64 cg_idx;
typedef cg_u64 cg_num;
struct cg_extent { cg_u64 d; };
CG_FN cg_num cg_over(cg_num n, cg_extent d) { return n / d.d; }
constexpr bool cg_outer = false, cg_inner = true, cg_marked = false;
constexpr cg_u32 cg_fault = 2;

// {Size:1 Wide:false Outer:true Inner:true Duplicates:false}
typedef cg_word<1>::W cg_elem;
typedef cg_i32 cg_idx;
typedef cg_u32 cg_num;
typedef cg_divisor cg_extent;
CG_FN cg_num cg_over(cg_num n, cg_extent d) { return cg_quotient(n, d); }
constexpr bool cg_outer = true, cg_inner = true, cg_marked = false;
constexpr cg_u32 cg_fault = 2;

// {Size:1 Wide:true Outer:true Inner:true Duplicates:false}
typedef cg_word<1>::W cg_elem;
typedef cg_i64 cg_idx;
typedef cg_u64 cg_num;
struct cg_extent { cg_u64 d; };
CG_FN cg_num cg_over(cg_num n, cg_extent d) { return n / d.d; }
constexpr bool cg_outer = true, cg_inner = true, cg_marked = false;
constexpr cg_u32 cg_fault = 2;

// {Size:1 Wide:false Outer:false Inner:false Duplicates:true}
typedef cg_word<1>::W cg_elem;
typedef cg_i32 cg_idx;
typedef cg_u32 cg_num;
typedef cg_divisor cg_extent;
CG_FN cg_num cg_over(cg_num n, cg_extent d) { return cg_quotient(n, d); }
constexpr bool cg_outer = false, cg_inner = false, cg_marked = true;
constexpr cg_u32 cg_fault = 2;

// {Size:1 Wide:true Outer:false Inner:false Duplicates:true}
typedef cg_word<1>::W cg_elem;
typedef cg_i64 cg_idx;
typedef cg_u64 cg_num;
struct cg_extent { cg_u64 d; };
CG_FN cg_num cg_over(cg_num n, cg_extent d) { return n / d.d; }
constexpr bool cg_outer = false, cg_inner = false, cg_marked = true;
constexpr cg_u32 cg_fault = 2;

// {Size:1 Wide:false Outer:true Inner:false Duplicates:true}
typedef cg_word<1>::W cg_elem;
typedef cg_i32 cg_idx;
typedef cg_u32 cg_num;
typedef cg_divisor cg_extent;
CG_FN cg_num cg_over(cg_num n, cg_extent d) { return cg_quotient(n, d); }
constexpr bool cg_outer = true, cg_inner = false, cg_marked = true;
constexpr cg_u32 cg_fault = 2;

// {Size:1 Wide:true Outer:true Inner:false Duplicates:true}
typedef cg_word<1>::W cg_elem;
typedef cg_i64 cg_idx;
typedef cg_u64 cg_num;
struct cg_extent { cg_u64 d; };
CG_FN cg_num cg_over(cg_num n, cg_extent d) { return n / d.d; }
constexpr bool cg_outer = true, cg_inner = false, cg_marked = true;
constexpr cg_u32 cg_fault = 2;

// {Size:1 Wide:false Outer:false Inner:true Duplicates:true}
typedef cg_word<1>::W cg_elem;
typedef cg_i32 cg_idx;
typedef cg_u32 cg_num;
typedef cg_divisor cg_extent;
CG_FN cg_num cg_over(cg_num n, cg_extent d) { return cg_quotient(n, d); }
constexpr bool cg_outer = false, cg_inner = true, cg_marked = true;
constexpr cg_u32 cg_fault = 2;

// {Size:1 Wide:true Outer:false Inner:true Duplicates:true}
typedef cg_word<1>::W cg_elem;
typedef cg_i64 cg_idx;
typedef cg_u64 cg_num;
struct cg_extent { cg_u64 d; };
CG_FN cg_num cg_over(cg_num n, cg_extent d) { return n / d.d; }
constexpr bool cg_outer = false, cg_inner = true, cg_marked = true;
constexpr cg_u32 cg_fault = 2;

// {Size:1 Wide:false Outer:true Inner:true Duplicates:true}
typedef cg_word<1>::W cg_elem;
typedef cg_i32 cg_idx;
typedef cg_u32 cg_num;
typedef cg_divisor cg_extent;
CG_FN cg_num cg_over(cg_num n, cg_extent d) { return cg_quotient(n, d); }
constexpr bool cg_outer = true, cg_inner = true, cg_marked = true;
constexpr cg_u32 cg_fault = 2;

// {Size:1 Wide:true Outer:true Inner:true Duplicates:true}
typedef cg_word<1>::W cg_elem;
typedef cg_i64 cg_idx;
typedef cg_u64 cg_num;
struct cg_extent { cg_u64 d; };
CG_FN cg_num cg_over(cg_num n, cg_extent d) { return n / d.d; }
constexpr bool cg_outer = true, cg_inner = true, cg_marked = true;
constexpr cg_u32 cg_fault = 2;

// {Size:2 Wide:false Outer:false Inner:false Duplicates:false}
typedef cg_word<2>::W cg_elem;
typedef cg_i32 cg_idx;
typedef cg_u32 cg_num;
typedef cg_divisor cg_extent;
CG_FN cg_num cg_over(cg_num n, cg_extent d) { return cg_quotient(n, d); }
constexpr bool cg_outer = false, cg_inner = false, cg_marked = false;
constexpr cg_u32 cg_fault = 2;

// {Size:2 Wide:true Outer:false Inner:false Duplicates:false}
typedef cg_word<2>::W cg_elem;
typedef cg_i64 cg_idx;
typedef cg_u64 cg_num;
struct cg_extent { cg_u64 d; };
CG_FN cg_num cg_over(cg_num n, cg_extent d) { return n / d.d; }
constexpr bool cg_outer = false, cg_inner = false, cg_marked = false;
constexpr cg_u32 cg_fault = 2;

// {Size:2 Wide:false Outer:true Inner:false Duplicates:false}
typedef cg_word<2>::W cg_elem;
typedef cg_i32 cg_idx;
typedef cg_u32 cg_num;
typedef cg_divisor cg_extent;
CG_FN cg_num cg_over(cg_num n, cg_extent d) { return cg_quotient(n, d); }
constexpr bool cg_outer = true, cg_inner = false, cg_marked = false;
constexpr cg_u32 cg_fault = 2;

// {Size:2 Wide:true Outer:true Inner:false Duplicates:false}
typedef cg_word<2>::W cg_elem;
typedef cg_i64 cg_idx;
typedef cg_u64 cg_num;
struct cg_extent { cg_u64 d; };
CG_FN cg_num cg_over(cg_num n, cg_extent d) { return n / d.d; }
constexpr bool cg_outer = true, cg_inner = false, cg_marked = false;
constexpr cg_u32 cg_fault = 2;

// {Size:2 Wide:false Outer:false Inner:true Duplicates:false}
typedef cg_word<2>::W cg_elem;
typedef cg_i32 cg_idx;
typedef cg_u32 cg_num;
typedef cg_divisor cg_extent;
CG_FN cg_num cg_over(cg_num n, cg_extent d) { return cg_quotient(n, d); }
constexpr bool cg_outer = false, cg_inner = true, cg_marked = false;
constexpr cg_u32 cg_fault = 2;

// {Size:2 Wide:true Outer:false Inner:true Duplicates:false}
typedef cg_word<2>::W cg_elem;
typedef cg_i64 cg_idx;
typedef cg_u64 cg_num;
struct cg_extent { cg_u64 d; };
CG_FN cg_num cg_over(cg_num n, cg_extent d) { return n / d.d; }
constexpr bool cg_outer = false, cg_inner = true, cg_marked = false;
constexpr cg_u32 cg_fault = 2;

// {Size:2 Wide:false Outer:true Inner:true Duplicates:false}
typedef cg_word<2>::W cg_elem;
typedef cg_i32 cg_idx;
typedef cg_u32 cg_num;
typedef cg_divisor cg_extent;
CG_FN cg_num cg_over(cg_num n, cg_extent d) { return cg_quotient(n, d); }
constexpr bool cg_outer = true, cg_inner = true, cg_marked = false;
constexpr cg_u32 cg_fault = 2;

// {Size:2 Wide:true Outer:true Inner:true Duplicates:false}
typedef cg_word<2>::W cg_elem;
typedef cg_i64 cg_idx;
typedef cg_u64 cg_num;
struct cg_extent { cg_u64 d; };
CG_FN cg_num cg_over(cg_num n, cg_extent d) { return n / d.d; }
constexpr bool cg_outer = true, cg_inner = true, cg_marked = false;
constexpr cg_u32 cg_fault = 2;

// {Size:2 Wide:false Outer:false Inner:false Duplicates:true}
typedef cg_word<2>::W cg_elem;
typedef cg_i32 cg_idx;
typedef cg_u32 cg_num;
typedef cg_divisor cg_extent;
CG_FN cg_num cg_over(cg_num n, cg_extent d) { return cg_quotient(n, d); }
constexpr bool cg_outer = false, cg_inner = false, cg_marked = true;
constexpr cg_u32 cg_fault = 2;

// {Size:2 Wide:true Outer:false Inner:false Duplicates:true}
typedef cg_word<2>::W cg_elem;
typedef cg_i64 cg_idx;
typedef cg_u64 cg_num;
struct cg_extent { cg_u64 d; };
CG_FN cg_num cg_over(cg_num n, cg_extent d) { return n / d.d; }
constexpr bool cg_outer = false, cg_inner = false, cg_marked = true;
constexpr cg_u32 cg_fault = 2;

// {Size:2 Wide:false Outer:true Inner:false Duplicates:true}
typedef cg_word<2>::W cg_elem;
typedef cg_i32 cg_idx;
typedef cg_u32 cg_num;
typedef cg_divisor cg_extent;
CG_FN cg_num cg_over(cg_num n, cg_extent d) { return cg_quotient(n, d); }
constexpr bool cg_outer = true, cg_inner = false, cg_marked = true;
constexpr cg_u32 cg_fault = 2;

// {Size:2 Wide:true Outer:true Inner:false Duplicates:true}
typedef cg_word<2>::W cg_elem;
typedef cg_i64 cg_idx;
typedef cg_u64 cg_num;
struct cg_extent { cg_u64 d; };
CG_FN cg_num cg_over(cg_num n, cg_extent d) { return n / d.d; }
constexpr bool cg_outer = true, cg_inner = false, cg_marked = true;
constexpr cg_u32 cg_fault = 2;

// {Size:2 Wide:false Outer:false Inner:true Duplicates:true}
typedef cg_word<2>::W cg_elem;
typedef cg_i32 cg_idx;
typedef cg_u32 cg_num;
typedef cg_divisor cg_extent;
CG_FN cg_num cg_over(cg_num n, cg_extent d) { return cg_quotient(n, d); }
constexpr bool cg_outer = false, cg_inner = true, cg_marked = true;
constexpr cg_u32 cg_fault = 2;

// {Size:2 Wide:true Outer:false Inner:true Duplicates:true}
typedef cg_word<2>::W cg_elem;
typedef cg_i64 cg_idx;
typedef cg_u64 cg_num;
struct cg_extent { cg_u64 d; };
CG_FN cg_num cg_over(cg_num n, cg_extent d) { return n / d.d; }
constexpr bool cg_outer = false, cg_inner = true, cg_marked = true;
constexpr cg_u32 cg_fault = 2;

// {Size:2 Wide:false Outer:true Inner:true Duplicates:true}
typedef cg_word<2>::W cg_elem;
typedef cg_i32 cg_idx;
typedef cg_u32 cg_num;
typedef cg_divisor cg_extent;
CG_FN cg_num cg_over(cg_num n, cg_extent d) { return cg_quotient(n, d); }
constexpr bool cg_outer = true, cg_inner = true, cg_marked = true;
constexpr cg_u32 cg_fault = 2;

// {Size:2 Wide:true Outer:true Inner:true Duplicates:true}
typedef cg_word<2>::W cg_elem;
typedef cg_i64 cg_idx;
typedef cg_u64 cg_num;
struct cg_extent { cg_u64 d; };
CG_FN cg_num cg_over(cg_num n, cg_extent d) { return n / d.d; }
constexpr bool cg_outer = true, cg_inner = true, cg_marked = true;
constexpr cg_u32 cg_fault = 2;

// {Size:4 Wide:false Outer:false Inner:false Duplicates:false}
typedef cg_word<4>::W cg_elem;
typedef cg_i32 cg_idx;
typedef cg_u32 cg_num;
typedef cg_divisor cg_extent;
CG_FN cg_num cg_over(cg_num n, cg_extent d) { return cg_quotient(n, d); }
constexpr bool cg_outer = false, cg_inner = false, cg_marked = false;
constexpr cg_u32 cg_fault = 2;

// {Size:4 Wide:true Outer:false Inner:false Duplicates:false}
typedef cg_word<4>::W cg_elem;
typedef cg_i64 cg_idx;
typedef cg_u64 cg_num;
struct cg_extent { cg_u64 d; };
CG_FN cg_num cg_over(cg_num n, cg_extent d) { return n / d.d; }
constexpr bool cg_outer = false, cg_inner = false, cg_marked = false;
constexpr cg_u32 cg_fault = 2;

// {Size:4 Wide:false Outer:true Inner:false Duplicates:false}
typedef cg_word<4>::W cg_elem;
typedef cg_i32 cg_idx;
typedef cg_u32 cg_num;
typedef cg_divisor cg_extent;
CG_FN cg_num cg_over(cg_num n, cg_extent d) { return cg_quotient(n, d); }
constexpr bool cg_outer = true, cg_inner = false, cg_marked = false;
constexpr cg_u32 cg_fault = 2;

// {Size:4 Wide:true Outer:true Inner:false Duplicates:false}
typedef cg_word<4>::W cg_elem;
typedef cg_i64 cg_idx;
typedef cg_u64 cg_num;
struct cg_extent { cg_u64 d; };
CG_FN cg_num cg_over(cg_num n, cg_extent d) { return n / d.d; }
constexpr bool cg_outer = true, cg_inner = false, cg_marked = false;
constexpr cg_u32 cg_fault = 2;

// {Size:4 Wide:false Outer:false Inner:true Duplicates:false}
typedef cg_word<4>::W cg_elem;
typedef cg_i32 cg_idx;
typedef cg_u32 cg_num;
typedef cg_divisor cg_extent;
CG_FN cg_num cg_over(cg_num n, cg_extent d) { return cg_quotient(n, d); }
constexpr bool cg_outer = false, cg_inner = true, cg_marked = false;
constexpr cg_u32 cg_fault = 2;

// {Size:4 Wide:true Outer:false Inner:true Duplicates:false}
typedef cg_word<4>::W cg_elem;
typedef cg_i64 cg_idx;
typedef cg_u64 cg_num;
struct cg_extent { cg_u64 d; };
CG_FN cg_num cg_over(cg_num n, cg_extent d) { return n / d.d; }
constexpr bool cg_outer = false, cg_inner = true, cg_marked = false;
constexpr cg_u32 cg_fault = 2;

// {Size:4 Wide:false Outer:true Inner:true Duplicates:false}
typedef cg_word<4>::W cg_elem;
typedef cg_i32 cg_idx;
typedef cg_u32 cg_num;
typedef cg_divisor cg_extent;
CG_FN cg_num cg_over(cg_num n, cg_extent d) { return cg_quotient(n, d); }
constexpr bool cg_outer = true, cg_inner = true, cg_marked = false;
constexpr cg_u32 cg_fault = 2;

// {Size:4 Wide:true Outer:true Inner:true Duplicates:false}
typedef cg_word<4>::W cg_elem;
typedef cg_i64 cg_idx;
typedef cg_u64 cg_num;
struct cg_extent { cg_u64 d; };
CG_FN cg_num cg_over(cg_num n, cg_extent d) { return n / d.d; }
constexpr bool cg_outer = true, cg_inner = true, cg_marked = false;
constexpr cg_u32 cg_fault = 2;

// {Size:4 Wide:false Outer:false Inner:false Duplicates:true}
typedef cg_word<4>::W cg_elem;
typedef cg_i32 cg_idx;
typedef cg_u32 cg_num;
typedef cg_divisor cg_extent;
CG_FN cg_num cg_over(cg_num n, cg_extent d) { return cg_quotient(n, d); }
constexpr bool cg_outer = false, cg_inner = false, cg_marked = true;
constexpr cg_u32 cg_fault = 2;

// {Size:4 Wide:true Outer:false Inner:false Duplicates:true}
typedef cg_word<4>::W cg_elem;
typedef cg_i64 cg_idx;
typedef cg_u64 cg_num;
struct cg_extent { cg_u64 d; };
CG_FN cg_num cg_over(cg_num n, cg_extent d) { return n / d.d; }
constexpr bool cg_outer = false, cg_inner = false, cg_marked = true;
constexpr cg_u32 cg_fault = 2;

// {Size:4 Wide:false Outer:true Inner:false Duplicates:true}
typedef cg_word<4>::W cg_elem;
typedef cg_i32 cg_idx;
typedef cg_u32 cg_num;
typedef cg_divisor cg_extent;
CG_FN cg_num cg_over(cg_num n, cg_extent d) { return cg_quotient(n, d); }
constexpr bool cg_outer = true, cg_inner = false, cg_marked = true;
constexpr cg_u32 cg_fault = 2;

// {Size:4 Wide:true Outer:true Inner:false Duplicates:true}
typedef cg_word<4>::W cg_elem;
typedef cg_i64 cg_idx;
typedef cg_u64 cg_num;
struct cg_extent { cg_u64 d; };
CG_FN cg_num cg_over(cg_num n, cg_extent d) { return n / d.d; }
constexpr bool cg_outer = true, cg_inner = false, cg_marked = true;
constexpr cg_u32 cg_fault = 2;

// {Size:4 Wide:false Outer:false Inner:true Duplicates:true}
typedef cg_word<4>::W cg_elem;
typedef cg_i32 cg_idx;
typedef cg_u32 cg_num;
typedef cg_divisor cg_extent;
CG_FN cg_num cg_over(cg_num n, cg_extent d) { return cg_quotient(n, d); }
constexpr bool cg_outer = false, cg_inner = true, cg_marked = true;
constexpr cg_u32 cg_fault = 2;

// {Size:4 Wide:true Outer:false Inner:true Duplicates:true}
typedef cg_word<4>::W cg_elem;
typedef cg_i64 cg_idx;
typedef cg_u64 cg_num;
struct cg_extent { cg_u64 d; };
CG_FN cg_num cg_over(cg_num n, cg_extent d) { return n / d.d; }
constexpr bool cg_outer = false, cg_inner = true, cg_marked = true;
constexpr cg_u32 cg_fault = 2;

// {Size:4 Wide:false Outer:true Inner:true Duplicates:true}
typedef cg_word<4>::W cg_elem;
typedef cg_i32 cg_idx;
typedef cg_u32 cg_num;
typedef cg_divisor cg_extent;
CG_FN cg_num cg_over(cg_num n, cg_extent d) { return cg_quotient(n, d); }
constexpr bool cg_outer = true, cg_inner = true, cg_marked = true;
constexpr cg_u32 cg_fault = 2;

// {Size:4 Wide:true Outer:true Inner:true Duplicates:true}
typedef cg_word<4>::W cg_elem;
typedef cg_i64 cg_idx;
typedef cg_u64 cg_num;
struct cg_extent { cg_u64 d; };
CG_FN cg_num cg_over(cg_num n, cg_extent d) { return n / d.d; }
constexpr bool cg_outer = true, cg_inner = true, cg_marked = true;
constexpr cg_u32 cg_fault = 2;

// {Size:8 Wide:false Outer:false Inner:false Duplicates:false}
typedef cg_word<8>::W cg_elem;
typedef cg_i32 cg_idx;
typedef cg_u32 cg_num;
typedef cg_divisor cg_extent;
CG_FN cg_num cg_over(cg_num n, cg_extent d) { return cg_quotient(n, d); }
constexpr bool cg_outer = false, cg_inner = false, cg_marked = false;
constexpr cg_u32 cg_fault = 2;

// {Size:8 Wide:true Outer:false Inner:false Duplicates:false}
typedef cg_word<8>::W cg_elem;
typedef cg_i64 cg_idx;
typedef cg_u64 cg_num;
struct cg_extent { cg_u64 d; };
CG_FN cg_num cg_over(cg_num n, cg_extent d) { return n / d.d; }
constexpr bool cg_outer = false, cg_inner = false, cg_marked = false;
constexpr cg_u32 cg_fault = 2;

// {Size:8 Wide:false Outer:true Inner:false Duplicates:false}
typedef cg_word<8>::W cg_elem;
typedef cg_i32 cg_idx;
typedef cg_u32 cg_num;
typedef cg_divisor cg_extent;
CG_FN cg_num cg_over(cg_num n, cg_extent d) { return cg_quotient(n, d); }
constexpr bool cg_outer = true, cg_inner = false, cg_marked = false;
constexpr cg_u32 cg_fault = 2;

// {Size:8 Wide:true Outer:true Inner:false Duplicates:false}
typedef cg_word<8>::W cg_elem;
typedef cg_i64 cg_idx;
typedef cg_u64 cg_num;
struct cg_extent { cg_u64 d; };
CG_FN cg_num cg_over(cg_num n, cg_extent d) { return n / d.d; }
constexpr bool cg_outer = true, cg_inner = false, cg_marked = false;
constexpr cg_u32 cg_fault = 2;

// {Size:8 Wide:false Outer:false Inner:true Duplicates:false}
typedef cg_word<8>::W cg_elem;
typedef cg_i32 cg_idx;
typedef cg_u32 cg_num;
typedef cg_divisor cg_extent;
CG_FN cg_num cg_over(cg_num n, cg_extent d) { return cg_quotient(n, d); }
constexpr bool cg_outer = false, cg_inner = true, cg_marked = false;
constexpr cg_u32 cg_fault = 2;

// {Size:8 Wide:true Outer:false Inner:true Duplicates:false}
typedef cg_word<8>::W cg_elem;
typedef cg_i64 cg_idx;
typedef cg_u64 cg_num;
struct cg_extent { cg_u64 d; };
CG_FN cg_num cg_over(cg_num n, cg_extent d) { return n / d.d; }
constexpr bool cg_outer = false, cg_inner = true, cg_marked = false;
constexpr cg_u32 cg_fault = 2;

// {Size:8 Wide:false Outer:true Inner:true Duplicates:false}
typedef cg_word<8>::W cg_elem;
typedef cg_i32 cg_idx;
typedef cg_u32 cg_num;
typedef cg_divisor cg_extent;
CG_FN cg_num cg_over(cg_num n, cg_extent d) { return cg_quotient(n, d); }
constexpr bool cg_outer = true, cg_inner = true, cg_marked = false;
constexpr cg_u32 cg_fault = 2;

// {Size:8 Wide:true Outer:true Inner:true Duplicates:false}
typedef cg_word<8>::W cg_elem;
typedef cg_i64 cg_idx;
typedef cg_u64 cg_num;
struct cg_extent { cg_u64 d; };
CG_FN cg_num cg_over(cg_num n, cg_extent d) { return n / d.d; }
constexpr bool cg_outer = true, cg_inner = true, cg_marked = false;
constexpr cg_u32 cg_fault = 2;

// {Size:8 Wide:false Outer:false Inner:false Duplicates:true}
typedef cg_word<8>::W cg_elem;
typedef cg_i32 cg_idx;
typedef cg_u32 cg_num;
typedef cg_divisor cg_extent;
CG_FN cg_num cg_over(cg_num n, cg_extent d) { return cg_quotient(n, d); }
constexpr bool cg_outer = false, cg_inner = false, cg_marked = true;
constexpr cg_u32 cg_fault = 2;

// {Size:8 Wide:true Outer:false Inner:false Duplicates:true}
typedef cg_word<8>::W cg_elem;
typedef cg_i64 cg_idx;
typedef cg_u64 cg_num;
struct cg_extent { cg_u64 d; };
CG_FN cg_num cg_over(cg_num n, cg_extent d) { return n / d.d; }
constexpr bool cg_outer = false, cg_inner = false, cg_marked = true;
constexpr cg_u32 cg_fault = 2;

// {Size:8 Wide:false Outer:true Inner:false Duplicates:true}
typedef cg_word<8>::W cg_elem;
typedef cg_i32 cg_idx;
typedef cg_u32 cg_num;
typedef cg_divisor cg_extent;
CG_FN cg_num cg_over(cg_num n, cg_extent d) { return cg_quotient(n, d); }
constexpr bool cg_outer = true, cg_inner = false, cg_marked = true;
constexpr cg_u32 cg_fault = 2;

// {Size:8 Wide:true Outer:true Inner:false Duplicates:true}
typedef cg_word<8>::W cg_elem;
typedef cg_i64 cg_idx;
typedef cg_u64 cg_num;
struct cg_extent { cg_u64 d; };
CG_FN cg_num cg_over(cg_num n, cg_extent d) { return n / d.d; }
constexpr bool cg_outer = true, cg_inner = false, cg_marked = true;
constexpr cg_u32 cg_fault = 2;

// {Size:8 Wide:false Outer:false Inner:true Duplicates:true}
typedef cg_word<8>::W cg_elem;
typedef cg_i32 cg_idx;
typedef cg_u32 cg_num;
typedef cg_divisor cg_extent;
CG_FN cg_num cg_over(cg_num n, cg_extent d) { return cg_quotient(n, d); }
constexpr bool cg_outer = false, cg_inner = true, cg_marked = true;
constexpr cg_u32 cg_fault = 2;

// {Size:8 Wide:true Outer:false Inner:true Duplicates:true}
typedef cg_word<8>::W cg_elem;
typedef cg_i64 cg_idx;
typedef cg_u64 cg_num;
struct cg_extent { cg_u64 d; };
CG_FN cg_num cg_over(cg_num n, cg_extent d) { return n / d.d; }
constexpr bool cg_outer = false, cg_inner = true, cg_marked = true;
constexpr cg_u32 cg_fault = 2;

// {Size:8 Wide:false Outer:true Inner:true Duplicates:true}
typedef cg_word<8>::W cg_elem;
typedef cg_i32 cg_idx;
typedef cg_u32 cg_num;
typedef cg_divisor cg_extent;
CG_FN cg_num cg_over(cg_num n, cg_extent d) { return cg_quotient(n, d); }
constexpr bool cg_outer = true, cg_inner = true, cg_marked = true;
constexpr cg_u32 cg_fault = 2;

// {Size:8 Wide:true Outer:true Inner:true Duplicates:true}
typedef cg_word<8>::W cg_elem;
typedef cg_i64 cg_idx;
typedef cg_u64 cg_num;
struct cg_extent { cg_u64 d; };
CG_FN cg_num cg_over(cg_num n, cg_extent d) { return n / d.d; }
constexpr bool cg_outer = true, cg_inner = true, cg_marked = true;
constexpr cg_u32 cg_fault = 2;

// {Size:16 Wide:false Outer:false Inner:false Duplicates:false}
typedef cg_word<16>::W cg_elem;
typedef cg_i32 cg_idx;
typedef cg_u32 cg_num;
typedef cg_divisor cg_extent;
CG_FN cg_num cg_over(cg_num n, cg_extent d) { return cg_quotient(n, d); }
constexpr bool cg_outer = false, cg_inner = false, cg_marked = false;
constexpr cg_u32 cg_fault = 2;

// {Size:16 Wide:true Outer:false Inner:false Duplicates:false}
typedef cg_word<16>::W cg_elem;
typedef cg_i64 cg_idx;
typedef cg_u64 cg_num;
struct cg_extent { cg_u64 d; };
CG_FN cg_num cg_over(cg_num n, cg_extent d) { return n / d.d; }
constexpr bool cg_outer = false, cg_inner = false, cg_marked = false;
constexpr cg_u32 cg_fault = 2;

// {Size:16 Wide:false Outer:true Inner:false Duplicates:false}
typedef cg_word<16>::W cg_elem;
typedef cg_i32 cg_idx;
typedef cg_u32 cg_num;
typedef cg_divisor cg_extent;
CG_FN cg_num cg_over(cg_num n, cg_extent d) { return cg_quotient(n, d); }
constexpr bool cg_outer = true, cg_inner = false, cg_marked = false;
constexpr cg_u32 cg_fault = 2;

// {Size:16 Wide:true Outer:true Inner:false Duplicates:false}
typedef cg_word<16>::W cg_elem;
typedef cg_i64 cg_idx;
typedef cg_u64 cg_num;
struct cg_extent { cg_u64 d; };
CG_FN cg_num cg_over(cg_num n, cg_extent d) { return n / d.d; }
constexpr bool cg_outer = true, cg_inner = false, cg_marked = false;
constexpr cg_u32 cg_fault = 2;

// {Size:16 Wide:false Outer:false Inner:true Duplicates:false}
typedef cg_word<16>::W cg_elem;
typedef cg_i32 cg_idx;
typedef cg_u32 cg_num;
typedef cg_divisor cg_extent;
CG_FN cg_num cg_over(cg_num n, cg_extent d) { return cg_quotient(n, d); }
constexpr bool cg_outer = false, cg_inner = true, cg_marked = false;
constexpr cg_u32 cg_fault = 2;

// {Size:16 Wide:true Outer:false Inner:true Duplicates:false}
typedef cg_word<16>::W cg_elem;
typedef cg_i64 cg_idx;
typedef cg_u64 cg_num;
struct cg_extent { cg_u64 d; };
CG_FN cg_num cg_over(cg_num n, cg_extent d) { return n / d.d; }
constexpr bool cg_outer = false, cg_inner = true, cg_marked = false;
constexpr cg_u32 cg_fault = 2;

// {Size:16 Wide:false Outer:true Inner:true Duplicates:false}
typedef cg_word<16>::W cg_elem;
typedef cg_i32 cg_idx;
typedef cg_u32 cg_num;
typedef cg_divisor cg_extent;
CG_FN cg_num cg_over(cg_num n, cg_extent d) { return cg_quotient(n, d); }
constexpr bool cg_outer = true, cg_inner = true, cg_marked = false;
constexpr cg_u32 cg_fault = 2;

// {Size:16 Wide:true Outer:true Inner:true Duplicates:false}
typedef cg_word<16>::W cg_elem;
typedef cg_i64 cg_idx;
typedef cg_u64 cg_num;
struct cg_extent { cg_u64 d; };
CG_FN cg_num cg_over(cg_num n, cg_extent d) { return n / d.d; }
constexpr bool cg_outer = true, cg_inner = true, cg_marked = false;
constexpr cg_u32 cg_fault = 2;

// {Size:16 Wide:false Outer:false Inner:false Duplicates:true}
typedef cg_word<16>::W cg_elem;
typedef cg_i32 cg_idx;
typedef cg_u32 cg_num;
typedef cg_divisor cg_extent;
CG_FN cg_num cg_over(cg_num n, cg_extent d) { return cg_quotient(n, d); }
constexpr bool cg_outer = false, cg_inner = false, cg_marked = true;
constexpr cg_u32 cg_fault = 2;

// {Size:16 Wide:true Outer:false Inner:false Duplicates:true}
typedef cg_word<16>::W cg_elem;
typedef cg_i64 cg_idx;
typedef cg_u64 cg_num;
struct cg_extent { cg_u64 d; };
CG_FN cg_num cg_over(cg_num n, cg_extent d) { return n / d.d; }
constexpr bool cg_outer = false, cg_inner = false, cg_marked = true;
constexpr cg_u32 cg_fault = 2;

// {Size:16 Wide:false Outer:true Inner:false Duplicates:true}
typedef cg_word<16>::W cg_elem;
typedef cg_i32 cg_idx;
typedef cg_u32 cg_num;
typedef cg_divisor cg_extent;
CG_FN cg_num cg_over(cg_num n, cg_extent d) { return cg_quotient(n, d); }
constexpr bool cg_outer = true, cg_inner = false, cg_marked = true;
constexpr cg_u32 cg_fault = 2;

// {Size:16 Wide:true Outer:true Inner:false Duplicates:true}
typedef cg_word<16>::W cg_elem;
typedef cg_i64 cg_idx;
typedef cg_u64 cg_num;
struct cg_extent { cg_u64 d; };
CG_FN cg_num cg_over(cg_num n, cg_extent d) { return n / d.d; }
constexpr bool cg_outer = true, cg_inner = false, cg_marked = true;
constexpr cg_u32 cg_fault = 2;

// {Size:16 Wide:false Outer:false Inner:true Duplicates:true}
typedef cg_word<16>::W cg_elem;
typedef cg_i32 cg_idx;
typedef cg_u32 cg_num;
typedef cg_divisor cg_extent;
CG_FN cg_num cg_over(cg_num n, cg_extent d) { return cg_quotient(n, d); }
constexpr bool cg_outer = false, cg_inner = true, cg_marked = true;
constexpr cg_u32 cg_fault = 2;

// {Size:16 Wide:true Outer:false Inner:true Duplicates:true}
typedef cg_word<16>::W cg_elem;
typedef cg_i64 cg_idx;
typedef cg_u64 cg_num;
struct cg_extent { cg_u64 d; };
CG_FN cg_num cg_over(cg_num n, cg_extent d) { return n / d.d; }
constexpr bool cg_outer = false, cg_inner = true, cg_marked = true;
constexpr cg_u32 cg_fault = 2;

// {Size:16 Wide:false Outer:true Inner:true Duplicates:true}
typedef cg_word<16>::W cg_elem;
typedef cg_i32 cg_idx;
typedef cg_u32 cg_num;
typedef cg_divisor cg_extent;
CG_FN cg_num cg_over(cg_num n, cg_extent d) { return cg_quotient(n, d); }
constexpr bool cg_outer = true, cg_inner = true, cg_marked = true;
constexpr cg_u32 cg_fault = 2;

// {Size:16 Wide:true Outer:true Inner:true Duplicates:true}
typedef cg_word<16>::W cg_elem;
typedef cg_i64 cg_idx;
typedef cg_u64 cg_num;
struct cg_extent { cg_u64 d; };
CG_FN cg_num cg_over(cg_num n, cg_extent d) { return n / d.d; }
constexpr bool cg_outer = true, cg_inner = true, cg_marked = true;
constexpr cg_u32 cg_fault = 2;

