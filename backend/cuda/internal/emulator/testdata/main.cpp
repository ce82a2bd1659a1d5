// Runs the cases named by the arguments; without any, prints all names.

#include "selftest.h"

std::map<std::string, void (*)()> *cases;

int main(int argc, char **argv) {
  for (int i = 1; i < argc; i++) {
    auto at = cases->find(argv[i]);
    REQUIRE(at != cases->end());
    cgEmulatorReset();
    at->second();
  }
  if (argc == 1) {
    for (auto &c : *cases) printf("%s\n", c.first.c_str());
  }
  return 0;
}
