// What the vectorizer makes of a loop: vectors, masks, loop and alias metadata.
void saxpy(float a, const float *restrict x, float *restrict y, int n) {
  for (int i = 0; i < n; i++) y[i] += a * x[i];
}
