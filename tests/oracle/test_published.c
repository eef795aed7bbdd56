/*
 * test_published.c - what published tables tell, alone and together, against going through all
 * tables.
 *
 * Small random cubes of counts are published as somebody would, with marks in the place of hidden
 * cells: as rows, a cross table, an intermediate file of tau-Argus, JJ or Parquet.  All cubes of
 * counts that agree with what is published are gone through; the least and the largest value of
 * every hidden cell are what `audit` must find.  Then the same of two or three releases with other
 * dimensions of one cube: what is called safe must not be known to who has all of them, and what is
 * called known must be.
 */
#include "support/data.h"

#include <jansson.h>
#include <string.h>

#include "tacit.h"

enum {
    ALONE = 1000,
    TOGETHER = 160,
    BOUND = 7,
    DIMENSIONS = 3,
    CODES = 4,
    CELLS = 64,
    LEAVES = 9,
    TEXT = 8192
};

/* Counts by three dimensions of 1 ... 3 codes; code 0 is the total. */
typedef struct cube {
    size_t size[DIMENSIONS], n_leaves;
    size_t leaf[LEAVES]; /* their places among the cells */
    int x[LEAVES];
} cube;

/* A table over some of the dimensions. */
typedef struct release {
    bool has[DIMENSIONS];
    bool hidden[CELLS];
} release;

static const char *const NAME[] = { "a", "b", "c" };
static const char *const CODE[] = { "Total", "p", "q", "r" };

static size_t code_of(size_t cell, size_t d)
{
    return cell / (d == 0 ? 16 : d == 1 ? 4 : 1) % CODES;
}

static bool is_part(size_t leaf, size_t cell)
{
    bool is = true;
    for (size_t d = 0; d < DIMENSIONS; d++)
        is = is && (code_of(cell, d) == 0 || code_of(cell, d) == code_of(leaf, d));
    return is;
}

static int value_of(const cube *c, const int *x, size_t cell)
{
    int sum = 0;
    for (size_t k = 0; k < c->n_leaves; k++)
        sum += is_part(c->leaf[k], cell) ? x[k] : 0;
    return sum;
}

/* Whether a table has the cell. */
static bool has_cell(const cube *c, const release *r, size_t cell)
{
    bool has = true;
    for (size_t d = 0; d < DIMENSIONS; d++)
        has = has && code_of(cell, d) <= (r->has[d] ? c->size[d] : 0);
    return has;
}

static void draw_cube(tacit_rng *rng, bool flat, cube *c)
{
    const size_t sizes[][DIMENSIONS] = { { 2, 2, 2 }, { 3, 2, 1 }, { 3, 3, 1 }, { 2, 2, 1 } };
    const size_t shape = flat ? 1 + tacit_rng_below(rng, 3) : 0;
    *c = (cube){ 0 };
    memcpy(c->size, sizes[shape], sizeof c->size);
    for (size_t cell = 0; cell < CELLS; cell++) {
        bool leaf = true;
        for (size_t d = 0; d < DIMENSIONS; d++)
            leaf = leaf && code_of(cell, d) > 0 && code_of(cell, d) <= c->size[d];
        if (!leaf)
            continue;
        c->leaf[c->n_leaves] = cell;
        c->x[c->n_leaves++] = tacit_rng_below(rng, 3) == 0 ? 0 : (int)tacit_rng_below(rng, 3);
    }
}

/* Whether a cell is the total of nothing in a table. */
static bool is_inner(const release *r, size_t cell)
{
    bool inner = true;
    for (size_t d = 0; d < DIMENSIONS; d++)
        inner = inner && (!r->has[d] || code_of(cell, d) > 0);
    return inner;
}

/* Hide `of` in 8 of the cells, and `inner` in 8 of those that are no totals; not the grand total.
 */
