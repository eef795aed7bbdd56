/*
 * settings.h - arguments of simple masking methods, for examples.h.
 */
#ifndef TACIT_TESTS_CONTRACT_SETTINGS_H
#define TACIT_TESTS_CONTRACT_SETTINGS_H

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support/masks.h"

/* A threshold. */
static void set_at(arguments *a)
{
    set_number(a, "at", 7);
}

/* A share. */
static void set_share(arguments *a)
{
    set_number(a, "share", 0.1);
}

/* A share, replaced by its mean. */
static void set_mean(arguments *a)
{
    set_number(set_number(a, "share", 0.25), "replace", 1);
}

/* A width of intervals. */
static void set_width(arguments *a)
{
    set_number(a, "width", 5);
}

/* Breaks around all numbers of random tables. */
static void set_breaks(arguments *a)
{
    static const double breaks[] = { -50, 0, 10.5, 500000 };
    tacit_value *v = argument(a, "breaks");
    v->reals = breaks;
    v->n = 4;
}

/* A group with a value of each type. */
static void set_groups(arguments *a)
{
    static const char *const members[] = { "v1", "v2", "5", "1970-01-03" };
    static const tacit_group groups[] = { { .label = "some", .member = members, .n = 4 } };
    tacit_value *v = argument(a, "groups");
    v->groups = groups;
    v->n = 1;
}

/* Uniform noise, restored and whole. */
static void set_uniform(arguments *a)
{
    set_number(set_number(set_number(a, "law", 1), "restore", 1), "whole", 1);
}

/* Four parts, closed on the right. */
static void set_right_parts(arguments *a)
{
    set_number(set_number(a, "parts", 4), "closed", 1);
}

/* A share, replaced by a label. */
static void set_label(arguments *a)
{
    set_number(set_number(a, "share", 0.1), "replace", 3);
}

/* Rounding by chance. */
static void set_random_base(arguments *a)
{
    set_number(set_number(a, "base", 5), "how", 3);
}

/* A systematic sample. */
static void set_systematic(arguments *a)
{
    set_number(set_number(a, "share", 0.3), "how", 1);
}

/* The largest shift of a date. */
static void set_most(arguments *a)
{
    set_number(a, "most", 30);
}

/* Two combinations of a value of each type, and some records. */
static void set_listed(arguments *a)
{
    static const char *const values[] = { "v1", "5", "5.5", "1970-01-03" };
    static const tacit_group lists[] = { { .label = "1", .member = values, .n = 1 },
                                         { .label = "2", .member = values + 1, .n = 1 },
                                         { .label = "3", .member = values + 2, .n = 1 },
                                         { .label = "4", .member = values + 3, .n = 1 } };
    static const char *const by[] = { "a" };
    static const double rows[] = { 1, 7, 16390 };
    tacit_value *v = argument(a, "combinations");
    v->groups = lists;
    v->n = 4;
    argument(a, "by")->texts = by;
    argument(a, "by")->n = 1;
    argument(a, "rows")->reals = rows;
    argument(a, "rows")->n = 3;
}

static char key_path[64];

/* Remove the key file when the process ends. */
static void remove_key(void)
{
    unlink(key_path);
}

/* A key file that only we can read, for as long as the process lives. */
static void set_key(arguments *a)
{
    static const char key[] = "0123456789abcdef0123456789abcdef";
    if (key_path[0] == '\0') {
        snprintf(key_path, sizeof key_path, "/tmp/tacit-test-key-XXXXXX");
        const int fd = mkstemp(key_path);
        assert_true(fd >= 0 && write(fd, key, sizeof key) == (ssize_t)sizeof key);
        close(fd);
        atexit(remove_key);
    }
    argument(a, "key")->text = key_path;
}

#endif
