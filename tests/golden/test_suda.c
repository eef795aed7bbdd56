/*
 * test_suda.c - special uniques and risky cells against sdcMicro and mu-Argus.
 *
 * Provenance: golden/sdcmicro/entries.json with its vectors: suda2() and riskyCells() of
 * sdcMicro 5.8.1 (which holds the sampling fraction of DIS in single precision), and the
 * engine of mu-Argus on its Demodata.  riskyCells() ignores identification levels but for
 * their number; the tables that the levels forbid must be missing from ours.
 */
#include "golden/golden.h"

#include "micro/risk/risk.h"
#include "micro/risk/keys/suda/score.h"

#define ENTRIES "golden/sdcmicro/entries.json"

/* ---- special uniques ---- */

/* A run of suda2() on testdata. */
typedef struct run {
    const char *id, *keys;
    tacit_suda_scores scores;
    double fraction;
} run;

static const run RUNS[] = {
    { "suda2.testdata.K5.origTRUE", "K5", TACIT_SUDA_FACTORIAL, 0.01 },
    { "suda2.testdata.K5s.origTRUE", "K5s", TACIT_SUDA_FACTORIAL, 0.01 },
    { "suda2.testdata.K4.origTRUE", "K4", TACIT_SUDA_FACTORIAL, 0.01 },
    { "suda2.testdata.K3.origTRUE", "K3", TACIT_SUDA_FACTORIAL, 0.01 },
    { "suda2.testdata.K5.origFALSE", "K5", TACIT_SUDA_NORMALISED, 0.01 },
    { "suda2.testdata.K5s.origFALSE", "K5s", TACIT_SUDA_NORMALISED, 0.01 },
    { "suda2.testdata.K4.origFALSE", "K4", TACIT_SUDA_NORMALISED, 0.01 },
    { "suda2.testdata.K3.origFALSE", "K3", TACIT_SUDA_NORMALISED, 0.01 },
    { "suda2.testdata.K5.frac0.05", "K5", TACIT_SUDA_FACTORIAL, 0.05 },
    { "suda2.testdata.K5.frac0.1", "K5", TACIT_SUDA_FACTORIAL, 0.1 },
    { "suda2.testdata.K5.frac0.5", "K5", TACIT_SUDA_FACTORIAL, 0.5 },
    { "suda2.testdata.K9", "K9", TACIT_SUDA_FACTORIAL, 0.01 },
};

/* What one run found, with the classes of the rows. */
typedef struct found {
    const tacit_table *table;
    const tacit_select *keys;
    const tacit_classes *classes;
    tacit_suda s;
} found;

static const char *key_name(const found *f, size_t j)
{
    return tacit_column_name(tacit_table_column(f->table, f->keys->at[j]));
}

/* The column of `t` called NAME_contribution. */
static const tacit_column *contribution_of(const tacit_table *t, const char *name)
{
    char column[128];
    snprintf(column, sizeof column, "%s_contribution", name);
    return column_of(t, column);
}

static void check_rows(const found *f, const tacit_table *want)
{
    const tacit_column *score = column_of(want, "score"), *dis = column_of(want, "disScore");
    for (size_t i = 0; i < f->classes->rows; i++) {
        const size_t g = f->classes->of_row[i];
        assert_relative(f->s.score[g], tacit_column_number(score, i), 1e-12);
        assert_near(f->s.dis[g], tacit_column_number(dis, i), 1e-6);
    }
    for (size_t j = 0; j < f->s.n; j++) {
        const tacit_column *share = contribution_of(want, key_name(f, j));
        for (size_t i = 0; i < f->classes->rows; i++) {
            const size_t g = f->classes->of_row[i];
            const double x = f->s.portion[g * f->s.n + j];
            assert_near(x, tacit_column_number(share, i) * f->s.score[g], 1e-9 * f->s.score[g]);
        }
    }
}

/* Per cent of the score of key `j` in records with this value. */
static double value_share(const found *f, size_t j, int64_t value)
{
    const int64_t *x = tacit_column_integers(tacit_table_column(f->table, f->keys->at[j]));
    double sum = 0.0;
    for (size_t i = 0; i < f->classes->rows; i++)
        sum += x[i] == value ? f->s.portion[f->classes->of_row[i] * f->s.n + j] : 0.0;
    return 100.0 * sum / f->s.key[j].score;
}

