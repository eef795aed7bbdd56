/*
 * test_survey.c - the survey as a stream: reproducible, in chunks, with its rarities.
 */
#include "unit/example/sample.h"

#include <stdio.h>

#include "base/hash.h"
#include "base/pool.h"

/* Hash of all cells as text, so the same on every machine; counts rows and chunks. */
static uint64_t hash_table(uint64_t hash, const tacit_table *t, size_t rows)
{
    char out[32];
    for (size_t j = 0; j < tacit_table_columns(t); j++)
        for (size_t i = 0; i < rows; i++) {
            const char *text = tacit_column_text(tacit_table_column(t, j), i, out);
            hash = tacit_hash_u64(hash ^ tacit_hash_bytes(text, strlen(text)));
        }
    return hash;
}

typedef struct reading {
    uint64_t hash;
    size_t rows, chunks;
} reading;

/* A chunk begins with a head, so no household spans two, and numbers go on. */
static void check_chunk(const tacit_table *chunk, size_t before)
{
    char expected[32];
    (void)snprintf(expected, sizeof expected, "P%07zu", before + 1);
    assert_in_range(tacit_table_rows(chunk), 1, TACIT_SURVEY_CHUNK);
    assert_true(is_text(chunk, "relation", 0, "head"));
    assert_true(is_text(chunk, "person_id", 0, expected));
}

static reading read_all(uint64_t seed, uint64_t rows)
{
    reading r = { .hash = 1 };
    tacit_ctx *cx = tacit_ctx_new();
    tacit_survey *survey = NULL;
    assert_int_equal(tacit_survey_new(cx, seed, rows, &survey), TACIT_OK);
    const tacit_rows *source = tacit_survey_source(survey);
    tacit_table *chunk = NULL;
    assert_int_equal(source->next(cx, source->user, &chunk), TACIT_OK);
    while (chunk != NULL) {
        check_chunk(chunk, r.rows);
        assert_int_equal(tacit_table_columns(chunk), tacit_table_columns(source->shape));
        r.hash = hash_table(r.hash, chunk, tacit_table_rows(chunk));
        r.rows += tacit_table_rows(chunk);
        r.chunks++;
        tacit_table_free(chunk);
        assert_int_equal(source->next(cx, source->user, &chunk), TACIT_OK);
    }
    tacit_survey_free(survey);
    tacit_ctx_free(cx);
    return r;
}

static void same_seed_same_bytes(void **state)
{
    (void)state;
    const reading a = read_all(SEED, 20000), b = read_all(SEED, 20000), c = read_all(43, 20000);
    assert_true(a.hash == b.hash);
    assert_true(a.hash != c.hash);
}

/* Recorded once: it guards the example data, which the documentation shows, against
 * change by accident, by compiler or by machine. */
static void demo_data_never_change(void **state)
{
    (void)state;
    assert_true(read_all(SEED, DEMO).hash == UINT64_C(0xeaa8ffc5162241f8));
}

static void threads_do_not_matter(void **state)
{
    (void)state;
    const size_t before = tacit_pool_threads();
    tacit_pool_set(1);
    const reading one = read_all(SEED, 150000);
    tacit_pool_set(8);
    const reading eight = read_all(SEED, 150000);
    tacit_pool_set(before);
    assert_true(one.hash == eight.hash);
    assert_int_equal(one.rows, 150000);
    assert_int_equal(one.chunks, 3);
}

static void first_rows_do_not_depend_on_total(void **state)
{
    const sample *many = *state;
    sample few = read_sample(SEED, 1003);
    assert_true(hash_table(1, few.t, 1003) == hash_table(1, many->t, 1003));
    tear_down((void *[]){ &few });
}

static void no_rows_and_one_row(void **state)
{
    (void)state;
    const reading none = read_all(SEED, 0), one = read_all(SEED, 1);
    assert_int_equal(none.rows, 0);
    assert_int_equal(none.chunks, 0);
    assert_int_equal(one.rows, 1);
}

