/*
 * test_jj.c - JJ files are read and written back as they are, and refused with their line.
 */
#include "support/check.h"

#include "tabular/format/jj.h"

/* 5 = 2 + 3, with the 2 sensitive. */
#define CELLS "0\n3\n0 5 5 s 0 10 0 0 0\n1 2 2 u 0 4.5 1 1.5 0\n2 3 3 z 3 3 0 0 0\n"
static const char SMALL[] = CELLS "1\n0 3 : 0 (-1) 1 (1) 2 (1)\n";

static void test_round_trip(void **state)
{
    tacit_ctx *cx = *state;
    tacit_system *s = NULL;
    tacit_buffer out = { 0 };
    assert_ok(cx, tacit_jj_read(cx, "a.jj", SMALL, &s));
    assert_int_equal(s->n_cells, 3);
    assert_int_equal(s->n_equations, 1);
    assert_int_equal(s->cell[1].status, TACIT_CELL_PRIMARY);
    assert_near(s->cell[1].upper, 1.5, 0);
    assert_near(s->cell[0].unit, 1, 0);
    assert_int_equal(tacit_system_find_wrong(s), 1);
    assert_ok(cx, tacit_jj_write(cx, s, &out));
    assert_string_equal(out.text, SMALL);
    tacit_buffer_free(&out);
    tacit_system_free(s);
}

static void check_refused(tacit_ctx *cx, const char *text, const char *message)
{
    tacit_system *s = NULL;
    assert_fails(cx, tacit_jj_read(cx, "a.jj", text, &s), TACIT_ERR_DATA, message);
    assert_null(s);
}

static void test_refusals(void **state)
{
    tacit_ctx *cx = *state;
    check_refused(cx, "", "a.jj:1: the line '0' of a JJ file is expected here.");
    check_refused(cx, "0\n1\n0 5 5 q 0 10 0 0 0\n0\n", "a.jj:3: a status (s, u, m or z)");
    check_refused(cx, "0\n1\n7 5 5 s 0 10 0 0 0\n0\n", "a.jj:3: the number of the next cell");
    check_refused(cx, "0\n1\n0 11 5 s 0 10 0 0 0\n0\n", "a.jj:3: a value between its bounds");
    check_refused(cx, "0\n1\n0 nan 5 s 0 10 0 0 0\n0\n", "a.jj:3: the value of a cell");
    check_refused(cx, CELLS, "the number of equations is expected here.");
    check_refused(cx, CELLS "1\n0 3 : 0 (-1) 1 (1) 9 (1)\n", "a.jj:7: the number of a cell");
    check_refused(cx, CELLS "1\n0 3 : 0 (-1) 1 (1e110) 2 (1)\n", "a.jj:7: a weight of moderate");
    check_refused(cx, CELLS "1\n4 3 : 0 (-1) 1 (1) 2 (1)\n", "a.jj:7: an equation");
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_round_trip),
        with_context(test_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
