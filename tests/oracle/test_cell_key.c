/*
 * test_cell_key.c - noise by cell keys, against going through all records for every cell.
 *
 * Random records are written to a file, and tables of counts and sums with a hierarchy are made of
 * it by the public interface; every cell of every table is computed again from the records that
 * its codes stand for.  Keys are added up as decimal texts, turned as texts, and looked up entry by
 * entry.  The same records in another order must give the same file.
 */
#include "support/files.h"

#include "base/rng.h"
#include "base/text.h"
#include "hierarchy/delimited.h"
#include "tabular/protection/cell_key/ptable.h"
#include "tacit.h"

enum { MOST_ROWS = 60, TRIALS = 150, LARGEST = 3, BYTES = 1 << 16 };

static const char *const PLACES[] = { "a1", "a2", "b1", "b2", "b3", "c" };
static const char *const AREAS[] = { "A", "A", "B", "B", "B", "C" };
static const double FACTORS[LARGEST] = { 1, 0.5, 0.25 };

typedef struct record {
    size_t place, sex;
    double weight, x;
    uint64_t key; /* in units of 1e-8 */
} record;

/* A trial. */
typedef struct trial {
    size_t n;
    record row[MOST_ROWS];
    double maximum, variance, forbidden;
    bool simple, same_key, zeros;
    tacit_ptable_part counts, sums;
} trial;

/* ---- making it ---- */

static void draw(tacit_rng *rng, trial *t)
{
    *t = (trial){ .n = 1 + tacit_rng_below(rng, MOST_ROWS),
                  .maximum = 3 + (double)tacit_rng_below(rng, 5),
                  .variance = 2.5 + (double)tacit_rng_below(rng, 4),
                  .forbidden = (double)tacit_rng_below(rng, 3),
                  .simple = tacit_rng_below(rng, 2) == 0,
                  .same_key = tacit_rng_below(rng, 2) == 0,
                  .zeros = tacit_rng_below(rng, 2) == 0 };
    for (size_t i = 0; i < t->n; i++)
        t->row[i] = (record){ .place = tacit_rng_below(rng, 6),
                              .sex = tacit_rng_below(rng, 2),
                              .weight = 1 + (double)tacit_rng_below(rng, 4),
                              .x = (double)(tacit_rng_below(rng, 9) * tacit_rng_below(rng, 700)),
                              .key = tacit_rng_below(rng, 100000000) };
    for (size_t i = 0; i < t->n; i += 5) /* short ones, and some that are 0 */
        t->row[i].key = t->row[i].key / 1000000 % 10 * 10000000;
}

static void shuffle(tacit_rng *rng, trial *t)
{
    for (size_t i = t->n; i > 1; i--) {
        const size_t j = tacit_rng_below(rng, i);
        const record swap = t->row[i - 1];
        t->row[i - 1] = t->row[j];
        t->row[j] = swap;
    }
}

static void design(tacit_ctx *cx, trial *t)
{
    static const double sizes[] = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 };
    const double n = t->forbidden > 0 ? t->maximum + t->forbidden + 1 : t->maximum;
    const tacit_ptable_wish counts = { (size_t)n, sizes, t->maximum, t->variance, t->forbidden, 1 };
    const tacit_ptable_wish sums = { (size_t)t->maximum, sizes, t->maximum, t->variance, 0, 0.5 };
    assert_ok(cx, tacit_ptable_design(cx, &counts, &t->counts));
    assert_ok(cx, tacit_ptable_design(cx, &sums, &t->sums));
}

static void write_records(const place *p, const trial *t)
{
    static char text[BYTES];
    size_t n = (size_t)snprintf(text, BYTES, "place,sex,w,x,k\n");
    for (size_t i = 0; i < t->n; i++)
        n += (size_t)snprintf(text + n, BYTES - n, "%s,%s,%g,%g,0.%08llu\n",
                              PLACES[t->row[i].place], t->row[i].sex == 0 ? "f" : "m",
                              t->row[i].weight, t->row[i].x, (unsigned long long)t->row[i].key);
    put_text(p, "records.csv", text);
}

static void make_tables(const place *p, const trial *t)
{
    char plan[4096], records[PATH_BYTES], out[PATH_BYTES];
    snprintf(plan, sizeof plan,
             "data: %s\nroles: {weight: w}\nhierarchies: {place: {tree: {branches: {A: [a1, a2], "
             "B: [b1, b2, b3], C: [c]}}}}\ntables:\n  n: {by: [place, sex]}\n  m: {by: [place]}\n"
             "  s: {by: [place, sex], of: x}\nprotection:\n  cell_key: {keys: k, maximum: %g, "
             "variance: %g, forbidden: %g, factors: [1, 0.5, 0.25], form: %s, point: 900, small: "
             "0.4, large: 0.1, power: 2, same_key: %s, zeros: %s, all_digits: true}\noutput: %s\n",
             path_of(p, "records.csv", records), t->maximum, t->variance, t->forbidden,
             t->simple ? "simple" : "flexible", t->same_key ? "true" : "false",
             t->zeros ? "true" : "false", path_of(p, "out.csv", out));
    remove(out);
    if (tacit_run(p->cx, NULL, "tables", plan, NULL, NULL, NULL) != TACIT_DONE)
        fail_msg("%s", tacit_message(p->cx));
}

/* ---- computing it again ---- */

/* The records of one cell. */
typedef struct cell {
    size_t n;
    const record *row[MOST_ROWS];
    char key[16]; /* "0.12345678" */
} cell;

