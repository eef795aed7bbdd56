/*
 * sticky.c - noise that follows from the set of records that is asked about.
 *
 * Every record, or person, has a key r_i = SipHash-2-4(secret, who); the key of a query set is the
 * sum of the keys in it modulo 2^64, so that the same set has the same key however it is asked for
 * (Fraser and Wooton 2005; Thompson, Broadfoot and Elazar 2013).  A count n > 0 is shown as n + v,
 * v looked up in a perturbation table designed for mean 0, bounded noise and largest entropy
 * (Giessing 2016), by the key as a fraction.  A second v is looked up for what the first gave, by
 * a hash of the canonical conditions: without it equal answers to two conditions would tell that
 * they select the same persons (after Diffix; Francis, Probst Eide and Munz 2017).  So the noise of
 * a count is at most 2 * maximum.
 *
 * A sum gets v times the mean of the three largest absolute values in the set, by keys of its own
 * for the column; a mean is the shown sum over the shown number of values.  Sets of fewer persons
 * than a threshold, which is drawn for each set from [threshold, threshold + spread], are not told;
 * nor are empty ones, unless `zeros` says that everybody may know where nobody is.
 *
 * Missing values are left out of sums.  O(records of the sets + cells * columns).
 */
#include <math.h>
#include <string.h>

#include <sodium.h>

#include "base/memory.h"
#include "query/mode/mode.h"
#include "query/place.h"
#include "tabular/protection/cell_key/cell_key.h"

enum { THRESHOLD, SPREAD, ZEROS, MAXIMUM, VARIANCE, LARGEST = 3 };

static const tacit_param PARAMS[] = {
    [THRESHOLD] = { .name = "threshold",
                    .type = TACIT_PARAM_INTEGER,
                    .preset = 5,
                    .min = 2,
                    .max = 1000,
                    .importance = TACIT_FIRST,
                    TACIT_USEFUL(3, 30, "persons"),
                    .help = "sets of fewer persons are never told" },
    [SPREAD] = { .name = "spread",
                 .type = TACIT_PARAM_INTEGER,
                 .preset = 4,
                 .max = 1000,
                 TACIT_USEFUL(0, 10, "persons"),
                 .help = "the threshold of a set is up to so much higher, so that whether it is "
                         "told does not tell its size" },
    [ZEROS] = { .name = "zeros",
                .type = TACIT_PARAM_FLAG,
                .help = "tell of empty sets that they are empty" },
    [MAXIMUM] = { .name = "maximum",
                  .type = TACIT_PARAM_INTEGER,
                  .preset = 5,
                  .min = 1,
                  .max = 100,
                  TACIT_USEFUL(2, 20, NULL),
                  .help = "each of the two layers of noise of a count is at most this" },
    [VARIANCE] = { .name = "variance",
                   .type = TACIT_PARAM_REAL,
                   .preset = 3,
                   .min = 0.01,
                   .max = 1000,
                   TACIT_USEFUL(1, 10, NULL),
                   .help = "the variance of each of the two layers of noise of a count" },
    TACIT_PARAM_END
};

/* Keys for one purpose each. */
enum { WHO, CONDITIONS, LIMIT, SUMS, KEYS };

/* An answer on its way. */
typedef struct sticky {
    const tacit_mode_job *job;
    const tacit_query_sets *sets;
    unsigned char key[KEYS][crypto_shorthash_KEYBYTES];
    tacit_ptable table;
} sticky;

/* One query set. */
typedef struct cell {
    size_t number;
    double persons;
    uint64_t set, conditions; /* its keys */
    double limit;             /* fewer persons are not told of */
} cell;

/* ---- keys ---- */

