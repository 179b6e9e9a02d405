// An array and a debugger that wants to know about it.
int offset(const int *values, int at) {
  int scaled = values[at] * 4;
  return scaled + 1;
}
