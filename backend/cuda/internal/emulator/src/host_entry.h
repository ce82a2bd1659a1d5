// The entries of a module, after the kernels' text: each takes a packed
// parameter buffer apart by the type of its kernel.

template <class F> struct cg_emu_signature;
template <class... P> struct cg_emu_signature<void(P...)> {
  static constexpr unsigned count = sizeof...(P);
  struct layout {
    unsigned offsets[count + 1], sizes[count + 1], bytes;
  };
  static constexpr layout make() {
    layout l = {};
    const unsigned size[] = {(unsigned)sizeof(P)..., 0}, align[] = {(unsigned)alignof(P)..., 1};
    for (unsigned i = 0; i < count; i++) {
      l.offsets[i] = (l.bytes + align[i] - 1) / align[i] * align[i];
      l.sizes[i] = size[i];
      l.bytes = l.offsets[i] + size[i];
    }
    return l;
  }
  static constexpr layout packed = make();

  template <unsigned...> struct indices {};
  template <unsigned n, unsigned... i> struct upto : upto<n - 1, n - 1, i...> {};
  template <unsigned... i> struct upto<0, i...> { typedef indices<i...> type; };

  template <void (*kernel)(P...), unsigned... i> static void call(const char *params, indices<i...>) {
    kernel(*(const P *)(params + packed.offsets[i])...);
  }
  template <void (*kernel)(P...)> static void run(const char *params) {
    call<kernel>(params, typename upto<count>::type());
  }
};

static constexpr unsigned cg_emu_bounds(unsigned threads = 0, unsigned = 0, unsigned = 0) { return threads; }
static cg_emu_thread **cg_emu_self_address() { return &cg_emu_self; }

#define CG_EMU_KERNEL(name, ...)                                               \
  {#name, cg_emu_signature<decltype(name)>::run<name>,                         \
   cg_emu_signature<decltype(name)>::count,                                    \
   cg_emu_signature<decltype(name)>::packed.offsets,                           \
   cg_emu_signature<decltype(name)>::packed.sizes,                             \
   cg_emu_signature<decltype(name)>::packed.bytes, cg_emu_bounds(__VA_ARGS__)},

#define CG_EMU_MODULE(arch, n)                                                 \
  extern "C" __attribute__((visibility("default"))) const cg_emu_module        \
      cg_emu_this = {CG_EMU_ABI_VERSION, arch, cg_emu_kernels, n, cg_emu_self_address, &cg_emu};
