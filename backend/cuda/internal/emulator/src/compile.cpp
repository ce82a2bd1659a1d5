#include "compile.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "scan.h"

extern char **environ;

namespace emu {

namespace {

// The folder that this library lies in; the headers are below it.
std::string home() {
  Dl_info info;
  if (!dladdr((void *)home, &info)) return ".";
  std::string path = info.dli_fname;
  size_t slash = path.rfind('/');
  return slash == std::string::npos ? "." : path.substr(0, slash);
}

bool read_file(const std::string &path, std::string &content) {
  FILE *f = fopen(path.c_str(), "rbe");
  if (!f) return false;
  content.clear();
  char buffer[1 << 14];
  while (size_t n = fread(buffer, 1, sizeof buffer, f)) content.append(buffer, n);
  fclose(f);
  return true;
}

bool write_file(const std::string &path, const std::string &content) {
  FILE *f = fopen(path.c_str(), "wbe");
  if (!f) return false;
  bool ok = fwrite(content.data(), 1, content.size(), f) == content.size();
  return fclose(f) == 0 && ok;
}

// Runs a command with its messages in a file; returns whether it succeeded.
bool run(const std::vector<std::string> &command, const std::string &messages) {
  std::vector<char *> argv;
  for (const std::string &a : command) argv.push_back((char *)a.c_str());
  argv.push_back(nullptr);
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&files, 1, messages.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  posix_spawn_file_actions_adddup2(&files, 1, 2);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t none;
  sigemptyset(&none);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
  pid_t child;
  int error = posix_spawnp(&child, argv[0], &files, &attributes, argv.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&files);
  if (error != 0) return false;
  int status = -1;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

// FNV-1a of 128 bits, in hexadecimal digits.
std::string hash(const std::string &s) {
  unsigned __int128 h = (unsigned __int128)0x6c62272e07bb0142u << 64 | 0x62b821756295c58du;
  const unsigned __int128 prime = (unsigned __int128)1 << 88 | 0x13b;
  for (unsigned char c : s) h = (h ^ c) * prime;
  char text[33];
  snprintf(text, sizeof text, "%016llx%016llx", (unsigned long long)(h >> 64), (unsigned long long)h);
  return text;
}

std::string escape(const std::string &name) {
  std::string s;
  for (char c : name) s += c == '"' || c == '\\' || c == '\n' ? '_' : c;
  return s;
}

std::string with_entries(const Scan &s, int arch) {
  std::string text = s.text + "\n#line 1 \"entries\"\n#include \"host_entry.h\"\nstatic const cg_emu_kernel cg_emu_kernels[] = {\n";
  for (const Kernel &k : s.kernels) text += "CG_EMU_KERNEL(" + k.name + (k.bounds.empty() ? "" : ", " + k.bounds) + ")\n";
  return text + "{}};\nCG_EMU_MODULE(" + std::to_string(arch) + ", " + std::to_string(s.kernels.size()) + ")\n";
}

// Compiles in an empty folder.
Compiled compile_in(const std::string &dir, const std::string &name, const std::string &text,
                    const std::vector<std::string> &defines, int arch) {
  Compiled c;
  std::string in = dir + "/text.cpp", expanded = dir + "/expanded.cpp", whole = dir + "/whole.cpp", out = dir + "/module.so", log = dir + "/log";
  write_file(in, "#line 1 \"" + escape(name) + "\"\n" + text);
  std::vector<std::string> common = {CG_COMPILER, "-std=c++17", "-w", "-DCG_EMULATED=1", "-D__CUDACC__=1", "-D__CUDACC_RTC__=1",
                                     "-D__CUDA_ARCH__=" + std::to_string(arch * 10)};
  common.insert(common.end(), defines.begin(), defines.end());
  std::vector<std::string> command = common;
  command.insert(command.end(), {"-E", in, "-o", expanded});
  bool ok = run(command, log);
  if (ok) {
    std::string preprocessed;
    read_file(expanded, preprocessed);
    write_file(whole, with_entries(scan(preprocessed), arch));
    command = common;
    command.insert(command.end(), {"-O1", "-ffp-contract=off", "-fno-strict-aliasing", "-fvisibility=hidden", "-fPIC", "-shared", "-s",
                                   "-fsanitize=alignment,bounds", "-fsanitize-undefined-trap-on-error", "-U_FORTIFY_SOURCE",
                                   "-I", home() + "/src", "-include", "host.h", whole, "-o", out, "-lm"});
#ifndef __clang__
    // Else variables of functions are shared between modules.
    command.push_back("-fno-gnu-unique");
#endif
    ok = run(command, log);
  }
  read_file(log, c.log);
  c.ok = ok && read_file(out, c.image);
  for (const std::string &file : {in, expanded, whole, out, log}) unlink(file.c_str());
  return c;
}

} // namespace

Compiled compile(const std::string &name, const std::string &text, const std::vector<std::string> &defines, int arch) {
  std::string key = text + '\0' + name + '\0' + std::to_string(arch);
  for (const std::string &d : defines) key += '\0' + d;
  std::string folder = home() + "/kernels", kept = folder + "/" + hash(key) + ".so";
  Compiled c;
  if (read_file(kept, c.image)) {
    c.ok = true;
    return c;
  }
  const char *tmp = getenv("TMPDIR");
  std::string dir = std::string(tmp && *tmp ? tmp : "/tmp") + "/cugond-nvrtc-XXXXXX";
  if (!mkdtemp(&dir[0])) {
    c.log = "no folder for temporary files: " + std::string(strerror(errno));
    return c;
  }
  c = compile_in(dir, name, text, defines, arch);
  rmdir(dir.c_str());
  if (c.ok) {
    mkdir(folder.c_str(), 0700);
    std::string part = kept + "." + std::to_string(getpid()) + "." + dir.substr(dir.size() - 6);
    if (write_file(part, c.image)) rename(part.c_str(), kept.c_str());
    else unlink(part.c_str());
  }
  return c;
}

} // namespace emu