static void hide_some(tacit_rng *rng, const cube *c, size_t of, size_t inner, release *r)
{
    for (size_t cell = 1; cell < CELLS; cell++)
        r->hidden[cell] =
            has_cell(c, r, cell) && tacit_rng_below(rng, 8) < (is_inner(r, cell) ? inner : of);
}

/* ---- all cubes that agree ---- */

typedef struct search {
    const cube *c;
    const release *r;
    size_t n;  /* releases */
    bool open; /* the grand total is hidden; no hidden cell is above BOUND */
    int x[LEAVES];
    int least[CELLS], most[CELLS];
    size_t found;
} search;

static bool agrees(const search *s)
{
    for (size_t cell = 0; cell < CELLS; cell++)
        for (size_t i = 0; i < s->n; i++)
            if (has_cell(s->c, &s->r[i], cell) &&
                (s->r[i].hidden[cell]
                     ? s->open && value_of(s->c, s->x, cell) > BOUND
                     : value_of(s->c, s->x, cell) != value_of(s->c, s->c->x, cell)))
                return false;
    return true;
}

static void note(search *s)
{
    for (size_t cell = 0; cell < CELLS; cell++) {
        const int x = value_of(s->c, s->x, cell);
        s->least[cell] = s->found == 0 || x < s->least[cell] ? x : s->least[cell];
        s->most[cell] = s->found == 0 || x > s->most[cell] ? x : s->most[cell];
    }
    s->found++;
}

/* From leaf `k` on: they add up to `left`, or are open up to it. */
static void go_through(search *s, size_t k, int left)
{
    if (k == s->c->n_leaves) {
        if (agrees(s))
            note(s);
        return;
    }
    const bool last = k + 1 == s->c->n_leaves && !s->open;
    for (s->x[k] = last ? left : 0; s->x[k] <= left; s->x[k]++)
        go_through(s, k + 1, s->open ? left : left - s->x[k]);
}

static search find_all(const cube *c, const release *r, size_t n)
{
    search s = { .c = c, .r = r, .n = n, .open = r[0].hidden[0] };
    go_through(&s, 0, s.open ? BOUND : value_of(c, c->x, 0));
    assert_true(s.found > 0);
    return s;
}

/* ---- files ---- */

static size_t add(char *out, size_t n, const char *text)
{
    const size_t more = strlen(text);
    assert_true(n + more < TEXT);
    memcpy(out + n, text, more + 1);
    return n + more;
}

/* The value of a cell, or the mark. */
static const char *say(const cube *c, const release *r, size_t cell, const char *mark,
                       char room[16])
{
    snprintf(room, 16, "%d", value_of(c, c->x, cell));
    return r->hidden[cell] ? mark : room;
}

/* A row for each cell; as tau-Argus has them if `tab`. */
static void put_rows(const place *p, const cube *c, const release *r, const char *name, bool tab)
{
    char text[TEXT] = "", room[16];
    size_t n = 0;
    for (size_t d = 0; !tab && d < DIMENSIONS; d++)
        n = r->has[d] ? add(text, add(text, n, NAME[d]), ",") : n;
    n = tab ? n : add(text, n, "n\n");
    for (size_t cell = 0; cell < CELLS; cell++) {
        if (!has_cell(c, r, cell))
            continue;
        for (size_t d = 0; d < DIMENSIONS; d++)
            n = r->has[d] ? add(text, add(text, n, CODE[code_of(cell, d)]), tab ? ";" : ",") : n;
        n = add(text, n, say(c, r, cell, tab ? "" : "x", room));
        n = add(text, n, !tab ? "\n" : r->hidden[cell] ? ";X\n" : ";S\n");
    }
    put_bytes(p, name, text, n);
}

