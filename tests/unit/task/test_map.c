/*
 * test_map.c - a risk-utility map whose reader asks for what there is so far.
 */
#include "support/check.h"

#include <jansson.h>
#include <stdlib.h>
#include <unistd.h>

#include "tacit.h"

enum { ROWS = 60, ENOUGH = 4 };

/* A file of two columns of numbers. */
static void write_numbers(const char *path)
{
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fputs("a,b\n", f);
    for (int i = 0; i < ROWS; i++)
        fprintf(f, "%d,%d\n", 1000 + i * 37 % 900, 50 + i * i * 7 % 211);
    assert_int_equal(fclose(f), 0);
}

/* Ask to end when about ENOUGH ways were tried: the next one begins, and another may be on its way.
 */
static int ask(void *user, const char *stage, uint64_t done, uint64_t total)
{
    (void)done;
    (void)total;
    const char *place = strncmp(stage, "Trying", 6) == 0 ? strrchr(stage, '(') : NULL;
    if (place != NULL && strtol(place + 1, NULL, 10) > ENOUGH)
        (void)tacit_finish(user);
    return 0;
}

static void test_so_far(void **state)
{
    (void)state;
    char path[] = "/tmp/tacit-map-XXXXXX.csv", plan[512], *text = NULL;
    tacit_ctx *cx = tacit_ctx_new();
    const int fd = mkstemps(path, 4);
    assert_true(fd >= 0);
    close(fd);
    write_numbers(path);
    snprintf(plan, sizeof plan, "data: %s\nexplore: {numbers: [a, b]}\nseed: 1099511627777\n",
             path);
    tacit_ctx_on_progress(cx, ask, cx);
    if (tacit_run(cx, NULL, "explore", plan, NULL, NULL, &text) != TACIT_DONE)
        fail_msg("%s", tacit_message(cx));
    json_t *record = json_loads(text, 0, NULL);
    const json_t *section = json_array_get(json_object_get(record, "sections"), 0), *way;
    const json_t *result = json_array_get(json_object_get(section, "results"), 0);
    size_t i, tried = 0, frontier = 0;
    json_array_foreach(json_object_get(result, "ways"), i, way)
    {
        tried += json_is_true(json_object_get(way, "tried"));
        frontier += json_is_true(json_object_get(way, "frontier"));
    }
    assert_true(tried > 0 && tried < json_array_size(json_object_get(result, "ways")));
    assert_true(frontier > 0);
    assert_non_null(strstr(text, "Not tried, as it was asked to end: "));
    json_decref(record);
    tacit_text_free(text);
    tacit_ctx_free(cx);
    unlink(path);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_so_far) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
