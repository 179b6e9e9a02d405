#include <ctype.h>
enum state { outside, inside, quoted };
struct counts { unsigned long words, lines, longest; };
// A state machine: a switch whose cases share blocks, a struct behind a pointer.
int count(const char *text, struct counts *counts) {
  enum state state = outside;
  unsigned long length = 0;
  for (; *text; text++) {
    switch (*text) {
    case '\n': counts->lines++; /* fall through */
    case ' ': case '\t':
      if (state == inside) { state = outside; if (length > counts->longest) counts->longest = length; length = 0; }
      break;
    case '"': state = state == quoted ? inside : quoted; break;
    default:
      if (state == outside) { state = inside; counts->words++; }
      length++;
    }
  }
  return state == quoted ? -1 : 0;
}