static void check_values(const found *f, const tacit_table *want)
{
    const tacit_column *variable = column_of(want, "variable");
    const tacit_column *value = column_of(want, "attribute");
    const tacit_column *share = column_of(want, "contribution");
    double highest[TACIT_SUDA_KEYS] = { 0 };
    for (size_t i = 0; i < tacit_table_rows(want); i++) {
        char name[32];
        size_t j = 0;
        if (tacit_column_is_missing(share, i))
            continue; /* no record has a score */
        while (strcmp(key_name(f, j), tacit_column_text(variable, i, name)) != 0)
            j++;
        assert_near(value_share(f, j, tacit_column_integers(value)[i]),
                    tacit_column_number(share, i), 1e-9);
        highest[j] = fmax(highest[j], tacit_column_number(share, i));
    }
    for (size_t j = 0; j < f->s.n; j++)
        assert_near(100.0 * f->s.key[j].highest, highest[j] * f->s.key[j].score,
                    1e-9 * (1.0 + f->s.key[j].score));
}

static void check_sums(const found *f, const json_t *result)
{
    const json_t *keys = json_object_get(result, "attribute_contributions");
    assert_relative(f->s.sum, golden_number(result, "score/sum"), 1e-12);
    assert_relative(f->s.highest, golden_number(result, "score/max"), 1e-12);
    assert_near(f->s.sum_dis, golden_number(result, "disScore/sum"), 1e-4);
    assert_near(f->s.highest_dis, golden_number(result, "disScore/max"), 1e-6);
    assert_int_equal(f->s.scored, (uint64_t)golden_number(result, "n_pos"));
    for (size_t j = 0; j < f->s.n && f->s.scored > 0; j++)
        assert_relative(100.0 * f->s.key[j].score / f->s.sum, golden_number(keys, key_name(f, j)),
                        1e-9);
}

static void check_run(tacit_ctx *cx, const json_t *root, const run *r, tacit_table *t)
{
    const size_t mark = tacit_scratch_mark(cx);
    const json_t *result =
        json_object_get(golden_entry(json_object_get(root, "entries"), "id", r->id), "result");
    char path[256];
    golden_keys(
        t, json_object_get(json_object_get(json_object_get(root, "header"), "key_sets"), r->keys));
    tacit_subject *subject = NULL;
    found f = { .table = t };
    assert_ok(cx, tacit_subject_new(cx, t, &subject));
    const tacit_suda_spec spec = { .scores = r->scores, .fraction = r->fraction, .each = true };
    assert_ok(cx, tacit_suda_measure(cx, subject, &spec, &f.s));
    assert_ok(cx, tacit_subject_classes(cx, subject, TACIT_MISSING_CATEGORY, &f.classes));
    f.keys = tacit_subject_keys(subject);
    check_sums(&f, result);
    snprintf(path, sizeof path, "golden/sdcmicro/vectors/%s.csv", r->id);
    tacit_table *rows = golden_table(cx, path, ",");
    check_rows(&f, rows);
    snprintf(path, sizeof path, "golden/sdcmicro/vectors/%s.levels.csv", r->id);
    tacit_table *values = golden_table(cx, path, ",");
    check_values(&f, values);
    tacit_table_free(rows);
    tacit_table_free(values);
    tacit_subject_free(subject);
    tacit_scratch_release(cx, mark);
}

static void test_testdata(void **state)
{
    json_t *root = golden_json(ENTRIES);
    tacit_table *t = golden_table(*state, "data/sdcmicro/testdata.csv", ",");
    for (size_t i = 0; i < sizeof RUNS / sizeof RUNS[0]; i++)
        check_run(*state, root, &RUNS[i], t);
    tacit_table_free(t);
    json_decref(root);
}

