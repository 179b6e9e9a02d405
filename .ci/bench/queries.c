// A shell for SQLite: runs each statement of its standard input in a database in memory, and prints rows and errors.
#include <stdio.h>
#include <string.h>
#include "sqlite3.h"

static int row(void *unused, int count, char **values, char **names) {
  for (int i = 0; i < count; i++) printf("%s%s=%s", i ? "|" : "", names[i], values[i] ? values[i] : "NULL");
  putchar('\n');
  return 0;
}

int main(void) {
  sqlite3 *db;
  char line[4096];
  if (sqlite3_open(":memory:", &db) != SQLITE_OK) return 2;
  while (fgets(line, sizeof line, stdin)) {
    char *error = NULL;
    if (sqlite3_exec(db, line, row, NULL, &error) != SQLITE_OK) printf("error: %s\n", error);
    sqlite3_free(error);
  }
  return sqlite3_close(db) == SQLITE_OK ? 0 : 1;
}
