/*
 * test_releases.c - every release verifies for who has nothing but what is public.
 *
 * Each model of the catalog is required with its defaults, with each choice of each of its
 * parameters, and with its numbers at their ends; with nothing known of the population, with a
 * fraction, with weights and with a population file; and a mixture of them in every format that
 * can be written.  What is released is moved to an empty folder and verified.
 * Provenance: that it verifies is the promise; the tables are made up to hold texts that look like
 * numbers, and NA as a value.
 */
#include "support/files.h"

#include "micro/model/model.h"
#include "tacit.h"

enum { TEXT = 4096 };

/* A place, and what was released there. */
typedef struct yard {
    const place *p;
    const char *known;  /* lines of the plan about the population */
    bool weight;        /* whether the weights have their role */
    const char *ending; /* of the release */
    const char *steps;
    size_t asked, released;
} yard;

/* ---- the data ---- */

static void put_people(const place *p, const char *name, size_t rows)
{
    static const char *const ill[] = { "flu", "NA", "leg" }, *const zip[] = { "01", "NA" };
    char text[TEXT * 4];
    size_t n = (size_t)snprintf(text, sizeof text, "id,age,sex,zip,ill,pay,w,hh\n");
    for (size_t i = 0; i < rows; i++)
        n += (size_t)snprintf(text + n, sizeof text - n, "%zu,%zu,%s,%s,%s,%zu.5,%zu,%zu\n", i,
                              20 + i % 2 * 10, i / 2 % 2 == 0 ? "f" : "m", zip[i / 4 % 2],
                              ill[i / 8 % 3], 100 + i / 8 % 5, 3 + i % 2, i / 3);
    assert_true(n < sizeof text);
    put_bytes(p, name, text, n);
}

/* ---- one release ---- */

/* The plan that requires `require`, a list of YAML. */
static void write_plan(const yard *y, const char *require, char out[TEXT])
{
    const char *f = y->p->folder;
    const int n = snprintf(
        out, TEXT,
        "data: {path: %s/in.csv, missing: [''], text: [zip]}\n%s"
        "roles: {identifier: id, key: [age, sex, zip], sensitive: [ill], household: hh%s}\n"
        "hierarchies:\n"
        "  ill: {tree: {branches: {ache: [flu, leg], other: ['NA']}}}\n"
        "require: [%s]\nsteps: [%s]\nmeasures: []\noutput: %s/out.%s\n",
        f, y->known, y->weight ? ", weight: w" : "", require, y->steps, f, y->ending);
    assert_true(n > 0 && n < TEXT);
}

static tacit_ending run(const yard *y, const char *what, const char *plan)
{
    tacit_verdict verdict = TACIT_VERDICT_NONE;
    char *record = NULL;
    const tacit_ending ending = tacit_run(y->p->cx, NULL, what, plan, NULL, &verdict, &record);
    tacit_text_free(record);
    return ending;
}

/* Move a file that is public to the empty folder. */
static void publish(const yard *y, const char *name)
{
    char from[PATH_BYTES], to[2 * PATH_BYTES];
    snprintf(to, sizeof to, "%s-public/%s", y->p->folder, name);
    assert_int_equal(rename(path_of(y->p, name, from), to), 0);
}

/* Release as `require` says; if that holds, it must verify elsewhere. */
static void check(yard *y, const char *require)
{
    char plan[TEXT], name[64], certificate[96], folder[PATH_BYTES], file[2 * PATH_BYTES];
    y->asked++;
    write_plan(y, require, plan);
    if (run(y, "protect", plan) != TACIT_DONE)
        return; /* it does not hold, or cannot be asked for so */
    y->released++;
    snprintf(name, sizeof name, "out.%s", y->ending);
    snprintf(certificate, sizeof certificate, "%s.certificate.json", name);
    snprintf(folder, sizeof folder, "%s-public", y->p->folder);
    assert_int_equal(mkdir(folder, 0700), 0);
    publish(y, name);
    publish(y, certificate);
    snprintf(file, sizeof file, "%s/%s", folder, name);
    snprintf(plan, sizeof plan, "data: %s\n", file);
    if (run(y, "verify", plan) != TACIT_DONE)
        fail_msg("%s, %s, %s: does not verify: %s", require, y->known, y->ending,
                 tacit_message(y->p->cx));
    unlink(file);
    snprintf(file, sizeof file, "%s/%s", folder, certificate);
    unlink(file);
    assert_int_equal(rmdir(folder), 0);
}

/* ---- every model ---- */