static void put_metadata(const place *p, const release *r)
{
    char text[TEXT] = "";
    size_t n = add(text, 0, "<SEPARATOR> \";\"\n<SAFE> \"S\"\n<UNSAFE> \"X\"\n");
    for (size_t d = 0; d < DIMENSIONS; d++)
        if (r->has[d])
            n = add(text, add(text, n, NAME[d]), "\n<RECODEABLE>\n<TOTCODE> \"Total\"\n");
    n = add(text, n, "n\n<NUMERIC>\nStatus\n<STATUS>\n");
    put_bytes(p, "now.rda", text, n);
}

/* Two dimensions, a and b. */
static void put_cross(const place *p, const cube *c, const release *r)
{
    char text[TEXT] = "a", room[16];
    size_t n = 1;
    for (size_t b = 0; b <= c->size[1]; b++)
        n = add(text, add(text, n, ","), CODE[b]);
    for (size_t a = 0; a <= c->size[0]; a++) {
        n = add(text, add(text, n, "\n"), CODE[a]);
        for (size_t b = 0; b <= c->size[1]; b++)
            n = add(text, add(text, n, ","), say(c, r, 16 * a + 4 * b, "x", room));
    }
    put_bytes(p, "now.csv", text, add(text, n, "\n"));
}

/* One equation of a JJ file: the cell is the sum over dimension `d`, whose codes are `step` apart.
 */
static size_t put_equation(const cube *c, size_t cell, size_t d, const size_t *number, char *text,
                           size_t n)
{
    const size_t step = d == 0 ? 16 : 4;
    char line[64];
    snprintf(line, sizeof line, "0 %zu : %zu (-1)", c->size[d] + 1, number[cell]);
    n = add(text, n, line);
    for (size_t k = 1; k <= c->size[d]; k++) {
        snprintf(line, sizeof line, " %zu (1)", number[cell + k * step]);
        n = add(text, n, line);
    }
    return add(text, n, "\n");
}

static void put_jj(const place *p, const cube *c, const release *r)
{
    char text[TEXT] = "", line[96];
    size_t number[CELLS] = { 0 }, cells = 0, equations = 0, n = 0;
    for (size_t cell = 0; cell < CELLS; cell++)
        number[cell] = has_cell(c, r, cell) ? cells++ : 0;
    snprintf(line, sizeof line, "0\n%zu\n", cells);
    n = add(text, n, line);
    for (size_t cell = 0; cell < CELLS; cell++) {
        const int x = value_of(c, c->x, cell);
        if (!has_cell(c, r, cell))
            continue;
        snprintf(line, sizeof line, "%zu %d 1 %c 0 %d 0 0 0\n", number[cell], x,
                 r->hidden[cell] ? 'u' : 's', 1000);
        n = add(text, n, line);
        for (size_t d = 0; d < 2; d++)
            equations += code_of(cell, d) == 0;
    }
    snprintf(line, sizeof line, "%zu\n", equations);
    n = add(text, n, line);
    for (size_t cell = 0; cell < CELLS; cell++)
        for (size_t d = 0; d < 2; d++)
            if (has_cell(c, r, cell) && code_of(cell, d) == 0)
                n = put_equation(c, cell, d, number, text, n);
    put_bytes(p, "now.jj", text, n);
}

/* ---- audits ---- */

static void put_plan(const place *p, const release *r, const char *file, const char *more,
                     char *out)
{
    size_t n = add(out, 0, "data: ");
    n = add(out, add(out, add(out, n, p->folder), "/"), file);
    n = add(out, add(out, n, "\ncells: {value: n}\ntables: {t: {by: ["), "");
    for (size_t d = 0; d < DIMENSIONS; d++)
        n = r->has[d] ? add(out, add(out, n, NAME[d]),
                            d < 2 && (r->has[2] || (d < 1 && r->has[1])) ? ", " : "")
                      : n;
    add(out, add(out, n, "]}}\naudit: {insiders: none}\n"), more);
}

