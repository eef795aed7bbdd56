/*
 * test_cover.c - measures of generalised keys against their definitions, row by row.
 *
 * 4000 random tables of up to 30 rows with two keys, a category with a random hierarchy and
 * whole numbers, and a sensitive column.  Each cell is released by itself: unchanged, at a
 * level of the hierarchy, as an interval in one of many spellings, as stars, missing, or as
 * another record's value, which is false.  What each cell covers is known when it is made;
 * the definitions are then summed over rows and values, without any counting ahead.
 */
#include "support/files.h"
#include "support/generalised.h"

enum { MOST_ROWS = 30, KEYS = 2, MOST_VALUES = 8, MOST_LEVELS = 3, TABLES = 4000, NONE = -1 };

/* A released cell: its text and the values that it covers. */
typedef struct cell {
    char text[FIELD_BYTES];
    bool covers[MOST_VALUES];
    bool suppressed, same;
    double low, high;
    int level;
} cell;

/* One pair of tables.  Value v of the category is "v<v>", of the number 10 + 3 v. */
typedef struct world {
    int rows, values, levels;
    int group[MOST_LEVELS + 1][MOST_VALUES]; /* of the category's values at each level */
    int x[KEYS][MOST_ROWS];                  /* original values, NONE if missing */
    int s[MOST_ROWS];                        /* sensitive values, NONE if missing */
    cell y[KEYS][MOST_ROWS];
} world;

static int below(tacit_rng *rng, int n)
{
    return (int)tacit_rng_below(rng, (uint64_t)n);
}

static double number_of(int v)
{
    return 10.0 + 3.0 * v;
}

/* ---- making a world ---- */

/* Each level joins groups of the one below; the last is one group. */
static void draw_hierarchy(tacit_rng *rng, world *w)
{
    w->levels = 1 + below(rng, MOST_LEVELS);
    for (int v = 0; v < w->values; v++)
        w->group[0][v] = v;
    for (int l = 1; l <= w->levels; l++) {
        int to[MOST_VALUES];
        for (int g = 0; g < MOST_VALUES; g++)
            to[g] = l == w->levels ? 0 : below(rng, MOST_VALUES - 2 * l);
        for (int v = 0; v < w->values; v++)
            w->group[l][v] = to[w->group[l - 1][v]];
    }
}

static void write_original(int key, int v, char out[FIELD_BYTES])
{
    if (v == NONE)
        out[0] = '\0';
    else if (key == 0)
        snprintf(out, FIELD_BYTES, "v%d", v);
    else
        snprintf(out, FIELD_BYTES, "%d", (int)number_of(v));
}

static void suppress_cell(cell *y, const char *text)
{
    snprintf(y->text, sizeof y->text, "%s", text);
    y->suppressed = true;
    y->same = false;
    for (int v = 0; v < MOST_VALUES; v++)
        y->covers[v] = true;
}

static void keep_cell(int key, int v, cell *y)
{
    write_original(key, v, y->text);
    y->covers[v] = y->same = true;
    y->low = y->high = number_of(v);
}

static void raise_cell(tacit_rng *rng, const world *w, int v, cell *y)
{
    y->level = 1 + below(rng, w->levels);
    snprintf(y->text, sizeof y->text, "g%d_%d", y->level, w->group[y->level][v]);
    for (int u = 0; u < w->values; u++)
        y->covers[u] = w->group[y->level][u] == w->group[y->level][v];
}

/* An interval that holds v; a bracket or sign says whether its ends belong to it. */
static void widen_cell(tacit_rng *rng, const world *w, int v, cell *y)
{
    const int a = (int)number_of(v) - below(rng, 9), b = (int)number_of(v) + below(rng, 9);
    const struct {
        const char *form;
        int low, high, least, most; /* the ends as written, and the whole numbers they hold */
    } of[] = { { "%d-%d", a, b, a, b },           { "%d - %d", a, b, a, b },
               { "%d..%d", a, b, a, b },          { "%d to %d", a, b, a, b },
               { "[%d, %d]", a, b, a, b },        { "[%d, %d)", a, b + 1, a, b },
               { "[%d, %d[", a, b + 1, a, b },    { "(%d, %d]", a - 1, b, a, b },
               { "(%d;%d)", a - 1, b + 1, a, b }, { ">=%d", a, 0, a, 1000 },
               { "> %d", a - 1, 0, a, 1000 },     { "%d+", a, 0, a, 1000 },
               { "<=%d", b, 0, -1000, b },        { "<%d", b + 1, 0, -1000, b } };
    const size_t k = tacit_rng_below(rng, sizeof of / sizeof of[0]);
    snprintf(y->text, sizeof y->text, of[k].form, of[k].low, of[k].high);
    y->low = of[k].least;
    y->high = of[k].most;
    for (int u = 0; u < w->values; u++)
        y->covers[u] = number_of(u) >= y->low && number_of(u) <= y->high;
}

