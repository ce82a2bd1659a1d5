#include "scan.h"

#include <cctype>
#include <cstddef>

namespace emu {

namespace {

struct Token {
  size_t begin, end;
  std::string text;
};

bool word(char c) { return isalnum((unsigned char)c) || c == '_'; }

// Words, literals and single marks; lines of the preprocessor are left out.
std::vector<Token> tokens(const std::string &s) {
  std::vector<Token> out;
  bool line_start = true;
  for (size_t i = 0; i < s.size();) {
    char c = s[i];
    size_t j = i + 1;
    if (c == '\n') {
      line_start = true;
      i = j;
      continue;
    }
    if (isspace((unsigned char)c)) {
      i = j;
      continue;
    }
    if (c == '#' && line_start) {
      while (j < s.size() && s[j] != '\n') j++;
      i = j;
      continue;
    }
    line_start = false;
    if (word(c)) {
      // A mark in a number separates digits and begins no literal.
      while (j < s.size() && (word(s[j]) || (isdigit((unsigned char)c) && s[j] == '\'' && word(s[j + 1])))) j++;
    } else if (c == '"' || c == '\'') {
      while (j < s.size() && s[j] != c) j += s[j] == '\\' ? 2 : 1;
      j++;
    }
    out.push_back({i, j, s.substr(i, j - i)});
    i = j;
  }
  return out;
}

// The token after the one that closes what token i opens.
size_t after_closing(const std::vector<Token> &t, size_t i) {
  int depth = 0;
  for (; i < t.size(); i++) {
    if (t[i].text == "(") depth++;
    else if (t[i].text == ")" && --depth == 0) return i + 1;
  }
  return i;
}

bool is(const std::vector<Token> &t, size_t i, const char *text) { return i < t.size() && t[i].text == text; }

// The kernel whose declaration has __global__ at token i, or one without a name.
Kernel kernel_at(const std::string &s, const std::vector<Token> &t, size_t i) {
  bool c = false, is_template = false;
  for (size_t k = i; k-- > 0 && t[k].text != ";" && t[k].text != "}" && t[k].text != "{";) {
    if (t[k].text == "extern" && is(t, k + 1, "\"C\"")) c = true;
    if (t[k].text == "template") is_template = true;
  }
  Kernel found;
  if (!c || is_template) return found;
  for (size_t k = i + 1; k + 1 < t.size() && t[k].text != ";" && t[k].text != "{"; k++) {
    if (!word(t[k].text[0]) || t[k + 1].text != "(") continue;
    size_t after = after_closing(t, k + 1);
    if (t[k].text == "__launch_bounds__") {
      found.bounds = s.substr(t[k + 1].end, t[after - 1].begin - t[k + 1].end);
    } else if (t[k].text != "__maxnreg__" && t[k].text != "__attribute__" && t[k].text != "alignas" && t[k].text != "__align__") {
      if (is(t, after, "{")) found.name = t[k].text;
      return found;
    }
    k = after - 1;
  }
  return found;
}

} // namespace

Scan scan(const std::string &s) {
  std::vector<Token> t = tokens(s);
  Scan out;
  size_t copied = 0;
  auto replace = [&](size_t begin, size_t end, const std::string &text) {
    out.text += s.substr(copied, begin - copied) + text;
    copied = end;
  };
  for (size_t i = 0; i < t.size(); i++) {
    if (t[i].text == "__global__") {
      Kernel k = kernel_at(s, t, i);
      if (!k.name.empty()) out.kernels.push_back(k);
    } else if (t[i].text == "extern" && is(t, i + 1, "__shared__")) {
      size_t end = i;
      while (end < t.size() && t[end].text != ";") end++;
      if (end < i + 5 || end == t.size() || t[end - 2].text != "[" || t[end - 1].text != "]") continue;
      const Token &name = t[end - 3];
      replace(t[i].begin, t[end].begin, s.substr(t[i + 1].end, name.begin - t[i + 1].end) + " *" + name.text +
                                            " = (decltype(" + name.text + "))cg_emu_self->block->shared");
      i = end;
    } else if (t[i].text == "__shared__" && is(t, i + 1, "alignas")) {
      size_t after = after_closing(t, i + 2);
      replace(t[i].begin, t[after - 1].end, s.substr(t[i + 1].begin, t[after - 1].end - t[i + 1].begin) + " __shared__");
      i = after - 1;
    }
  }
  out.text += s.substr(copied);
  return out;
}

} // namespace emu
