/*
 * test_table_releases.c - tables verify for who has nothing but what is public, and say no more.
 *
 * 24 files of random records are released as tables of several shapes: flat, with a hierarchy,
 * linked, counts and sums.  What is released is moved to an empty folder and verified, and
 * what the certificate rests on is made anew from the released file alone: it must come out the
 * same, so that nothing of the records can be in it.
 */
#include "support/data.h"

#include "run/certificate/certificate.h"
#include "run/reading.h"
#include "tacit.h"
#include "task/tables/certify/certify.h"

enum { FILES = 24, TEXT = 1 << 16 };

/* ---- records ---- */

static void put_records(const place *p, tacit_rng *rng)
{
    static char text[TEXT];
    const size_t rows = 60 + tacit_rng_below(rng, 200);
    size_t n = (size_t)snprintf(text, sizeof text, "zip,sex,size,pay\n");
    for (size_t i = 0; i < rows; i++)
        n += (size_t)snprintf(
            text + n, sizeof text - n, "%02u,%s,%s,%u%s\n",
            (unsigned)(tacit_rng_below(rng, 4) * 10 + tacit_rng_below(rng, 3)),
            tacit_rng_below(rng, 2) == 0 ? "f" : "m", tacit_rng_below(rng, 3) == 0 ? "NA" : "5",
            (unsigned)tacit_rng_below(rng, 400), tacit_rng_below(rng, 2) == 0 ? "" : ".25");
    assert_true(n < sizeof text);
    put_bytes(p, "in.csv", text, n);
}

static const char *const SHAPES[] = {
    "tables: {a: {by: [zip, sex]}}\n",
    "tables: {a: {by: [zip, size, sex]}}\n",
    "tables: {a: {by: [zip, sex]}, b: {by: [zip, size]}, c: {by: [size, sex]}}\n",
    "tables: {a: {by: [zip, sex], of: pay}, b: {by: [size, sex], of: pay}, n: {by: [zip, sex]}}\n",
};

static void write_plan(const place *p, size_t shape, char *out, size_t bytes)
{
    snprintf(out, bytes,
             "data: {path: %s/in.csv, missing: [''], text: [zip, size]}\n"
             "hierarchies:\n  zip: {mask: {levels: 2}}\n%s"
             "rules: {minimum_frequency: {n: 3}, p_percent: {p: 10}}\n"
             "protection: {cell_suppression: {seconds: 2}}\noutput: %s/out.csv\n",
             p->folder, SHAPES[shape], p->folder);
}

static tacit_ending run(const place *p, const char *what, const char *plan, tacit_verdict *verdict)
{
    char *record = NULL;
    const tacit_ending ending = tacit_run(p->cx, NULL, what, plan, NULL, verdict, &record);
    tacit_text_free(record);
    return ending;
}

/* ---- what is public ---- */

/* Make what the certificate rests on anew. */
static void check_basis(place *p)
{
    char file[PATH_BYTES], path[PATH_BYTES];
    tacit_args args;
    bool found = false;
    json_t *certificate = NULL, *basis = NULL;
    path_of(p, "out.csv", file);
    path_of(p, "out.csv" TACIT_CERTIFICATE_ENDING, path);
    assert_ok(p->cx, tacit_reading_certified(p->cx, file, path, &args, &found));
    assert_true(found);
    assert_ok(p->cx, tacit_certificate_read(p->cx, path, &certificate));
    tacit_table *t = load(p, "out.csv", &args);
    json_t *given = json_object_get(certificate, "basis");
    assert_ok(p->cx, tacit_certify_basis(p->cx, json_object_get(given, "tables"), t, &basis));
    char *a = json_dumps(given, JSON_SORT_KEYS), *b = json_dumps(basis, JSON_SORT_KEYS);
    assert_string_equal(a, b);
    free(a);
    free(b);
    json_decref(basis);
    json_decref(certificate);
    tacit_table_free(t);
}

/* Release one file; gives whether that could be. */
static bool check_release(place *p, size_t shape)
{
    char plan[2048], in[PATH_BYTES];
    tacit_verdict verdict = TACIT_VERDICT_NONE;
    write_plan(p, shape, plan, sizeof plan);
    const tacit_ending ending = run(p, "tables", plan, &verdict);
    if (ending == TACIT_WRONG_DATA) /* too small to be protected */
        return false;
    assert_int_equal(ending, TACIT_DONE);
    assert_int_equal(verdict, TACIT_VERDICT_HOLDS);
    assert_int_equal(unlink(path_of(p, "in.csv", in)), 0);
    snprintf(plan, sizeof plan, "data: %s/out.csv\n", p->folder);
    assert_int_equal(run(p, "verify", plan, &verdict), TACIT_DONE);
    assert_int_equal(verdict, TACIT_VERDICT_HOLDS);
    check_basis(p);
    return true;
}

static void test_releases(void **state)
{
    place *p = *state;
    size_t released = 0;
    const tacit_rng root = tacit_rng_seed(23);
    for (uint64_t t = 0; t < FILES; t++) {
        tacit_rng rng = tacit_rng_fork_number(&root, t);
        put_records(p, &rng);
        released += check_release(p, t % (sizeof SHAPES / sizeof SHAPES[0]));
    }
    assert_true(released > FILES / 2);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = { with_place(test_releases) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