static void release_cell(tacit_rng *rng, const world *w, int key, int i, cell *y)
{
    const int v = w->x[key][i], other = w->x[key][below(rng, w->rows)];
    const int way = below(rng, 10);
    *y = (cell){ .low = -INFINITY, .high = INFINITY };
    if (way == 0)
        suppress_cell(y, "");
    else if (way == 1 || v == NONE)
        suppress_cell(y, way % 2 == 0 ? "*" : "***");
    else if (way == 2 && other != NONE)
        keep_cell(key, other, y);
    else if (way < 5)
        keep_cell(key, v, y);
    else if (key == 0)
        raise_cell(rng, w, v, y);
    else
        widen_cell(rng, w, v, y);
}

static void draw_world(tacit_rng *rng, world *w)
{
    *w = (world){ .rows = below(rng, MOST_ROWS + 1), .values = 1 + below(rng, MOST_VALUES) };
    draw_hierarchy(rng, w);
    for (int i = 0; i < w->rows; i++) {
        for (int j = 0; j < KEYS; j++)
            w->x[j][i] = below(rng, 8) == 0 ? NONE : below(rng, w->values);
        w->s[i] = below(rng, 8) == 0 ? NONE : below(rng, 3);
    }
    for (int i = 0; i < w->rows; i++)
        for (int j = 0; j < KEYS; j++)
            release_cell(rng, w, j, i, &w->y[j][i]);
}

/* A false cell counts as suppressed. */
static cell settled(const world *w, int j, int i)
{
    cell y = w->y[j][i];
    if (!y.covers[w->x[j][i]])
        suppress_cell(&y, "*");
    return y;
}

/* ---- definitions ---- */

/* Original cells of key j whose value is covered; of value v alone. */
static double mass(const world *w, int j, const bool *covers)
{
    double n = 0.0;
    for (int i = 0; i < w->rows; i++)
        n += w->x[j][i] != NONE && covers[w->x[j][i]];
    return n;
}

static double mass_of(const world *w, int j, int v)
{
    bool only[MOST_VALUES] = { false };
    only[v] = true;
    return mass(w, j, only);
}

static double entropy_within(const world *w, int j, const bool *covers)
{
    double sum = 0.0;
    for (int v = 0; v < w->values; v++) {
        const double p = covers[v] ? mass_of(w, j, v) / mass(w, j, covers) : 0.0;
        sum -= p > 0.0 ? p * log2(p) : 0.0;
    }
    return sum;
}

/* The values of key j that occur: how many, the least and the greatest. */
static int occurring(const world *w, int j, const bool *covers, int *least, int *greatest)
{
    int n = 0;
    for (int v = 0; v < w->values; v++) {
        if (!covers[v] || !(mass_of(w, j, v) > 0.0))
            continue;
        *least = n == 0 ? v : *least;
        *greatest = v;
        n++;
    }
    return n;
}

static double loss_of(const world *w, int j, const cell *y)
{
    bool all[MOST_VALUES];
    int least = 0, greatest = 0, ignored = 0;
    for (int v = 0; v < MOST_VALUES; v++)
        all[v] = true;
    const int n = occurring(w, j, all, &least, &greatest);
    if (n < 2 || y->same)
        return 0.0;
    if (y->suppressed)
        return 1.0;
    if (j == 0)
        return (occurring(w, j, y->covers, &ignored, &ignored) - 1.0) / (n - 1.0);
    const double low = fmax(y->low, number_of(least)), high = fmin(y->high, number_of(greatest));
    return fmax(0.0, high - low) / (number_of(greatest) - number_of(least));
}

static double level_of(const world *w, int j, const cell *y)
{
    if (y->suppressed)
        return 1.0;
    return j == 0 ? (double)y->level / w->levels : 0.0;
}

/* Pr(Y = s | X in B) over the original rows in which both are present. */
static double chance(const world *w, int j, const bool *covers, int s)
{
    double hit = 0.0, n = 0.0;
    for (int i = 0; i < w->rows; i++) {
        if (w->x[j][i] == NONE || w->s[i] == NONE || !covers[w->x[j][i]])
            continue;
        n += 1.0;
        hit += w->s[i] == s;
    }
    return hit / n;
}