/* Numbers at both ends, which is where a model holds always or nearly never. */
static void check_numbers(yard *y, const tacit_entry *e, const char *choice)
{
    for (const tacit_param *p = e->params; p->name != NULL; p++) {
        char require[TEXT];
        if (p->importance != TACIT_FIRST)
            continue;
        snprintf(require, sizeof require, "{%s: {%s: %.17g%s%s}}", e->name, p->name, p->min,
                 choice[0] != '\0' ? ", " : "", choice);
        check(y, require);
        snprintf(require, sizeof require, "{%s: {%s: %.17g%s%s}}", e->name, p->name, p->max,
                 choice[0] != '\0' ? ", " : "", choice);
        check(y, require);
    }
}

static void check_model(yard *y, const tacit_entry *e)
{
    char require[TEXT], choice[256];
    snprintf(require, sizeof require, "{%s: {}}", e->name);
    check(y, require);
    check_numbers(y, e, "");
    for (const tacit_param *p = e->params; p->name != NULL; p++)
        for (size_t c = 0; p->type == TACIT_PARAM_CHOICE && p->choices[c] != NULL; c++) {
            snprintf(choice, sizeof choice, "%s: %s", p->name, p->choices[c]);
            check_numbers(y, e, choice);
        }
}

/* Mechanisms for every column, for the model that asks for them. */
static const char MECHANISMS[] =
    "{drop: {columns: [pay, w, hh]}}, "
    "{randomised_response: {columns: zip, epsilon: 1, categories: ['01', 'NA']}}, "
    "{unary_encoding: {columns: ill, epsilon: 1, categories: [flu, 'NA', leg]}}, "
    "{local_hashing: {columns: sex, epsilon: 1, categories: [f, m]}}, "
    "{private_noise: {columns: age, epsilon: 1, bounds: {age: [0, 100]}, decimals: 1}}";

static void test_models(void **state)
{
    const place *p = *state;
    char population[TEXT];
    put_people(p, "in.csv", 48);
    put_people(p, "all.csv", 240);
    snprintf(population, sizeof population,
             "population: {path: %s/all.csv, missing: [''], text: "
             "[zip]}\n",
             p->folder);
    const char *const known[] = { "", "fraction: 0.2\n", population, "" };
    for (size_t i = 0; i < tacit_model_catalog.n; i++) {
        size_t released = 0;
        for (size_t k = 0; k < sizeof known / sizeof known[0]; k++) {
            const tacit_entry *e = tacit_model_catalog.entry[i];
            const bool private = e == &tacit_model_differential_privacy.measure.about;
            yard y = { .p = p,
                       .known = known[k],
                       .weight = k == 3,
                       .ending = "csv",
                       .steps = private ? MECHANISMS : "" };
            check_model(&y, e);
            released += y.released;
        }
        if (released == 0)
            fail_msg("%s was never released", tacit_model_catalog.entry[i]->name);
    }
}

/* ---- every format ---- */

static const char MIXTURE[] =
    "{k_anonymity: {k: 2}}, {l_diversity: {l: 2}}, {k_map: {k: 2}}, "
    "{t_closeness: {t: 1, distance: hierarchical}}, {k_anonymity: {k: 3}}";

static void test_formats(void **state)
{
    static const char *const endings[] = {
        "csv",   "tsv",    "csv.gz", "tsv.gz", "parquet", "json",
        "jsonl", "ndjson", "dta",    "sav",    "zsav",    "xpt"
    };
    const place *p = *state;
    put_people(p, "in.csv", 48);
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        yard y = { .p = p, .known = "fraction: 0.2\n", .ending = endings[i], .steps = "" };
        check(&y, MIXTURE);
        if (y.released != 1)
            fail_msg("%s was not released: %s", endings[i], tacit_message(p->cx));
    }
}

/* Steps that change keys, blank them and leave records out. */
static void test_steps(void **state)
{
    static const char *const steps[] = {
        "{drop: {columns: pay}}",
        "{recode: {columns: age, breaks: [0, 25, 60]}}",
        "{suppress: {columns: zip, values: ['01']}}",
        "{local_suppress: {k: 3}}",
        "{sample: {share: 0.5}}",
        "{noise: {columns: pay}}",
        "{top_code: {columns: pay, at: 102}}",
        "{pram: {columns: ill}}",
        "{microaggregate: {columns: pay}}",
        "{rank_swap: {columns: pay}}",
    };
    const place *p = *state;
    size_t released = 0;
    put_people(p, "in.csv", 48);
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        yard y = { .p = p, .known = "fraction: 0.2\n", .ending = "csv", .steps = steps[i] };
        check(&y, "{k_anonymity: {k: 1}}, {k_map: {k: 1}}, {t_closeness: {t: 1, distance: "
                  "hierarchical}}");
        released += y.released;
    }
    assert_true(released >= sizeof steps / sizeof steps[0] - 1);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = { with_place(test_models), with_place(test_formats),
                                        with_place(test_steps) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
