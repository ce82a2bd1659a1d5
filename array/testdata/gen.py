"""Writes the .npy and .npz files beside it with NumPy (made with 1.24)."""

import numpy as np

ramp = np.arange(24).reshape(2, 3, 4)

np.save("int64.npy", ramp.astype("<i8"))
np.save("float32_big_endian.npy", ramp.astype(">f4"))
np.save("complex128_fortran.npy", np.asfortranarray(ramp + 0.5j))
np.save("bool_scalar.npy", np.array(True))
np.save("text.npy", np.array(["a", "b"]))
np.savez_compressed("mixed.npz", ramp=ramp.astype("<u2"), columns=np.asfortranarray(ramp[0] / 4), empty=np.zeros((0, 3), "<f4"))