/* Sums of one key, over its cells. */
typedef struct sums {
    double cells, loss, level, entropy, monotone, untold, joint, linked, pmi;
} sums;

/* Rows with the same released text as row i, and those of them with its original value. */
static void count_alike(const world *w, int j, int i, double *label, double *both)
{
    *label = *both = 0.0;
    for (int k = 0; k < w->rows; k++) {
        const bool alike = w->x[j][k] != NONE && strcmp(w->y[j][k].text, w->y[j][i].text) == 0;
        *label += alike;
        *both += alike && w->x[j][k] == w->x[j][i];
    }
}

static void add_row(const world *w, int j, int i, sums *t)
{
    bool all[MOST_VALUES];
    double label = 0.0, both = 0.0;
    const cell y = settled(w, j, i);
    const double own = mass_of(w, j, w->x[j][i]), B = mass(w, j, y.covers);
    for (int v = 0; v < MOST_VALUES; v++)
        all[v] = true;
    const double n = mass(w, j, all);
    count_alike(w, j, i, &label, &both);
    t->cells += 1.0;
    t->loss += loss_of(w, j, &y);
    t->level += level_of(w, j, &y);
    t->entropy += entropy_within(w, j, y.covers);
    t->monotone += B / n * entropy_within(w, j, y.covers);
    t->untold -= log2(own / B);
    t->joint += log2(both * n / (label * own)) / n;
    if (w->s[i] == NONE)
        return;
    t->linked += 1.0;
    t->pmi += log2(chance(w, j, y.covers, w->s[i]) / chance(w, j, all, w->s[i]));
}

static sums sums_of(const world *w, int j)
{
    sums t = { 0 };
    for (int i = 0; i < w->rows; i++)
        if (w->x[j][i] != NONE)
            add_row(w, j, i, &t);
    return t;
}

static bool same_class(const world *w, int i, int k)
{
    return strcmp(w->y[0][i].text, w->y[0][k].text) == 0 &&
           strcmp(w->y[1][i].text, w->y[1][k].text) == 0;
}

static bool is_blank(const world *w, int i)
{
    return w->y[0][i].suppressed && w->y[1][i].suppressed;
}

/* Records like record i, and those of them with sensitive value s. */
static int class_size(const world *w, int i, int s, bool any)
{
    int n = 0;
    for (int k = 0; k < w->rows; k++)
        n += same_class(w, i, k) && (any || w->s[k] == s);
    return n;
}

/* The classification metric and the discernibility, as sums over records. */
static void sum_classes(const world *w, double *misses, double *dm)
{
    *misses = *dm = 0.0;
    for (int i = 0; i < w->rows; i++) {
        const int size = class_size(w, i, 0, true);
        int mode = 0;
        for (int s = NONE; s < 3; s++)
            mode = class_size(w, i, s, false) > mode ? class_size(w, i, s, false) : mode;
        *misses += is_blank(w, i) ? 1.0 : 1.0 - (double)mode / size;
        *dm += is_blank(w, i) ? w->rows : size;
    }
}

static double spread_of(const world *w)
{
    double sum = 0.0, n = 0.0, all = 0.0;
    bool seen[3] = { false };
    for (int i = 0; i < w->rows; i++)
        if (w->s[i] != NONE)
            seen[w->s[i]] = true;
    for (int s = 0; s < 3; s++)
        all += seen[s];
    for (int i = 0; i < w->rows; i++) {
        double distinct = 0.0;
        for (int s = 0; s < 3; s++)
            distinct += class_size(w, i, s, false) > 0;
        n += w->s[i] != NONE;
        sum += w->s[i] != NONE && all > 1.0 ? (distinct - 1.0) / (all - 1.0) : 0.0;
    }
    return sum / n;
}

/* ---- comparing ---- */

/* The same world as tables, with a hierarchy of the category in a file. */
typedef struct tables {
    tacit_table *before, *after;
    tacit_hierarchy_spec spec;
    arguments args;
    char path[PATH_BYTES];
} tables;

static void write_hierarchy(const place *at, const world *w, tables *t)
{
    const tacit_hierarchy_builder *builder = tacit_hierarchy_builder_find("file");
    FILE *f = fopen(path_of(at, "h.csv", t->path), "w");
    assert_non_null(f);
    for (int v = 0; v < w->values; v++) {
        fprintf(f, "v%d", v);
        for (int l = 1; l <= w->levels; l++)
            fprintf(f, ";g%d_%d", l, w->group[l][v]);
        fprintf(f, "\n");
    }
    assert_int_equal(fclose(f), 0);
    preset_args(&t->args, &builder->about);
    argument(&t->args, "path")->text = t->path;
    t->spec = (tacit_hierarchy_spec){ .column = "a", .builder = builder, .args = t->args.args };
}

