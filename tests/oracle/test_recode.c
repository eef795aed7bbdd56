/*
 * test_recode.c - tables with fewer levels, against tables of records that say no more.
 *
 * Random records with places of three levels ("b2y" is in "b2", which is in "b") are tabulated with
 * recode at a level, and after their places were cut to that level by cell suppression: what is
 * written, or that nothing can be, must be the same.
 */
#include "support/files.h"

#include "base/rng.h"
#include "tacit.h"

enum { MOST_ROWS = 150, TRIALS = 60, BYTES = 1 << 15 };

typedef struct record {
    char place[4];
    const char *kind;
    unsigned x;
} record;

typedef struct trial {
    size_t n;
    record row[MOST_ROWS];
    unsigned level, kinds; /* levels of the two dimensions */
    bool sums;
} trial;

static trial draw(tacit_rng *rng)
{
    static const char *const kinds[] = { "k", "l", "m" };
    trial t = { .n = 20 + tacit_rng_below(rng, MOST_ROWS - 19),
                .level = (unsigned)tacit_rng_below(rng, 3),
                .kinds = (unsigned)tacit_rng_below(rng, 4) == 0,
                .sums = tacit_rng_below(rng, 2) == 0 };
    for (size_t i = 0; i < t.n; i++) {
        record *r = &t.row[i];
        r->place[0] = (char)('a' + tacit_rng_below(rng, 3));
        r->place[1] = (char)('1' + tacit_rng_below(rng, 3));
        r->place[2] = (char)('x' + tacit_rng_below(rng, 2));
        r->kind = kinds[tacit_rng_below(rng, 3)];
        r->x = (unsigned)(1 + tacit_rng_below(rng, 30) * tacit_rng_below(rng, 30));
    }
    return t;
}

/* Write the records, places without the last `cut` characters; kinds are one if `one`. */
static void write_records(const place *p, const trial *t, unsigned cut, bool one)
{
    static char text[BYTES];
    size_t n = (size_t)snprintf(text, BYTES, "place,kind,x\n");
    for (size_t i = 0; i < t->n; i++)
        n += (size_t)snprintf(text + n, BYTES - n, "%.*s,%s,%u\n", (int)(3 - cut), t->row[i].place,
                              one ? "all" : t->row[i].kind, t->row[i].x);
    put_text(p, "records.csv", text);
}

/* The tree of places, with `depth` characters of them. */
static void write_tree(char *out, size_t room, unsigned depth)
{
    size_t n = 0;
    for (char a = 'a'; a <= 'c'; a++) {
        n += (size_t)snprintf(out + n, room - n, "%s%c: %s", a > 'a' ? ", " : "", a,
                              depth == 3 ? "{" : "[");
        for (char b = '1'; b <= '3'; b++)
            n += (size_t)snprintf(out + n, room - n,
                                  depth == 3 ? "%s%c%c: [%c%cx, %c%cy]" : "%s%c%c",
                                  b > '1' ? ", " : "", a, b, a, b, a, b);
        n += (size_t)snprintf(out + n, room - n, depth == 3 ? "}" : "]");
    }
}

/* Make tables of the records; what was written, or "" if nothing can be protected. */
static const char *make_tables(const place *p, const trial *t, unsigned depth,
                               const char *protection, char out[BYTES])
{
    char plan[4096], tree[1024], hierarchy[1200] = "", records[PATH_BYTES], target[PATH_BYTES];
    write_tree(tree, sizeof tree, depth);
    if (depth > 1)
        snprintf(hierarchy, sizeof hierarchy, "hierarchies: {place: {tree: {branches: {%s}}}}\n",
                 tree);
    snprintf(plan, sizeof plan,
             "data: %s\n%stables:\n  t: {by: [place, kind]%s}\nrules: {minimum_frequency: {n: 3}, "
             "p_percent: {p: 15}}\nprotection: %s\noutput: %s\n",
             path_of(p, "records.csv", records), hierarchy, t->sums ? ", of: x" : "", protection,
             path_of(p, "out.csv", target));
    remove(target);
    const tacit_ending ending = tacit_run(p->cx, NULL, "tables", plan, NULL, NULL, NULL);
    if (ending != TACIT_DONE && ending != TACIT_WRONG_DATA)
        fail_msg("%s", tacit_message(p->cx));
    out[0] = '\0';
    return ending == TACIT_DONE ? get_text(p, "out.csv", out, BYTES) : out;
}

static void test_records_that_say_no_more(void **state)
{
    const place *p = *state;
    tacit_rng rng = tacit_rng_seed(20261114);
    static char one[BYTES], two[BYTES];
    size_t hiding = 0;
    for (size_t i = 0; i < TRIALS; i++) {
        const trial t = draw(&rng);
        char how[128];
        snprintf(how, sizeof how, "{recode: {levels: {place: %u, kind: 0}, seconds: 60}}", t.level);
        write_records(p, &t, 0, t.kinds);
        make_tables(p, &t, 3, how, one);
        write_records(p, &t, t.level, t.kinds);
        make_tables(p, &t, 3 - t.level, "cell_suppression", two);
        assert_string_equal(one, two);
        hiding += strstr(one, "hidden") != NULL;
    }
    assert_true(hiding > TRIALS / 5);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = { with_place(test_records_that_say_no_more) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