/* The number of MSUs and the sums that sdcMicro gives for seven and nine keys. */
static void test_counts(void **state)
{
    static const struct {
        const char *keys;
        double msus, scored, sum, dis;
    } want[] = { { "K5", 909, 653, 2343, 18.658762 },
                 { "K7", 235, 157, 4890, 9.831091 },
                 { "K9", 5391, 1693, 3231010, 279.227488 } };
    const tacit_measure *m = tacit_risk_find("suda");
    json_t *root = golden_json(ENTRIES);
    const json_t *sets = json_object_get(json_object_get(root, "header"), "key_sets");
    tacit_table *t = golden_table(*state, "data/sdcmicro/testdata.csv", ",");
    for (size_t i = 0; i < 3; i++) {
        tacit_subject *s = NULL;
        tacit_result *r = NULL;
        arguments a;
        golden_keys(t, json_object_get(sets, want[i].keys));
        assert_ok(*state, tacit_subject_new(*state, t, &s));
        assert_ok(*state, tacit_measure_run(*state, m, s, &preset_args(&a, &m->about)->args, &r));
        assert_near(figure(r, "msus"), want[i].msus, 0);
        assert_near(figure(r, "scored"), want[i].scored, 0);
        assert_near(figure(r, "score_sum"), want[i].sum, 0);
        assert_near(figure(r, "dis_sum"), want[i].dis, 2e-5);
        json_decref(r);
        tacit_subject_free(s);
    }
    tacit_table_free(t);
    json_decref(root);
}

static void test_francdat(void **state)
{
    json_t *root = golden_json(ENTRIES),
           *keys = json_pack("[s,s,s,s]", "Key1", "Key2", "Key3", "Key4");
    const json_t *result = json_object_get(
        golden_entry(json_object_get(root, "entries"), "id", "suda2.francdat"), "result");
    tacit_table *t = golden_table(*state, "data/sdcmicro/francdat.csv", ",");
    const tacit_classes *c = NULL;
    tacit_subject *subject = NULL;
    tacit_suda s;
    golden_keys(t, keys);
    assert_ok(*state, tacit_subject_new(*state, t, &subject));
    const tacit_suda_spec spec = { .fraction = 0.01, .each = true };
    assert_ok(*state, tacit_suda_measure(*state, subject, &spec, &s));
    assert_ok(*state, tacit_subject_classes(*state, subject, TACIT_MISSING_CATEGORY, &c));
    for (size_t i = 0; i < 8; i++) {
        const size_t g = c->of_row[i];
        const json_t *share = json_array_get(json_object_get(result, "contrib"), i);
        assert_near(s.score[g],
                    json_number_value(json_array_get(json_object_get(result, "score"), i)), 0);
        assert_near(s.dis[g], json_number_value(json_array_get(json_object_get(result, "dis"), i)),
                    1e-6);
        for (size_t j = 0; j < 4; j++)
            assert_near(s.portion[g * 4 + j],
                        s.score[g] * json_number_value(json_array_get(share, j)), 1e-12);
    }
    tacit_subject_free(subject);
    tacit_table_free(t);
    json_decref(keys);
    json_decref(root);
}

/* ---- risky cells ---- */

/* Unsafe cells of the table called `name` in a result, or -1 if it has no such table. */
static double unsafe_of(const tacit_result *r, const char *name)
{
    const json_t *row = NULL;
    size_t i;
    json_array_foreach(json_object_get(part_of(r, "tables", "tables"), "rows"), i,
                       row) if (strcmp(json_string_value(json_array_get(row, 0)), name) ==
                                0) return json_number_value(json_array_get(row, 3));
    return -1.0;
}

static size_t tables_of(const tacit_result *r)
{
    return json_array_size(json_object_get(part_of(r, "tables", "tables"), "rows"));
}

/* Run risky_cells; `levels` may be NULL. */
static tacit_result *count_cells(tacit_ctx *cx, const tacit_table *t, double dimension,
                                 double threshold, const tacit_value *levels)
{
    const tacit_measure *m = tacit_risk_find("risky_cells");
    tacit_subject *s = NULL;
    tacit_result *r = NULL;
    arguments a;
    preset_args(&a, &m->about);
    set_number(set_number(&a, "threshold", threshold), "dimension", dimension);
    if (levels != NULL)
        *argument(&a, "levels") = *levels;
    assert_ok(cx, tacit_subject_new(cx, t, &s));
    assert_ok(cx, tacit_measure_run(cx, m, s, &a.args, &r));
    tacit_subject_free(s);
    return r;
}

