"""The libraries beside which cugond is measured, each optional.

    python3 peers.py NAME DEVICE

computes one small chain by a library, which compare.py --first times.
"""
import importlib
import os
import sys

sys.dont_write_bytecode = True  # leaves no files beside the script

import rows


class Peer:
    """A library. Arrays stay where put brought them."""

    name = ""  # as in --peers and in CSV files
    title = ""  # as in tables
    gpu = False  # whether it computes on the GPU, and so can queue calls

    def __init__(self, module):
        self.module = module
        self.formulas = {k: self.bound(f) for k, f in rows.FORMULAS.items()}

    def bound(self, formula):
        """A formula with this library's functions."""
        module = self.module
        return lambda *arrays: formula(module, *arrays)

    def function(self, formula, inputs):
        """Returns a function of no arguments that computes a formula of NumPy arrays, or None."""
        f = self.formulas.get(formula)
        if f is None:
            return None
        arrays = inputs if formula == "transfer" else [self.put(x) for x in inputs]
        return lambda: f(*arrays)

    def put(self, x):
        """Brings a NumPy array to where the library computes."""
        return x

    def wait(self, result):
        """Waits for the result of the latest call, and so for all calls."""

    def release(self):
        """Gives cached memory and compiled functions back."""

    def version(self):
        return f"{self.title} {self.module.__version__}"


class NumPy(Peer):
    name, title = "numpy", "NumPy"

    def __init__(self, device):
        super().__init__(importlib.import_module("numpy"))


class CuPy(Peer):
    name, title, gpu = "cupy", "CuPy", True

    def __init__(self, device):
        os.environ["CUPY_TF32"] = "0"
        cp = importlib.import_module("cupy")
        cp.cuda.Device(index_of(device)).use()
        super().__init__(cp)
        f32 = cp.float32
        self.formulas.update(
            argsort=cp.argsort,  # which is stable
            grayscale=lambda im: cp.multiply(im[..., 0], f32(0.299), dtype=f32)
            + cp.multiply(im[..., 1], f32(0.587), dtype=f32)
            + cp.multiply(im[..., 2], f32(0.114), dtype=f32),
            transfer=lambda a, b: cp.asnumpy(cp.asarray(a) + cp.asarray(b)),
        )

    def put(self, x):
        return self.module.asarray(x)

    def wait(self, result):
        self.module.cuda.get_current_stream().synchronize()

    def release(self):
        self.module.get_default_memory_pool().free_all_blocks()
        self.module.get_default_pinned_memory_pool().free_all_blocks()

    def version(self):
        v = self.module.cuda.runtime.runtimeGetVersion()
        return f"CuPy {self.module.__version__} with CUDA {v // 1000}.{v % 1000 // 10}"


class Fuse(CuPy):
    name, title = "fuse", "cupy.fuse"

    def __init__(self, device):
        super().__init__(device)
        cp, f32 = self.module, self.module.float32
        gray = cp.fuse(
            lambda r, g, b: r.astype(f32) * f32(0.299) + g.astype(f32) * f32(0.587) + b.astype(f32) * f32(0.114),
            kernel_name="gray",
        )
        self.formulas = {
            "chain": cp.fuse(lambda a, b: rows.chain(cp, a, b), kernel_name="chain"),
            "grayscale": lambda im: gray(im[..., 0], im[..., 1], im[..., 2]),
        }


class Torch(Peer):
    name, title = "torch", "PyTorch"

    def __init__(self, device):
        torch = importlib.import_module("torch")
        super().__init__(torch)
        self.gpu = device != "cpu"
        self.device = torch.device(device)
        if self.gpu:
            torch.cuda.set_device(self.device)
            torch.backends.cuda.matmul.allow_tf32 = False
        torch.set_float32_matmul_precision("highest")
        self.formulas.update(
            std=lambda a: a.std(correction=0),
            sum_mean_std=lambda a: (a.sum(), a.mean(), a.std(correction=0)),
            transpose_copy=lambda a: a.T.contiguous(),
            sort=lambda a: torch.sort(a).values,
            argsort=lambda a: torch.argsort(a, stable=True),
            transfer=lambda a, b: (self.put(a) + self.put(b)).cpu().numpy(),
        )

    def put(self, x):
        return self.module.from_numpy(x).to(self.device)

    def wait(self, result):
        if self.gpu:
            self.module.cuda.synchronize()

    def release(self):
        if self.gpu:
            self.module.cuda.empty_cache()


class Compile(Torch):
    name, title = "compile", "torch.compile"

    # Of the others it makes what PyTorch runs anyway.
    COMPILED = "chain add sum sum_mean_std sum_axis0 sum_axis1 transpose_copy exp tanh cumsum grayscale".split()

    def function(self, formula, inputs):
        f = self.formulas[formula]
        if formula not in self.COMPILED:
            return None
        arrays = [self.put(x) for x in inputs]
        f = self.module.compile(f, dynamic=False)
        return lambda: f(*arrays)

    def release(self):
        self.module.compiler.reset()
        super().release()


class JAX(Peer):
    name, title = "jax", "JAX"

    def __init__(self, device):
        os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")
        self.gpu = device != "cpu"
        if not self.gpu:
            os.environ.setdefault("JAX_PLATFORMS", "cpu")
        self.jax = jax = importlib.import_module("jax")
        jax.config.update("jax_enable_x64", True)
        jax.config.update("jax_default_matmul_precision", "highest")
        self.device = jax.devices("gpu" if self.gpu else "cpu")[index_of(device)]
        jnp = importlib.import_module("jax.numpy")
        super().__init__(jnp)
        f32 = jnp.float32
        self.formulas.update(
            transpose_copy=lambda a: jnp.copy(a.T),
            argsort=lambda a: jnp.argsort(a, stable=True),
            put=lambda dst, values, index: dst.at[index].set(values),
            grayscale=lambda im: f32(0.299) * im[..., 0].astype(f32)
            + f32(0.587) * im[..., 1].astype(f32)
            + f32(0.114) * im[..., 2].astype(f32),
        )
        eager = {"compact": self.formulas.pop("compact")}  # its length depends on the data
        self.formulas = {k: jax.jit(f) for k, f in self.formulas.items()}
        add = self.formulas["add"]
        self.formulas.update(eager, transfer=lambda a, b: rows.np.asarray(add(self.put(a), self.put(b))))

    def put(self, x):
        return self.jax.device_put(x, self.device)

    def wait(self, result):
        self.jax.block_until_ready(result)

    def release(self):
        self.jax.clear_caches()

    def version(self):
        return f"JAX {self.jax.__version__}"


CLASSES = {c.name: c for c in (NumPy, CuPy, Fuse, Torch, Compile, JAX)}


def index_of(device):
    """The number of a device: 1 of "cuda:1"."""
    return int(device.partition(":")[2] or 0)


def fitting(device):
    """The names of the libraries that can compute on a device, or beside it."""
    return [n for n, c in CLASSES.items() if device != "cpu" or not c.gpu]


def opened(names, device):
    """Returns the libraries that can be used, and for the others a note each."""
    found, notes = [], []
    for name in names:
        try:
            found.append(CLASSES[name](device))
        except Exception as e:  # whatever a library raises where it can't work
            notes.append(f"{CLASSES[name].title} is left out: {type(e).__name__}: {first_line(e)}")
    return found, notes


def first_line(e):
    return (str(e).strip().splitlines() or [""])[0][:200]


def main(name, device):
    peer = CLASSES[name](device)
    peer.wait(peer.function("chain", rows.vectors()(16))())


if __name__ == "__main__":
    main(*sys.argv[1:])