static void derive(const tacit_mode_job *job, sticky *s)
{
    static const char *const domains[KEYS] = { [WHO] = "tacit sticky who",
                                               [CONDITIONS] = "tacit sticky conditions",
                                               [LIMIT] = "tacit sticky limit",
                                               [SUMS] = "tacit sticky sums" };
    unsigned char own[TACIT_SECRET_BYTES];
    for (size_t i = 0; i < KEYS; i++) {
        tacit_secret_derive(job->secret, domains[i], own);
        memcpy(s->key[i], own, sizeof s->key[i]);
    }
    tacit_wipe(own, sizeof own);
}

static uint64_t hash(const sticky *s, size_t key, const void *bytes, size_t n)
{
    unsigned char out[crypto_shorthash_BYTES];
    uint64_t x = 0;
    (void)crypto_shorthash(out, bytes, n, s->key[key]);
    for (size_t i = 0; i < sizeof out; i++)
        x |= (uint64_t)out[i] << (8 * i);
    return x;
}

/* The key of record i: that of its person, or of its number. */
static uint64_t record_key(const sticky *s, uint32_t i)
{
    char room[32];
    unsigned char number[4];
    if (s->sets->data->who != NULL) {
        const char *text = tacit_column_text(s->sets->data->who, i, room);
        return hash(s, WHO, text, strlen(text));
    }
    for (size_t b = 0; b < sizeof number; b++)
        number[b] = (unsigned char)(i >> (8 * b));
    return hash(s, WHO, number, sizeof number);
}

/* The threshold of a set: drawn by its key. */
static double limit_of(const sticky *s, uint64_t set)
{
    const uint64_t spread = (uint64_t)tacit_arg_integer(s->job->args, SPREAD);
    const uint64_t more = hash(s, LIMIT, &set, sizeof set) % (spread + 1);
    return (double)tacit_arg_integer(s->job->args, THRESHOLD) + (double)more;
}

static tacit_status find_keys(tacit_ctx *cx, const sticky *s, cell *c)
{
    static const tacit_aggregate persons = { .kind = TACIT_AGGREGATE_PERSONS };
    tacit_buffer text = { 0 };
    for (size_t k = s->sets->first[c->number]; k < s->sets->first[c->number + 1]; k++)
        c->set += record_key(s, s->sets->row[k]);
    c->limit = limit_of(s, c->set);
    TACIT_TRY(tacit_query_value(cx, s->sets, &persons, c->number, &c->persons));
    const size_t mark = tacit_scratch_mark(cx);
    const tacit_status status = tacit_query_cell_text(cx, s->job->query, c->number, &text);
    tacit_scratch_release(cx, mark);
    if (status == TACIT_OK)
        c->conditions = hash(s, CONDITIONS, text.text, text.length);
    tacit_buffer_free(&text);
    return status;
}

/* ---- noise ---- */

static double fraction(uint64_t key)
{
    return (double)(key >> 11) * 0x1p-53;
}

/* What a count is shown as, by both layers. */
static double shown_count(const sticky *s, double n, uint64_t set, uint64_t conditions)
{
    const tacit_ptable_part *all = &s->table.part[TACIT_PTABLE_ALL];
    const uint64_t key[] = { set, conditions };
    for (size_t layer = 0; layer < 2; layer++)
        if (n >= 1)
            n += tacit_ptable_value(all, tacit_ptable_count(&s->table, (uint64_t)n),
                                    fraction(key[layer]));
    return n;
}

/* The values of a column in a set: how many, and the mean of the largest absolute ones. */
static double largest_mean(const sticky *s, const cell *c, size_t column, double *n)
{
    const int64_t *x = s->sets->data->steps[column];
    double top[LARGEST] = { 0 };
    size_t seen = 0;
    *n = 0;
    for (size_t k = s->sets->first[c->number]; k < s->sets->first[c->number + 1]; k++) {
        double value = (double)x[s->sets->row[k]];
        if (x[s->sets->row[k]] == TACIT_NOT_PLACED)
            continue;
        ++*n;
        seen += seen < LARGEST;
        value = fabs(value);
        for (size_t i = 0; i < LARGEST; i++) {
            const double less = fmin(top[i], value);
            top[i] = fmax(top[i], value);
            value = less;
        }
    }
    const double steps = seen == 0 ? 0 : (top[0] + top[1] + top[2]) / (double)seen;
    return tacit_domain_real(&s->job->query->schema->column[column].domain, steps);
}

