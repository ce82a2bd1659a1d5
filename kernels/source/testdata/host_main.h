// Reads a kernel's number, a count and the operands' elements; writes as many
// results; until the input ends.

static char *read_elements(int bytes) {
  char *p = (char *)aligned_alloc(16, (bytes + 15) / 16 * 16);
  if (bytes > 0 && fread(p, bytes, 1, stdin) != 1) exit(1);
  return p;
}

int main() {
  int head[2];
  while (fread(head, sizeof head, 1, stdin) == 1) {
    const job &j = jobs[head[0]];
    int n = head[1];
    char *args[3];
    for (int k = 0; k < 3; k++) args[k] = read_elements(n * j.in[k]);
    char *out = (char *)aligned_alloc(16, (n * j.out + 15) / 16 * 16);
    for (int i = 0; i < n; i++) j.run(out, args[0], args[1], args[2], i);
    fwrite(out, j.out, n, stdout);
    for (int k = 0; k < 3; k++) free(args[k]);
    free(out);
  }
  return 0;
}
