/*
 * test_k_map.c - how many of the population a record may be, after steps of every deciding kind.
 *
 * Random samples of 4 to 14 records out of populations of up to 60, with three keys, are protected
 * by one to three steps.  The released file is read back and k counted by brute force: a person is
 * counted for a record if each label that the record shows covers what the steps that are written
 * down (not the program's decisions) make of the person's value.  A blank covers everybody.  A
 * label of a hierarchy is read as what it says: an interval, a group, or anything.  What a search
 * found last must be released: it counted people as the gate does.
 */
#include "support/files.h"
#include "support/sanitized.h"

#include <math.h>
#include <jansson.h>

#include "base/rng.h"
#include "base/text.h"
#include "tacit.h"

enum { KEYS = 3, MOST = 60, TEXT = 8192, ROUNDS = CASES(1000) };

/* What the plan does to one key before it is shown. */
typedef enum way { AS_IS, WIDTH, GROUPS, TOP, BOTTOM, ROUND, LEVELS } way;

/* Persons, of whom the first `n` are the sample, and what is done. */
typedef struct world {
    int person[MOST][KEYS];
    size_t n, all;
    way way[KEYS];
    int number[KEYS];
    bool local;  /* recoding is local: who may be meant is counted on the safe side */
    bool sought; /* the last step searched for what is required, so that it must hold */
    char steps[TEXT];
    tacit_rng rng;
} world;

static int below(world *w, unsigned n)
{
    return (int)tacit_rng_below(&w->rng, n);
}

/* ---- made up ---- */

static const char *const NAMES[KEYS] = { "a", "b", "c" };
static const unsigned VALUES[KEYS] = { 12, 4, 7 };

/* The text of a value: b is a category. */
static const char *text_of(size_t key, int value, char out[16])
{
    if (key == 1)
        snprintf(out, 16, "%c", 'p' + value);
    else
        snprintf(out, 16, "%d", value);
    return out;
}

static void draw_people(world *w)
{
    w->n = (size_t)(4 + below(w, 11));
    w->all = w->n + (size_t)below(w, (unsigned)(MOST - w->n));
    for (size_t i = 0; i < w->all; i++)
        for (size_t j = 0; j < KEYS; j++)
            w->person[i][j] = below(w, VALUES[j]);
}

static void put_file(const place *p, const world *w, const char *name, size_t n)
{
    char text[TEXT] = "n,a,b,c\n", room[16];
    for (size_t i = 0; i < n; i++) {
        size_t at = strlen(text);
        at += (size_t)snprintf(text + at, TEXT - at, "%zu", i);
        for (size_t j = 0; j < KEYS; j++)
            at += (size_t)snprintf(text + at, TEXT - at, ",%s", text_of(j, w->person[i][j], room));
        snprintf(text + at, TEXT - at, "\n");
    }
    put_bytes(p, name, text, strlen(text));
}

static void add_step(world *w, const char *step)
{
    const size_t at = strlen(w->steps);
    snprintf(w->steps + at, TEXT - at, "%s{%s}", at > 0 ? ", " : "", step);
}

/* A step that blanks, in random keys and records. */
static void add_blanks(world *w)
{
    char step[256];
    if (below(w, 2) == 0) {
        snprintf(step, sizeof step, "local_suppress: {k: 2, missing: %s}",
                 below(w, 2) == 0 ? "category" : "strict");
    } else {
        const int first = below(w, (unsigned)w->n);
        snprintf(step, sizeof step, "suppress: {columns: [%s], rows: [%d]}", NAMES[below(w, KEYS)],
                 first + 1);
    }
    add_step(w, step);
}