/* How many persons of a set have a value in a column. */
static tacit_status count_present(tacit_ctx *cx, const sticky *s, const cell *c, size_t column,
                                  double *out)
{
    const tacit_query_data *data = s->sets->data;
    const size_t mark = tacit_scratch_mark(cx);
    bool *seen = NULL;
    TACIT_TRY(
        tacit_scratch(cx, data->person != NULL ? data->persons : data->rows, sizeof *seen, &seen));
    *out = 0;
    for (size_t k = s->sets->first[c->number]; k < s->sets->first[c->number + 1]; k++) {
        const uint32_t i = s->sets->row[k], who = data->person != NULL ? data->person[i] : i;
        if (data->steps[column][i] == TACIT_NOT_PLACED)
            continue;
        *out += !seen[who];
        seen[who] = true;
    }
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

/* A sum or a mean, unless too few persons have a value. */
static tacit_status tell_sum(tacit_ctx *cx, const sticky *s, const cell *c,
                             const tacit_aggregate *a, tacit_query_told *out)
{
    const tacit_aggregate sum = { .kind = TACIT_AGGREGATE_SUM, .column = a->column };
    const char *name = s->job->query->schema->column[a->column].domain.column;
    const uint64_t own = hash(s, SUMS, name, strlen(name));
    const uint64_t set = c->set ^ own, conditions = c->conditions ^ own;
    const tacit_ptable_part *all = &s->table.part[TACIT_PTABLE_ALL];
    double n = 0, x = 0, persons = 0;
    TACIT_TRY(count_present(cx, s, c, a->column, &persons));
    if (persons < c->limit)
        return TACIT_OK;
    const double size = largest_mean(s, c, a->column, &n);
    TACIT_TRY(tacit_query_value(cx, s->sets, &sum, c->number, &x));
    x += size * (tacit_ptable_value(all, all->n - 1, fraction(hash(s, SUMS, &set, sizeof set))) +
                 tacit_ptable_value(all, all->n - 1,
                                    fraction(hash(s, SUMS, &conditions, sizeof conditions))));
    n = shown_count(s, n, c->set, c->conditions);
    const double step = tacit_domain_real(&s->job->query->schema->column[a->column].domain, 1);
    x = nearbyint(x / step) * step; /* what is not on the lattice would tell of the largest */
    out->value = a->kind == TACIT_AGGREGATE_SUM ? x : n > 0 ? x / n : NAN;
    return TACIT_OK;
}

static tacit_status tell(tacit_ctx *cx, const sticky *s, const cell *c, const tacit_aggregate *a,
                         tacit_query_told *out)
{
    const double most = 2 * (double)tacit_arg_integer(s->job->args, MAXIMUM);
    double n = 0;
    if (a->kind == TACIT_AGGREGATE_SUM || a->kind == TACIT_AGGREGATE_MEAN)
        return tell_sum(cx, s, c, a, out);
    TACIT_TRY(tacit_query_value(cx, s->sets, a, c->number, &n));
    out->value = shown_count(s, n, c->set, c->conditions);
    out->low = fmax(0, out->value - most);
    out->high = out->value + most;
    return TACIT_OK;
}

/* ---- the whole ---- */

/* Whether a set is too small to be told of. */
static bool is_hidden(const sticky *s, const cell *c)
{
    const bool empty = c->persons < 1;
    return empty ? !tacit_arg_flag(s->job->args, ZEROS) : c->persons < c->limit;
}

static tacit_status design(tacit_ctx *cx, const tacit_args *args, tacit_ptable *out)
{
    const double most = (double)tacit_arg_integer(args, MAXIMUM);
    double *size = NULL;
    *out = (tacit_ptable){ .cycle = 1 };
    TACIT_TRY(tacit_scratch(cx, (size_t)most, sizeof *size, &size));
    for (size_t k = 0; k < (size_t)most; k++)
        size[k] = (double)k + 1;
    const tacit_ptable_wish wish = { .n = (size_t)most,
                                     .size = size,
                                     .maximum = most,
                                     .variance = tacit_arg_real(args, VARIANCE),
                                     .step = 1 };
    return tacit_ptable_design(cx, &wish, &out->part[TACIT_PTABLE_ALL]);
}

static tacit_status answer_cells(tacit_ctx *cx, const sticky *s, tacit_query_answer *out)
{
    const tacit_query *q = s->job->query;
    for (size_t k = 0; k < q->cells; k++) {
        cell c = { .number = k };
        TACIT_TRY(find_keys(cx, s, &c));
        const bool hidden = is_hidden(s, &c);
        for (size_t a = 0; a < q->n_aggregates; a++) {
            tacit_query_told *told = &out->told[k * q->n_aggregates + a];
            *told = (tacit_query_told){ NAN, NAN, NAN };
            if (!hidden)
                TACIT_TRY(tell(cx, s, &c, &q->aggregate[a], told));
        }
    }
    return TACIT_OK;
}

static tacit_status answer(tacit_ctx *cx, const tacit_mode_job *job, const tacit_query_sets *sets,
                           tacit_query_answer *out)
{
    sticky s = { .job = job, .sets = sets };
    TACIT_TRY(design(cx, job->args, &s.table));
    derive(job, &s);
    const tacit_status status = answer_cells(cx, &s, out);
    tacit_wipe(s.key, sizeof s.key);
    return status;
}

static tacit_query_cost cost(const tacit_mode_job *job)
{
    return (tacit_query_cost){ .amount = (double)job->query->cells };
}

/* Both layers of a count that is not small. */
static tacit_status error(tacit_ctx *cx, const tacit_mode_job *job, double *out)
{
    tacit_ptable table;
    TACIT_TRY(design(cx, job->args, &table));
    const tacit_ptable_part *all = &table.part[TACIT_PTABLE_ALL];
    *out = sqrt(2 * tacit_ptable_moments_of(all, all->n - 1).variance);
    return TACIT_OK;
}

/* The noise of a count that is not small, both layers. */
static tacit_status measure(tacit_ctx *cx, const tacit_args *args, const void *state,
                            tacit_result *out)
{
    tacit_ptable table;
    (void)state;
    TACIT_TRY(design(cx, args, &table));
    const tacit_ptable_part *all = &table.part[TACIT_PTABLE_ALL];
    const tacit_ptable_moments of = tacit_ptable_moments_of(all, all->n - 1);
    TACIT_TRY(tacit_result_figure(cx, out, "noise_mean", "mean of a count's noise", 2 * of.mean,
                                  TACIT_UNIT_NUMBER, "of both layers, by their table"));
    return tacit_result_figure(cx, out, "noise_variance", "variance of a count's noise",
                               2 * of.variance, TACIT_UNIT_NUMBER,
                               "of both layers, by their table");
}

const tacit_mode tacit_mode_sticky = {
    .about = { .name = "sticky",
               .title = "Sticky noise",
               .summary = "adds noise that follows from who is asked about, so that asking again "
                          "gives the same.",
               .source =
                   "Fraser and Wooton (2005), A proposed method for confidentialising tabular "
                   "output to protect against differencing",
               .params = PARAMS },
    .answers = 1u << TACIT_AGGREGATE_COUNT | 1u << TACIT_AGGREGATE_PERSONS |
               1u << TACIT_AGGREGATE_SUM | 1u << TACIT_AGGREGATE_MEAN,
    .kind = TACIT_ANSWER_NOISE,
    .keyed = true,
    .tells = "Noise that is the same for the same persons and conditions; small sets untold.",
    .lacks = "It is no guarantee: many questions about the same persons average it out.",
    .cost = cost,
    .error = error,
    .answer = answer,
    .measure = measure,
};