static bool audit(const place *p, const char *plan, json_t **out)
{
    tacit_verdict verdict = TACIT_VERDICT_NONE;
    char *record = NULL;
    const tacit_ending ending = tacit_run(p->cx, NULL, "audit", plan, NULL, &verdict, &record);
    *out = json_loads(record, 0, NULL);
    tacit_text_free(record);
    assert_true(ending == TACIT_DONE || ending == TACIT_NOT_RELEASED);
    return verdict == TACIT_VERDICT_HOLDS;
}

/* The rows of the audit's table of cells. */
static const json_t *rows_of(const json_t *record)
{
    const json_t *all = json_object_get(record, "requirements"), *tables = NULL;
    tables = json_object_get(json_array_get(all, json_array_size(all) - 1), "tables");
    return json_object_get(json_array_get(tables, 0), "rows");
}

/* The row of a cell, by its codes, or by its number in a JJ file. */
static const json_t *row_of(const json_t *rows, const release *r, size_t cell, size_t number)
{
    char name[64] = "cell (", other[32];
    size_t n = strlen(name), i = 0;
    for (size_t d = 0; d < DIMENSIONS; d++)
        if (r->has[d])
            n += (size_t)snprintf(name + n, sizeof name - n, "%s%s", n > 6 ? ", " : "",
                                  CODE[code_of(cell, d)]);
    snprintf(name + n, sizeof name - n, ") of table 't");
    snprintf(other, sizeof other, "%zu", number);
    const json_t *row = NULL;
    json_array_foreach(rows, i, row)
    {
        const char *own = json_string_value(json_array_get(row, 0));
        if (strncmp(own, name, n + 1) == 0 || strcmp(own, other) == 0)
            return row;
    }
    return NULL;
}

static void check_alone(place *p, const cube *c, const release *r, const char *plan)
{
    const search all = find_all(c, r, 1);
    bool known = false;
    size_t number = 0;
    json_t *record = NULL;
    const bool safe = audit(p, plan, &record);
    for (size_t cell = 0; cell < CELLS; cell++) {
        if (!has_cell(c, r, cell))
            continue;
        const json_t *row = row_of(rows_of(record), r, cell, number++);
        if (!r->hidden[cell])
            continue;
        assert_non_null(row);
        assert_int_equal((int)json_number_value(json_array_get(row, 2)), all.least[cell]);
        assert_int_equal((int)json_number_value(json_array_get(row, 3)), all.most[cell]);
        known = known || all.least[cell] == all.most[cell];
    }
    assert_int_equal(safe, !known);
    json_decref(record);
}

/* Publish the table in form `form` and write the plan that reads it. */
static void publish(place *p, const cube *c, const release *r, size_t form, char *plan)
{
    static const char *const FILES[] = { "now.csv", "now.csv", "now.tab", "now.jj", "now.parquet" };
    put_plan(p, r, FILES[form], "", plan);
    if (form == 1) {
        put_cross(p, c, r);
        snprintf(plan, TEXT,
                 "data: %s/now.csv\ncells: {layout: cross}\ntables: {t: {by: [a, b]}}\n"
                 "audit: {insiders: none}\n",
                 p->folder);
    } else if (form == 3) {
        put_jj(p, c, r);
        snprintf(plan, TEXT, "data: %s/now.jj\naudit: {insiders: none}\n", p->folder);
    } else {
        put_rows(p, c, r, form == 2 ? "now.tab" : "now.csv", form == 2);
        put_metadata(p, r);
    }
    if (form == 2)
        snprintf(plan, TEXT,
                 "data: {path: %s/now.tab, metadata: %s/now.rda}\n"
                 "cells: {value: n, status: Status}\ntables: {t: {by: [a, b]}}\n"
                 "audit: {insiders: none}\n",
                 p->folder, p->folder);
    if (form == 4) {
        tacit_table *t = load(p, "now.csv", NULL);
        store(p, t, "now.parquet");
        tacit_table_free(t);
    }
}

