/*
 * golden.h - reference data and figures of other programs, kept outside the project.
 *
 * They are read from the folder that TACIT_SHARED names, or from "shared" beside the
 * project's folder (TACIT_SOURCE_DIR); without it the tests are skipped and say so.
 */
#ifndef TACIT_TESTS_GOLDEN_GOLDEN_H
#define TACIT_TESTS_GOLDEN_GOLDEN_H

#include "support/measures.h"

#include <unistd.h>

#include "engine/engine.h"

enum { GOLDEN_PATH = 1024 };

/* The path of `name` in the folder of references. */
static inline const char *golden_path(const char *name, char out[GOLDEN_PATH])
{
    const char *shared = getenv("TACIT_SHARED"), *source = getenv("TACIT_SOURCE_DIR");
    if (shared != NULL)
        snprintf(out, GOLDEN_PATH, "%s/%s", shared, name);
    else
        snprintf(out, GOLDEN_PATH, "%s/../shared/%s", source == NULL ? "." : source, name);
    return out;
}

/* Whether the references are there. */
static inline bool golden_is_there(void)
{
    char path[GOLDEN_PATH];
    return access(golden_path("golden", path), R_OK) == 0;
}

/* Run the tests of a group, or without references none: cmocka's own skip() prints "not ok",
 * which counts as a failure. */
#define golden_run_tests(tests)                                                                    \
    (golden_is_there()                                                                             \
         ? cmocka_run_group_tests(tests, NULL, NULL)                                               \
         : skip_test_group("there are no references; TACIT_SHARED names their folder"))

/* The JSON file `name`; the caller frees with json_decref(). */
static inline json_t *golden_json(const char *name)
{
    char path[GOLDEN_PATH];
    json_error_t error;
    json_t *root = json_load_file(golden_path(name, path), 0, &error);
    if (root == NULL)
        fail_msg("%s:%d: %s", name, error.line, error.text);
    return root;
}

/* The element of `list` whose `key` is `value`. */
static inline const json_t *golden_entry(const json_t *list, const char *key, const char *value)
{
    const json_t *entry = NULL, *found = NULL;
    size_t i;
    json_array_foreach(list, i, entry)
    {
        const char *text = json_string_value(json_object_get(entry, key));
        if (text != NULL && strcmp(text, value) == 0)
            found = entry;
    }
    if (found == NULL)
        fail_msg("no entry with %s '%s'", key, value);
    return found;
}

/* The number at a path of keys "risk/prosecutor/highest" below `object`. */
static inline double golden_number(const json_t *object, const char *keys)
{
    char key[128];
    const char *at = keys;
    while (*at != '\0') {
        const size_t n = strcspn(at, "/");
        snprintf(key, sizeof key, "%.*s", (int)n, at);
        object = json_object_get(object, key);
        at += n + (at[n] == '/');
    }
    if (!json_is_number(object))
        fail_msg("'%s' is not a number", keys);
    return json_number_value(object);
}

/* The delimited file `name`, fields with `delimiter` between them; the caller frees. */
static inline tacit_table *golden_table(tacit_ctx *cx, const char *name, const char *delimiter)
{
    char path[GOLDEN_PATH];
    tacit_value at[TACIT_SOURCE_ARGS];
    tacit_args args;
    tacit_data *data = NULL;
    tacit_table *t = NULL;
    tacit_args_preset(TACIT_SOURCE_PARAMS, at, &args);
    at[TACIT_SOURCE_DELIMITER] = (tacit_value){ .given = true, .text = delimiter };
    const tacit_source source = { .uri = golden_path(name, path), .args = &args };
    assert_ok(cx, tacit_data_open(cx, &source, &data));
    assert_ok(cx, tacit_data_load(cx, data, NULL, &t));
    tacit_data_close(data);
    return t;
}

/* Make keys of the columns called `names`, a JSON list of texts, and of no others. */
static inline void golden_keys(tacit_table *t, const json_t *names)
{
    const json_t *name = NULL;
    size_t i;
    for (size_t j = 0; j < tacit_table_columns(t); j++)
        tacit_table_set_roles(t, j, 0);
    json_array_foreach(names, i, name)
    {
        const size_t j = tacit_table_find(t, json_string_value(name));
        assert_true(j < tacit_table_columns(t));
        tacit_table_set_roles(t, j, TACIT_ROLE_KEY);
    }
}

/* |x - y| <= by * |y|. */
static inline void assert_relative(double x, double y, double by)
{
    assert_near(x, y, by * fabs(y));
}

#endif
