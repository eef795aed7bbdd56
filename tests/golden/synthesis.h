/*
 * synthesis.h - reference figures of synthetic data.
 */
#ifndef TACIT_TESTS_GOLDEN_SYNTHESIS_H
#define TACIT_TESTS_GOLDEN_SYNTHESIS_H

#include "golden/golden.h"

/* The file, in which a number that is none is written as Python does; the caller frees with
 * json_decref(). */
static inline json_t *golden_synthesis(void)
{
    char path[GOLDEN_PATH];
    FILE *f = fopen(golden_path("golden/synthesis.json", path), "rb");
    assert_non_null(f);
    assert_int_equal(fseek(f, 0, SEEK_END), 0);
    const size_t n = (size_t)ftell(f);
    char *text = calloc(n + 1, 1);
    assert_non_null(text);
    rewind(f);
    assert_int_equal(fread(text, 1, n, f), n);
    fclose(f);
    for (char *at = strstr(text, "NaN"); at != NULL; at = strstr(at, "NaN"))
        memcpy(at, "0.0", 3);
    json_t *root = json_loads(text, 0, NULL);
    assert_non_null(root);
    free(text);
    return root;
}

#endif
