/*
 * files.h - a folder of its own for each test, and small files in it.
 */
#ifndef TACIT_TESTS_SUPPORT_FILES_H
#define TACIT_TESTS_SUPPORT_FILES_H

#include "support/check.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_BYTES = 512 };

/* A test's folder and context. */
typedef struct place {
    char folder[PATH_BYTES / 2];
    tacit_ctx *cx;
    const char *database; /* how to connect to one of its own (postgresql.h), or NULL */
} place;

/* cmocka's fixture: a place in *state. */
int make_place(void **state);

/* The path of the file `name` in the folder. */
const char *path_of(const place *p, const char *name, char out[PATH_BYTES]);

/* How many files and folders the folder has, hidden ones included. */
size_t count_files(const place *p);

/* Remove the folder with its files (it has no folders but empty ones). */
int remove_place(void **state);

/* A test with a place of its own. */
#define with_place(test) cmocka_unit_test_setup_teardown(test, make_place, remove_place)

/* Write `n` bytes to the file `name`. */
void put_bytes(const place *p, const char *name, const char *bytes, size_t n);

/* Write a text to the file `name`. */
void put_text(const place *p, const char *name, const char *text);

/* Read the start of the file `name` as a text. */
const char *get_text(const place *p, const char *name, char *out, size_t room);

#endif