/* A step that changes one key that none has changed yet. */
static void add_change(world *w)
{
    static const way ways[KEYS][3] = { { WIDTH, WIDTH, WIDTH },
                                       { GROUPS, GROUPS, GROUPS },
                                       { TOP, BOTTOM, ROUND } };
    static const int widths[] = { 2, 3, 4, 6 };
    const size_t key = (size_t)below(w, KEYS);
    char step[256];
    if (w->way[key] != AS_IS)
        return;
    w->way[key] = ways[key][below(w, 3)];
    w->number[key] = w->way[key] == WIDTH ? widths[below(w, 4)] : 1 + below(w, 5);
    switch (w->way[key]) {
    case WIDTH:
        snprintf(step, sizeof step, "recode: {columns: a, width: %d}", w->number[key]);
        break;
    case GROUPS:
        snprintf(step, sizeof step, "recode: {columns: b, groups: {x: [p, q], y: [r, s]}}");
        break;
    case ROUND:
        snprintf(step, sizeof step, "round: {columns: c, base: 3}");
        break;
    default:
        snprintf(step, sizeof step, "%s: {columns: c, at: %d}",
                 w->way[key] == TOP ? "top_code" : "bottom_code", w->number[key]);
    }
    add_step(w, step);
}

/* A search, or given levels, of all keys; only where no step has changed one. */
static void add_generalisation(world *w)
{
    static const char *const recodings[] = { "mondrian", "relaxed", "iterative", "refine" };
    char step[256];
    for (size_t j = 0; j < KEYS; j++)
        if (w->way[j] != AS_IS)
            return;
    for (size_t j = 0; j < KEYS; j++)
        w->way[j] = LEVELS;
    const int kind = below(w, 3);
    w->local = kind == 2;
    w->sought = kind != 0;
    if (w->local)
        snprintf(step, sizeof step, "generalize: {suppression: %g, recoding: %s}",
                 0.1 * below(w, 6), recodings[below(w, 4)]);
    else if (kind == 0)
        snprintf(step, sizeof step, "generalize: {suppression: 1, levels: {a: %d, b: %d, c: %d}}",
                 below(w, 4), below(w, 3), below(w, 3));
    else
        snprintf(step, sizeof step, "generalize: {suppression: %g}", 0.1 * below(w, 6));
    add_step(w, step);
}

static void draw_steps(world *w)
{
    const int n = 1 + below(w, 3);
    w->steps[0] = '\0';
    w->local = false;
    memset(w->way, 0, sizeof w->way);
    for (int i = 0; i < n; i++) {
        const int kind = below(w, 5);
        w->sought = false;
        if (kind < 2)
            add_blanks(w);
        else if (kind < 4)
            add_change(w);
        else
            add_generalisation(w);
    }
}

/* ---- by brute force ---- */

/* What the steps make of a value, as a number. */
static int changed(const world *w, size_t key, int x)
{
    switch (w->way[key]) {
    case WIDTH:
        return x / w->number[key];
    case GROUPS:
        return x / 2;
    case TOP:
        return x > w->number[key] ? w->number[key] : x;
    case BOTTOM:
        return x < w->number[key] ? w->number[key] : x;
    case ROUND:
        return (x + 1) / 3;
    default:
        return x;
    }
}

/* Whether a label of a hierarchy covers a value: an interval with ends, x for p and q, y for r and
 * s, or anything. */
static bool covers(const char *label, size_t key, int x)
{
    int from = 0, to = 0;
    char room[16];
    if (strcmp(label, "*") == 0)
        return true;
    if (sscanf(label, "%d-%d", &from, &to) == 2)
        return from <= x && x <= to;
    if (key == 1 && (strcmp(label, "x") == 0 || strcmp(label, "y") == 0))
        return (x < 2) == (label[0] == 'x');
    return strcmp(label, text_of(key, x, room)) == 0;
}

/* One released record: whose it is, and its labels. */
typedef struct shown {
    size_t who;
    char label[KEYS][64];
} shown;

/* Split a line of the release. */
static void read_record(char *line, shown *out)
{
    char *cell[KEYS + 1] = { NULL };
    char *at = line;
    for (size_t c = 0; c <= KEYS; c++) {
        const bool quoted = *at == '"';
        cell[c] = quoted ? at + 1 : at;
        at = quoted ? strchr(at + 1, '"') : at + strcspn(at, ",\r\n");
        assert_non_null(at);
        char *end = quoted ? at + 1 : at;
        *at = '\0';
        at = end + 1;
    }
    double who = 0.0;
    assert_true(tacit_parse_real(cell[0], &who));
    out->who = (size_t)who;
    for (size_t j = 0; j < KEYS; j++)
        snprintf(out->label[j], sizeof out->label[j], "%s", cell[j + 1]);
}