/* Household 500 has 11 members: a survey that ends inside it keeps its head. */
static void last_household_may_be_cut(void **state)
{
    const sample *s = *state;
    size_t head = 0;
    while (s->household[head] != 500)
        head++;
    sample cut = read_sample(SEED, head + 4);
    assert_true(is_text(cut.t, "relation", head, "head"));
    assert_int_equal(cut.household[head + 3], 500);
    assert_int_equal(cut.size[head + 3], 11);
    tear_down((void *[]){ &cut });
}

static void cancelling_stops(void **state)
{
    (void)state;
    tacit_ctx *cx = tacit_ctx_new();
    tacit_survey *survey = NULL;
    assert_int_equal(tacit_survey_new(cx, SEED, 100, &survey), TACIT_OK);
    const tacit_rows *source = tacit_survey_source(survey);
    tacit_table *chunk = NULL;
    tacit_cancel(cx);
    assert_int_equal(source->next(cx, source->user, &chunk), TACIT_ERR_CANCELLED);
    assert_null(chunk);
    tacit_survey_free(survey);
    tacit_ctx_free(cx);
}

static void shape_has_titles_and_roles(void **state)
{
    const sample *s = *state;
    static const char *const names[] = {
        "person_id",      "name",      "household",  "region",     "municipality", "urban",
        "household_size", "relation",  "age",        "sex",        "birth_date",   "marital_status",
        "birth_country",  "education", "employment", "occupation", "income",       "spending",
        "savings",        "health",    "weight",
    };
    const size_t n = sizeof names / sizeof names[0];
    assert_int_equal(tacit_table_columns(s->t), n);
    for (size_t j = 0; j < n; j++) {
        const tacit_column *c = tacit_table_column(s->t, j);
        assert_string_equal(tacit_column_name(c), names[j]);
        assert_non_null(tacit_column_notes_of(c)->title);
    }
    assert_int_equal(tacit_table_role_column(s->t, TACIT_ROLE_WEIGHT), 20);
    assert_int_equal(tacit_table_role_column(s->t, TACIT_ROLE_HOUSEHOLD), 2);
    assert_int_equal(tacit_column_type(column(s->t, "birth_date")), TACIT_TYPE_DATE);
}

/* ---- planted rarities ---- */

static size_t head_of(const sample *s, int64_t household)
{
    size_t i = 0;
    while (i < s->n && s->household[i] != household)
        i++;
    assert_true(i < s->n);
    return i;
}

static void check_planted(const sample *s)
{
    const size_t widow = head_of(s, 60), rich = head_of(s, 240), big = head_of(s, 500);
    assert_true(s->age[widow] == 19 && is_text(s->t, "sex", widow, "female"));
    assert_true(is_text(s->t, "marital_status", widow, "widowed"));
    assert_true(s->income[rich] == 9850000 && is_text(s->t, "municipality", rich, "26008"));
    assert_true(is_text(s->t, "region", rich, "Pinewick"));
    assert_int_equal(s->size[big], 11);
    assert_int_equal(end_of(s, big) - big, 11);
    const size_t student = head_of(s, 800), doctor = head_of(s, 1100);
    assert_true(s->age[student] == 93 && is_text(s->t, "employment", student, "student"));
    assert_true(is_text(s->t, "birth_country", doctor, "Tuvalu"));
    assert_true(is_text(s->t, "occupation", doctor, "203 physician"));
    assert_true(is_text(s->t, "health", doctor, "Huntington disease"));
}

static void rarities_are_in_the_demo(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 10; seed++) {
        sample s = read_sample(seed, DEMO);
        check_planted(&s);
        tear_down((void *[]){ &s });
    }
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_seed_same_bytes),
        cmocka_unit_test(demo_data_never_change),
        cmocka_unit_test(threads_do_not_matter),
        cmocka_unit_test(first_rows_do_not_depend_on_total),
        cmocka_unit_test(no_rows_and_one_row),
        cmocka_unit_test(last_household_may_be_cut),
        cmocka_unit_test(cancelling_stops),
        cmocka_unit_test(shape_has_titles_and_roles),
        cmocka_unit_test(rarities_are_in_the_demo),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
