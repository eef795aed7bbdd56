/*
 * fuzz_edit.c - one value of any text is changed, or the change is refused with a message.
 *
 * The first line is the path, with slashes; '=' and a JSON value may follow it, else the
 * value is removed.
 */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

#include "plan/edit/edit.h"

enum { MOST_PARTS = 8 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    char *text = malloc(n + 1);
    FUZZ_CHECK(text != NULL);
    memcpy(text, data, n);
    text[n] = '\0';

    char *rest = text, *way = strsep(&rest, "\n");
    char *asked = way;
    way = strsep(&asked, "=");
    const char *part[MOST_PARTS];
    tacit_plan_path path = { 0, part };
    bool adds = false; /* to the end of a list, each time */
    while (way != NULL && path.n < MOST_PARTS) {
        part[path.n] = strsep(&way, "/");
        adds = adds || strcmp(part[path.n++], "-") == 0;
    }
    json_t *value = asked != NULL ? json_loads(asked, JSON_DECODE_ANY, NULL) : NULL;

    tacit_ctx *cx = tacit_ctx_new();
    tacit_buffer out = { 0 }, again = { 0 };
    const tacit_status status = tacit_plan_edit(cx, rest != NULL ? rest : "", &path, value, &out);
    fuzz_check_status(cx, status);
    FUZZ_CHECK((status == TACIT_OK) == (out.text != NULL));
    if (status == TACIT_OK && value != NULL && !adds) {
        FUZZ_CHECK(tacit_plan_edit(cx, out.text, &path, value, &again) == TACIT_OK);
        FUZZ_CHECK(strcmp(out.text, again.text) == 0);
    }
    tacit_buffer_free(&out);
    tacit_buffer_free(&again);
    tacit_ctx_free(cx);
    json_decref(value);
    free(text);
    return 0;
}