/* How many of the population the record may be. */
static size_t count_people(const world *w, const shown *r)
{
    size_t n = 0;
    for (size_t i = 0; i < w->all; i++) {
        bool may = true;
        for (size_t j = 0; j < KEYS && may; j++)
            may = r->label[j][0] == '\0' ||
                  (w->way[j] == LEVELS
                       ? covers(r->label[j], j, w->person[i][j])
                       : changed(w, j, w->person[i][j]) == changed(w, j, w->person[r->who][j]));
        n += may;
    }
    return n;
}

static size_t count_file(const place *p, const world *w)
{
    char path[PATH_BYTES], line[512];
    size_t least = SIZE_MAX;
    FILE *f = fopen(path_of(p, "out.csv", path), "r");
    assert_non_null(f);
    assert_non_null(fgets(line, sizeof line, f));
    while (fgets(line, sizeof line, f) != NULL) {
        shown r;
        read_record(line, &r);
        const size_t n = count_people(w, &r);
        assert_true(r.who < w->n);
        least = n < least ? n : least;
    }
    fclose(f);
    return least;
}

/* ---- runs ---- */

static double told_k(const char *record)
{
    json_t *root = json_loads(record, 0, NULL), *figure = NULL;
    size_t i = 0;
    double k = NAN;
    const json_t *first = json_array_get(json_object_get(root, "requirements"), 0);
    json_array_foreach(json_object_get(first, "figures"), i, figure)
    {
        if (strcmp(json_string_value(json_object_get(figure, "name")), "k") == 0)
            k = json_number_value(json_object_get(figure, "value"));
    }
    json_decref(root);
    return k;
}

static void write_plan(const place *p, const world *w, int k, char plan[2 * TEXT])
{
    const char *f = p->folder;
    snprintf(plan, 2 * TEXT,
             "data: %s/in.csv\npopulation: %s/all.csv\nroles: {key: [a, b, c]}\n"
             "hierarchies: {a: {intervals: {widths: [3, 6]}}, c: {intervals: {widths: [2]}},\n"
             "  b: {tree: {branches: {x: [p, q], y: [r, s]}}}}\n"
             "require: {k_map: {k: %d}}\nsteps: [%s]\nmeasures: []\noutput: %s/out.csv\n",
             f, f, k, w->steps, f);
}

static void test_random(void **state)
{
    const place *p = *state;
    world w = { .rng = tacit_rng_seed(2027) };
    size_t released = 0;
    for (int round = 0; round < ROUNDS; round++) {
        char plan[2 * TEXT];
        char *record = NULL;
        tacit_verdict verdict = TACIT_VERDICT_NONE;
        draw_people(&w);
        draw_steps(&w);
        put_file(p, &w, "in.csv", w.n);
        put_file(p, &w, "all.csv", w.all);
        write_plan(p, &w, 1 + below(&w, 3), plan);
        const tacit_ending ending =
            tacit_run(p->cx, NULL, "protect", plan, "{\"force\": true}", &verdict, &record);
        if (ending != TACIT_DONE && ending != TACIT_NOT_RELEASED)
            fail_msg("round %d, %zu of %zu, %s: %s", round, w.n, w.all, w.steps,
                     tacit_message(p->cx));
        if (ending == TACIT_NOT_RELEASED && w.sought)
            fail_msg("round %d, %zu of %zu, %s: refused", round, w.n, w.all, w.steps);
        const double k = ending == TACIT_DONE ? told_k(record) : 0.0;
        const double right = ending == TACIT_DONE ? (double)count_file(p, &w) : 0.0;
        if (w.local ? !(k <= right) : !(k == right))
            fail_msg("round %d, %zu of %zu, %s: k = %g instead of %zu", round, w.n, w.all, w.steps,
                     k, (size_t)right);
        released += ending == TACIT_DONE;
        tacit_text_free(record);
    }
    assert_true(released > ROUNDS / 2);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_random, make_place, remove_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