/* The name of table i of riskyCells() in our spelling: keys in the order of columns. */
static void peer_name(const json_t *result, size_t i, const tacit_table *t, char out[128])
{
    size_t at = 0, keys = 0;
    for (size_t j = 0; j < tacit_table_columns(t); j++)
        for (size_t n = 1; n <= 4; n++) {
            char dim[32];
            const char *name = tacit_column_name(tacit_table_column(t, j));
            snprintf(dim, sizeof dim, "dim%zu", n);
            const char *key = json_string_value(json_array_get(json_object_get(result, dim), i));
            if (key != NULL && strcmp(key, name) == 0)
                at += (size_t)snprintf(out + at, 128 - at, "%s%s", keys++ > 0 ? " x " : "", name);
        }
    assert_true(keys > 0);
}

static double peer_cells(const json_t *result, size_t i)
{
    double x = 0.0;
    assert_true(tacit_parse_real(
        json_string_value(json_array_get(json_object_get(result, "unsafe_cells"), i)), &x));
    return x;
}

static void test_risky_cells(void **state)
{
    json_t *root = golden_json(ENTRIES);
    const json_t *result = json_object_get(
        golden_entry(json_object_get(root, "entries"), "id", "riskyCells.testdata.K5.maxDim3"),
        "result");
    tacit_table *t = golden_table(*state, "data/sdcmicro/testdata.csv", ",");
    char name[128];
    golden_keys(
        t, json_object_get(json_object_get(json_object_get(root, "header"), "key_sets"), "K5"));
    tacit_result *r = count_cells(*state, t, 3, 3, NULL);
    const size_t n = json_array_size(json_object_get(result, "dim1"));
    assert_int_equal(tables_of(r), n);
    for (size_t i = 0; i < n; i++) {
        peer_name(result, i, t, name);
        assert_near(unsafe_of(r, name), peer_cells(result, i), 0);
    }
    json_decref(r);
    tacit_table_free(t);
    json_decref(root);
}

/* Levels: urbrur and roof 1, walls 2, water 3, sex 4; no table has both of level 1. */
static void test_levels(void **state)
{
    static const char *const one[] = { "urbrur", "roof" }, *const two[] = { "walls" },
                             *const three[] = { "water" }, *const four[] = { "sex" };
    static const tacit_group groups[] = {
        { "1", one, 2, 0 }, { "2", two, 1, 0 }, { "3", three, 1, 0 }, { "4", four, 1, 0 }
    };
    const tacit_value levels = { .given = true, .groups = groups, .n = 4 };
    json_t *root = golden_json(ENTRIES);
    const json_t *result = json_object_get(
        golden_entry(json_object_get(root, "entries"), "id", "riskyCells.testdata2.level"),
        "result");
    tacit_table *t = golden_table(*state, "data/sdcmicro/testdata2.csv", ",");
    json_t *keys = json_pack("[s,s,s,s,s]", "urbrur", "roof", "walls", "water", "sex");
    size_t allowed = 0;
    golden_keys(t, keys);
    tacit_result *r = count_cells(*state, t, 4, 10, &levels);
    for (size_t i = 0; i < json_array_size(json_object_get(result, "dim1")); i++) {
        char name[128];
        peer_name(result, i, t, name);
        const bool forbidden = strstr(name, "urbrur") != NULL && strstr(name, "roof") != NULL;
        assert_near(unsafe_of(r, name), forbidden ? -1.0 : peer_cells(result, i), 0);
        allowed += !forbidden;
    }
    assert_int_equal(tables_of(r), allowed);
    json_decref(r);
    json_decref(keys);
    tacit_table_free(t);
    json_decref(root);
}

/* ---- mu-Argus ---- */

/* A field of a line of Demodata.asc: from byte, bytes, codes that mean missing. */
typedef struct field {
    size_t from, n;
    const char *missing[2];
} field;

static const field FIELDS[] = { { 0, 4, { "9999", "9998" } }, { 4, 1, { "9", "9" } },
                                { 5, 2, { "99", "99" } },     { 7, 1, { "9", "9" } },
                                { 8, 1, { "9", "9" } },       { 13, 1, { "9", "9" } } };

