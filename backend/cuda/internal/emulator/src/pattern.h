// What fills memory that nothing was written to, and the zones around it.

#pragma once

namespace emu {

constexpr unsigned char unwritten = 0xa5, guard = 0x5a;

} // namespace emu