static bool stands_for(const char *code, const record *r)
{
    return code[0] == '\0' || strcmp(code, "Total") == 0 || strcmp(code, PLACES[r->place]) == 0 ||
           strcmp(code, AREAS[r->place]) == 0;
}

static bool is_sex(const char *code, const record *r)
{
    return code[0] == '\0' || strcmp(code, "Total") == 0 || (code[0] == 'm') == (r->sex == 1);
}

static cell find_cell(const trial *t, const char *const codes[2], bool skip)
{
    cell c = { 0 };
    uint64_t sum = 0;
    for (size_t i = 0; i < t->n; i++)
        if (stands_for(codes[0], &t->row[i]) && is_sex(codes[1], &t->row[i])) {
            c.row[c.n++] = &t->row[i];
            if (!skip || t->row[i].x > 0)
                sum = (sum + t->row[i].key) % 100000000;
        }
    snprintf(c.key, sizeof c.key, "0.%08llu", (unsigned long long)sum);
    for (size_t n = strlen(c.key); n > 3 && c.key[n - 1] == '0'; n--)
        c.key[n - 1] = '\0';
    return c;
}

/* What a table adds, entry by entry. */
static double look_up(const tacit_ptable_part *part, size_t k, const char *key)
{
    double at = 0;
    assert_true(tacit_parse_real(key, &at));
    for (size_t e = part->first[k]; e < part->first[k + 1]; e++)
        if (at < part->below[e])
            return part->value[e];
    fail_msg("no entry");
    return 0;
}

static double count_of(const trial *t, const cell *c)
{
    double weight = 0;
    const size_t last = t->counts.n;
    if (c->n == 0)
        return 0;
    for (size_t i = 0; i < c->n; i++)
        weight += c->row[i]->weight;
    const double v = look_up(&t->counts, (c->n < last ? c->n : last) - 1, c->key);
    return ((double)c->n + v) * weight / (double)c->n;
}

/* Put the j-th largest record in its place. */
static void bring_up(cell *c, size_t j)
{
    for (size_t i = j + 1; i < c->n; i++)
        if (c->row[i]->x > c->row[j]->x ||
            (c->row[i]->x == c->row[j]->x && c->row[i]->weight > c->row[j]->weight)) {
            const record *swap = c->row[j];
            c->row[j] = c->row[i];
            c->row[i] = swap;
        }
}

/* "0.1234" becomes "0.2341". */
static void turn(char *key)
{
    const char head = key[2];
    const size_t n = strlen(key);
    memmove(key + 2, key + 3, n - 3);
    key[n - 1] = head;
}

static double between(const tacit_ptable_part *part, double a, const char *key)
{
    const size_t low = (size_t)floor(a); /* sizes are 1, 2, 3, ... */
    if (low >= part->n)
        return look_up(part, part->n - 1, key);
    const double share = a - (double)low;
    return (1 - share) * (low > 0 ? look_up(part, low - 1, key) : 0) +
           (share > 0 ? share * look_up(part, low, key) : 0);
}

static double sum_of(const trial *t, cell *c)
{
    double sum = 0;
    for (size_t i = 0; i < c->n; i++)
        sum += c->row[i]->weight * c->row[i]->x;
    for (size_t j = 0; j < LARGEST && j < c->n; j++) {
        bring_up(c, j);
        if (j > 0 || !t->same_key)
            turn(c->key);
        const double x = c->row[j]->x * c->row[j]->weight;
        double unit = x * 0.4 * FACTORS[j];
        if (!t->simple)
            unit = x < 900 ? x * 0.4
                           : x * 0.1 * (1 + (0.4 * x - 90) / 90 * pow(1800 / (900 + x), 2)) *
                                 FACTORS[j];
        unit = fmin(unit, sum);
        if (unit > 0)
            sum = fmax(0, sum + unit * between(&t->sums, sum / unit, c->key));
    }
    return sum;
}

static void check_row(const trial *t, const tacit_delimited *d)
{
    const bool sums = strcmp(d->field[0], "s") == 0;
    cell c = find_cell(t, &d->field[1], sums && !t->zeros);
    const double want = sums ? sum_of(t, &c) : count_of(t, &c);
    double x = 0;
    assert_true(tacit_parse_real(d->field[3], &x));
    assert_near(x, want, 1e-9 * fmax(1, fabs(want)));
}

static size_t check_file(const place *p, const trial *t)
{
    tacit_delimited d;
    char out[PATH_BYTES];
    size_t n = 0;
    assert_ok(p->cx, tacit_delimited_open(p->cx, path_of(p, "out.csv", out), &d));
    assert_ok(p->cx, tacit_delimited_next(p->cx, &d));
    for (;; n++) {
        assert_ok(p->cx, tacit_delimited_next(p->cx, &d));
        if (d.n == 0)
            break;
        check_row(t, &d);
    }
    tacit_delimited_close(&d);
    return n;
}

static void test_all_records(void **state)
{
    const place *p = *state;
    tacit_rng rng = tacit_rng_seed(20261113);
    static char one[BYTES], two[BYTES];
    size_t cells = 0;
    for (size_t i = 0; i < TRIALS; i++) {
        const size_t mark = tacit_scratch_mark(p->cx);
        trial t;
        draw(&rng, &t);
        design(p->cx, &t);
        write_records(p, &t);
        make_tables(p, &t);
        cells += check_file(p, &t);
        get_text(p, "out.csv", one, sizeof one);
        shuffle(&rng, &t);
        write_records(p, &t);
        make_tables(p, &t);
        assert_string_equal(get_text(p, "out.csv", two, sizeof two), one);
        tacit_scratch_release(p->cx, mark);
    }
    assert_true(cells > 30 * TRIALS);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = { with_place(test_all_records) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