/* Demodata.asc as a table; positions and missing codes as in Demodata.rda. */
static tacit_table *demodata(tacit_ctx *cx)
{
    char path[GOLDEN_PATH], line[1024];
    tacit_builder *b[MOST_FIELDS];
    tacit_type type[MOST_FIELDS];
    const size_t n =
        start_columns(cx, "REGION:c,SEX:c,AGE:c,MARSTAT:c,KINDPERS:c,EDUC1:c", b, type);
    size_t rows = 0;
    FILE *f = fopen(golden_path("data/sdcmicro/muargus/Demodata.asc", path), "r");
    assert_non_null(f);
    for (; fgets(line, sizeof line, f) != NULL; rows++)
        for (size_t j = 0; j < n; j++) {
            const char *at = line + FIELDS[j].from;
            const bool gone = strncmp(at, FIELDS[j].missing[0], FIELDS[j].n) == 0 ||
                              strncmp(at, FIELDS[j].missing[1], FIELDS[j].n) == 0;
            assert_ok(cx, gone ? tacit_builder_missing(cx, b[j])
                               : tacit_builder_text(cx, b[j], at, FIELDS[j].n));
        }
    fclose(f);
    assert_int_equal(rows, 4000);
    return with_keys(finish_columns(cx, b, n, rows), n);
}

/* The unsafe cells of all tables of an entry, whose names have an x between keys. */
static void check_argus(const json_t *root, const char *id, const tacit_result *r)
{
    const json_t *entry = golden_entry(json_object_get(root, "entries"), "id", id), *cells;
    json_t *tables = json_object_get(json_object_get(entry, "result"), "tables");
    const char *key;
    size_t n = 0;
    json_object_foreach(tables, key, cells)
    {
        char name[128];
        size_t at = 0;
        for (const char *c = key; *c != '\0'; c++)
            at += (size_t)snprintf(name + at, sizeof name - at, *c == 'x' ? " %c " : "%c", *c);
        assert_near(unsafe_of(r, name), json_number_value(cells), 0);
        n++;
    }
    assert_int_equal(tables_of(r), n);
}

static void test_argus(void **state)
{
    static const char *const one[] = { "REGION" }, *const two[] = { "SEX" },
                             *const three[] = { "AGE", "MARSTAT", "KINDPERS", "EDUC1" };
    static const tacit_group groups[] = { { "1", one, 1, 0 },
                                          { "2", two, 1, 0 },
                                          { "3", three, 4, 0 } };
    static const tacit_group first[] = { { "1", one, 1, 0 },
                                         { "2", two, 1, 0 },
                                         { "3", three, 1, 0 } };
    static const double limit[] = { 1, 3, 5 }, cells[] = { 2664, 3164, 3205 };
    const tacit_value all = { .given = true, .groups = groups, .n = 3 };
    const tacit_value three_keys = { .given = true, .groups = first, .n = 3 };
    json_t *root = golden_json(ENTRIES);
    tacit_table *t = demodata(*state);
    for (size_t i = 0; i < 3; i++) {
        char id[128];
        snprintf(id, sizeof id, "muargus.Demodata_REGION_x_SEX_x_AGE_threshold=%.0f", limit[i]);
        tacit_result *r = count_cells(*state, t, 3, limit[i], &three_keys);
        assert_near(unsafe_of(r, "REGION x SEX x AGE"), cells[i], 0);
        check_argus(root, id, r);
        json_decref(r);
    }
    for (int threshold = 1; threshold <= 2; threshold++) {
        char id[128];
        snprintf(id, sizeof id,
                 "muargus.Demodata_identification-level_tables,_threshold=%d_(entropy)", threshold);
        tacit_result *r = count_cells(*state, t, 3, threshold, &all);
        check_argus(root, id, r);
        json_decref(r);
    }
    tacit_table_free(t);
    json_decref(root);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_testdata),    with_context(test_counts), with_context(test_francdat),
        with_context(test_risky_cells), with_context(test_levels), with_context(test_argus),
    };
    return golden_run_tests(tests);
}