/* One side; `order` is the order of rows. */
static tacit_table *make_table(tacit_ctx *cx, const world *w, bool released, const int *order)
{
    tacit_builder *b[MOST_FIELDS];
    tacit_type type[MOST_FIELDS];
    start_columns(cx, released ? "a:c,b:c,s:c" : "a:c,b:i,s:c", b, type);
    for (int k = 0; k < w->rows; k++) {
        char text[FIELD_BYTES];
        const int i = order[k];
        for (int j = 0; j < KEYS; j++) {
            write_original(j, w->x[j][i], text);
            add_cell(cx, b[j], type[j], released ? w->y[j][i].text : text);
        }
        write_original(0, w->s[i], text);
        add_cell(cx, b[2], type[2], text);
    }
    tacit_table *t = with_keys(finish_columns(cx, b, 3, (size_t)w->rows), KEYS);
    tacit_table_set_roles(t, 2, TACIT_ROLE_SENSITIVE);
    return t;
}

/* The figure is `expected`, or nothing where that is not defined. */
static void check(const pairing *p, const char *measure, const char *name, double expected)
{
    const double x = utility_figure(p, measure, name);
    if (isfinite(expected) ? !(fabs(x - expected) <= 1e-9 * (1.0 + fabs(expected))) : isfinite(x))
        fail_msg("%s of %s: %.17g instead of %.17g", name, measure, x, expected);
}

static void check_keys(const pairing *p, const world *w, tacit_table *before)
{
    sums all = { 0 };
    double keys = 0.0, ties = 0.0;
    for (int j = 0; j < KEYS; j++) {
        const sums t = sums_of(w, j);
        keys += t.cells > 0.0;
        ties += t.linked > 0.0;
        all.loss += t.cells > 0.0 ? t.loss / t.cells : 0.0;
        all.untold += t.cells > 0.0 ? t.untold / t.cells : 0.0;
        all.joint += t.joint;
        all.pmi += t.linked > 0.0 ? t.pmi / t.linked : 0.0;
        all.entropy += t.entropy;
        all.monotone += t.monotone;
        all.level += j == 0 && t.cells > 0.0 ? t.level / t.cells : 0.0;
    }
    check(p, "loss_metric", "mean", all.loss / keys);
    check(p, "non_uniform_entropy", "mean", all.untold / keys);
    check(p, "mutual_information", "loss", all.untold / keys);
    check(p, "mutual_information", "joint", all.joint / keys);
    check(p, "private_mutual_information", "utility", all.pmi / ties);
    check(p, "entropy", "total", keys > 0.0 ? all.entropy : NAN);
    check(p, "monotone_entropy", "total", keys > 0.0 ? all.monotone : NAN);
    tacit_table_set_roles(before, 1, 0);
    check(p, "precision", "loss", sums_of(w, 0).cells > 0.0 ? all.level : NAN);
    tacit_table_set_roles(before, 1, TACIT_ROLE_KEY);
}

static void check_classes(const pairing *p, const world *w)
{
    double misses = 0.0, dm = 0.0;
    sum_classes(w, &misses, &dm);
    check(p, "classification_metric", "classification_metric", misses / w->rows);
    check(p, "discernibility", "discernibility", dm);
    check(p, "spread", "spread", spread_of(w));
}

static void check_world(const place *at, tacit_rng *rng, const world *w)
{
    tables t;
    int order[MOST_ROWS];
    write_hierarchy(at, w, &t);
    for (int i = 0; i < w->rows; i++) { /* a random order */
        const int k = below(rng, i + 1);
        order[i] = order[k];
        order[k] = i;
    }
    t.before = make_table(at->cx, w, false, order);
    t.after = make_table(at->cx, w, true, order);
    const pairing p = { .cx = at->cx,
                        .pair = { .original = t.before,
                                  .masked = t.after,
                                  .hierarchies = &t.spec,
                                  .n_hierarchies = 1 } };
    check_keys(&p, w, t.before);
    check_classes(&p, w);
    tacit_table_free(t.before);
    tacit_table_free(t.after);
}

static void test_definitions(void **state)
{
    const place *at = *state;
    tacit_rng rng = tacit_rng_seed(77);
    for (int i = 0; i < TABLES; i++) {
        world w;
        draw_world(&rng, &w);
        check_world(at, &rng, &w);
    }
}

TESTS(void)
{
    const struct CMUnitTest tests[] = { with_place(test_definitions) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