static void test_alone(void **state)
{
    place *p = *state;
    static char plan[TEXT];
    const tacit_rng root = tacit_rng_seed(31);
    for (uint64_t t = 0; t < ALONE; t++) {
        tacit_rng rng = tacit_rng_fork_number(&root, t);
        const size_t form = t % 100 == 99 ? 4 : t % 4;
        cube c;
        release r = { .has = { true, true, false } };
        draw_cube(&rng, true, &c);
        hide_some(&rng, &c, t % 3, 2 + t % 5, &r);
        publish(p, &c, &r, form, plan);
        check_alone(p, &c, &r, plan);
    }
}

/* A hidden grand total, so that nothing but what everybody knows bounds some cells. */
static void test_bound(void **state)
{
    place *p = *state;
    static char plan[TEXT];
    const tacit_rng root = tacit_rng_seed(41);
    for (uint64_t t = 0; t < ALONE / 10;) {
        tacit_rng rng = tacit_rng_fork_number(&root, t++);
        cube c;
        release r = { .has = { true, true, false } };
        do
            draw_cube(&rng, true, &c);
        while (c.n_leaves > 4 || value_of(&c, c.x, 0) > BOUND);
        hide_some(&rng, &c, t % 4, 4, &r);
        r.hidden[0] = true;
        put_rows(p, &c, &r, "now.csv", false);
        put_plan(p, &r, "now.csv", "", plan);
        snprintf(strstr(plan, "insiders"), 64, "insiders: none, bound: %d}\n", BOUND);
        check_alone(p, &c, &r, plan);
    }
}

/* ---- together ---- */

/* Two of the three dimensions. */
static void draw_dimensions(tacit_rng *rng, release *r)
{
    const size_t without = tacit_rng_below(rng, DIMENSIONS);
    for (size_t d = 0; d < DIMENSIONS; d++)
        r->has[d] = d != without;
}

/* Publish release `i`; the earlier ones with a plan that says what they are.  Adds to the list of
 * those. */
static void publish_one(const place *p, const cube *c, const release *r, size_t i, char *list)
{
    static char plan[TEXT];
    char name[32];
    const size_t n = strlen(list);
    snprintf(name, sizeof name, "%zu.csv", i);
    put_rows(p, c, r, name, false);
    put_plan(p, r, name, "", plan);
    snprintf(name, sizeof name, "%zu.yaml", i);
    put_text(p, name, plan);
    if (i > 0)
        snprintf(list + n, TEXT - n, "%s%s/%s", i == 1 ? "" : ", ", p->folder, name);
}

static bool check_together(place *p, tacit_rng *rng, size_t n, size_t totals)
{
    static char plan[TEXT], list[TEXT], more[TEXT + 16];
    cube c;
    release r[3] = { 0 };
    bool known = false;
    json_t *record = NULL;
    list[0] = '\0';
    draw_cube(rng, false, &c);
    for (size_t i = 0; i < n; i++) {
        draw_dimensions(rng, &r[i]);
        hide_some(rng, &c, totals, 8, &r[i]);
        publish_one(p, &c, &r[i], i, list);
    }
    snprintf(more, sizeof more, "released: [%s]\n", list);
    put_plan(p, &r[0], "0.csv", more, plan);
    const search all = find_all(&c, r, n);
    for (size_t cell = 0; cell < CELLS; cell++)
        known = known || (r[0].hidden[cell] && all.least[cell] == all.most[cell]);
    assert_int_equal(audit(p, plan, &record), !known);
    json_decref(record);
    return known;
}

static void test_together(void **state)
{
    size_t known = 0;
    const tacit_rng root = tacit_rng_seed(37);
    for (uint64_t t = 0; t < TOGETHER; t++) {
        tacit_rng rng = tacit_rng_fork_number(&root, t);
        known += check_together(*state, &rng, 2 + t % 2, t % 4);
    }
    assert_in_range(known, TOGETHER / 5, TOGETHER * 4 / 5);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = { with_place(test_alone), with_place(test_bound),
                                        with_place(test_together) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
