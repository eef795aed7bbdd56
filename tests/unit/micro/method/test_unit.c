/*
 * test_unit.c - decisions that are made once for all records of a household.
 *
 * Provenance: worked out by hand.
 */
#include "support/told.h"

#include <string.h>

/* Households 1 to 5 live in a, a, b, b and c; 6 has no number and lives in c by itself. */
static tacit_table *homes(tacit_ctx *cx)
{
    return with_keys(table_of(cx, "r:c,x:i,h:i",
                              "a,1,1\na,2,1\na,1,2\nb,2,3\nb,1,3\nb,1,4\nc,1,5\nc,2,5\nc,3,5\n"
                              "c,1,\n"),
                     2);
}

static mask *per_home(mask *m, const char *method)
{
    start_mask(m, method);
    argument(&m->a, "per")->text = "h";
    return m;
}

/* Two households in each place are enough for k = 2 and not for 3, however many persons live in
 * them. */
static void test_households(void **state)
{
    tacit_table *t = homes(*state);
    mask m;
    add_column(per_home(&m, "local_suppress"), t, "r");
    set_number(&m.a, "k", 2);
    argument(&m.a, "columns")->given = true;
    assert_masked(*state, &m, t, "r", "a,a,a,b,b,b,c,c,c,c");
    set_number(&m.a, "k", 3);
    assert_masked(*state, &m, t, "r", ",,,,,,,,,");
    tacit_table_free(t);
}

/* Only keys that are the same for all members are masked, whatever the others are; what is named
 * has to be. */
static void test_shared(void **state)
{
    tacit_table *t = homes(*state);
    tacit_result *told = NULL;
    mask m;
    add_column(add_column(per_home(&m, "generalize"), t, "r"), t, "x");
    argument(&m.a, "columns")->given = false;
    set_number(&m.a, "k", 3);
    set_number(&m.a, "suppression", 0);
    tacit_table *out = run_told(*state, &m, t, &told);
    assert_cells(out, "r", "*,*,*,*,*,*,*,*,*,*");
    assert_cells(out, "x", "1,2,1,2,1,1,1,2,3,1");
    assert_int_equal(tacit_table_roles(out, 1), TACIT_ROLE_KEY);
    json_decref(told);
    tacit_table_free(out);
    argument(&m.a, "columns")->given = true;
    assert_mask_fails(*state, &m, t, TACIT_ERR_DATA, "'x' differs among records");
    add_column(per_home(&m, "generalize"), t, "x");
    argument(&m.a, "columns")->given = false;
    assert_mask_fails(*state, &m, t, TACIT_ERR_DATA, "No key is the same");
    tacit_table_free(t);
}

/* What is linked with a key goes in all records of a household that loses it, not in the first. */
static void test_linked(void **state)
{
    static const char cells[] = "a,1,A,7\na,1,A,\na,2,A,7\nb,3,B,\nb,3,,8\n,4,C,9\n,5,D,9\n";
    tacit_table *t = with_keys(table_of(*state, "r:c,h:i,n:c,z:i", cells), 1);
    const char *const names[] = { "n", "z" };
    tacit_group link = { .label = "r", .n = 2, .member = names };
    mask m;
    add_column(per_home(&m, "local_suppress"), t, "r");
    set_number(&m.a, "k", 2);
    *argument(&m.a, "linked") = (tacit_value){ .given = true, .n = 1, .groups = &link };
    tacit_table *out = run_mask(*state, &m, t);
    assert_cells(out, "r", "a,a,a,,,,");
    assert_cells(out, "n", "A,A,A,,,C,D");
    assert_cells(out, "z", "7,,7,,,9,9");
    tacit_table_free(out);
    tacit_table_free(t);
}

/* Whatever is hidden of a member is hidden of all, in random households. */
static void test_no_telling(void **state)
{
    enum { HOMES = 300, SIZE = 3 };
    char text[HOMES * SIZE * 24];
    size_t n = 0;
    uint32_t x = 17;
    for (int h = 0; h < HOMES; h++)
        for (int i = 0; i < SIZE; i++) {
            if (i == 0)
                x = x * 1664525u + 1013904223u;
            n += (size_t)snprintf(text + n, sizeof text - n, "%u,%u,%u,%d\n", x >> 29, x >> 24 & 7u,
                                  x >> 18 & 3u, h);
        }
    tacit_table *t = with_keys(table_of(*state, "p:c,q:c,s:c,h:i", text), 3);
    mask m;
    per_home(&m, "local_suppress");
    for (size_t j = 0; j < 3; j++)
        add_column(&m, t, (const char *[]){ "p", "q", "s" }[j]);
    set_number(&m.a, "k", 4);
    tacit_table *out = run_mask(*state, &m, t);
    size_t gone = 0;
    for (size_t i = 0; i < tacit_table_rows(out); i++)
        for (size_t j = 0; j < 3; j++) {
            const tacit_column *c = tacit_table_column(out, j);
            const bool missing = tacit_column_is_missing(c, i);
            assert_int_equal(missing, tacit_column_is_missing(c, i - i % SIZE));
            gone += missing;
        }
    assert_true(gone > 0);
    tacit_table_free(out);
    tacit_table_free(t);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_households),
        with_context(test_shared),
        with_context(test_linked),
        with_context(test_no_telling),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
