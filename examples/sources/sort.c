// Insertion sort: two nested loops, phis that carry the element being placed.
void sort(int *values, int count) {
  for (int i = 1; i < count; i++) {
    int placed = values[i], j = i;
    for (; j > 0 && values[j - 1] > placed; j--)
      values[j] = values[j - 1];
    values[j] = placed;
  }
}
