/*
 * profile.c - what a column looks like: missing and distinct values, spread, patterns.
 *
 * With c_v rows that have value v and m present rows, the entropy is
 * -sum (c_v / m) log2(c_v / m) bits (Shannon 1948), at most log2(distinct); evenness is
 * the ratio of the two.  Quantiles are of type 7 of Hyndman and Fan (1996), the standard
 * deviation has n - 1.  Dates count in days since 1970-01-01.
 *
 * `partition` hashes the sequence of the rows' values, each numbered by its first
 * appearance, so columns that part the rows alike have equal ones.
 *
 * Missing values are counted and enter nothing else but `partition`, where they have
 * number 0.  All but `partition` and runs goes by how often each value occurs, so that it is the
 * same where an engine has counted them.  O(rows) a column: numbering the values, which sorts
 * numbers, one look at each.
 */
#include "micro/profile/profile.h"

#include <math.h>

#include "base/hash.h"
#include "base/sort.h"
#include "base/text.h"
#include "stats/moments.h"
#include "stats/quantile.h"
#include "table/values.h"

const int TACIT_PROFILE_PERCENT[TACIT_PROFILE_QUANTILES] = { 1, 5, 25, 50, 75, 95, 99 };

size_t tacit_profile_present(const tacit_profile *p)
{
    return p->rows - p->missing;
}

double tacit_profile_uniqueness(const tacit_profile *p)
{
    const size_t present = tacit_profile_present(p);
    return present > 0 ? (double)p->distinct / (double)present : 0.0;
}

/* What follows from how often each value occurs, upwards: values may be in any order. */
static tacit_status count_values(tacit_ctx *cx, const tacit_values *v, tacit_profile *p)
{
    const double present = (double)tacit_profile_present(p);
    tacit_keyed *by = NULL;
    TACIT_TRY(tacit_scratch(cx, v->n, sizeof *by, &by));
    for (uint32_t i = 0; i < v->n; i++)
        by[i].key = v->count[i];
    TACIT_TRY(tacit_sort_keyed(cx, by, v->n));
    for (uint32_t i = 0; i < v->n; i++) {
        p->top_share = (double)by[i].key / present;
        p->entropy -= p->top_share * log2(p->top_share);
        p->singles += by[i].key == 1;
    }
    p->distinct = v->n;
    if (v->n > 1)
        p->evenness = p->entropy / log2((double)v->n);
    else
        p->entropy = 0.0; /* not -0 */
    return TACIT_OK;
}

/* How often the value is another than in the row before, the first row included. */
static void count_runs(const tacit_values *v, tacit_profile *p)
{
    uint32_t last = v->n;
    for (size_t i = 0; i < p->rows; i++) {
        if (v->of[i] == v->n)
            continue;
        p->runs += v->of[i] != last;
        last = v->of[i];
    }
}

static tacit_status hash_partition(tacit_ctx *cx, const tacit_values *v, tacit_profile *p)
{
    uint32_t *order = NULL, next = 0; /* number of each value, from 1, by first appearance */
    TACIT_TRY(tacit_scratch(cx, (size_t)v->n + 1, sizeof *order, &order));
    uint64_t hash = 0;
    for (size_t i = 0; i < p->rows; i++) {
        uint32_t *number = &order[v->of[i]]; /* stays 0 for missing */
        if (*number == 0 && v->of[i] < v->n)
            *number = ++next;
        hash = tacit_hash_u64(hash ^ *number);
    }
    p->partition = hash;
    return TACIT_OK;
}

/* The different numbers of a column, upwards, in scratch memory. */
static tacit_status take_numbers(tacit_ctx *cx, const tacit_column *c, const tacit_values *v,
                                 double **out)
{
    TACIT_TRY(tacit_scratch(cx, v->n, sizeof **out, out));
    for (uint32_t i = 0; i < v->n; i++)
        (*out)[i] = tacit_column_number(c, v->row[i]) + 0.0; /* no -0 */
    return TACIT_OK;
}

static tacit_status profile_numbers(tacit_ctx *cx, const tacit_column *c, const tacit_values *v,
                                    tacit_profile *p)
{
    double *x = NULL;
    if (v->n == 0)
        return TACIT_OK;
    TACIT_TRY(take_numbers(cx, c, v, &x));
    const tacit_moments m = tacit_moments_counted(x, v->count, v->n);
    p->least = m.least;
    p->most = m.most;
    p->mean = m.mean;
    p->sd = m.sd;
    if (p->type != TACIT_TYPE_DATE)
        tacit_dirt_numbers(x, v->count, v->n, &p->dirt);
    for (size_t q = 0; q < TACIT_PROFILE_QUANTILES; q++)
        p->quantile[q] =
            tacit_quantile_counted(x, v->count, v->n, (double)TACIT_PROFILE_PERCENT[q] / 100.0);
    for (uint32_t i = 0; i < v->n && p->type != TACIT_TYPE_DATE; i++) {
        p->zeros += !(fabs(x[i]) > 0.0) ? (size_t)v->count[i] : 0;
        p->negatives += x[i] < 0.0 ? (size_t)v->count[i] : 0;
    }
    return TACIT_OK;
}

/* Characters of a text in UTF-8. */
static size_t count_characters(const char *text)
{
    size_t n = 0;
    for (; *text != '\0'; text++)
        n += ((unsigned char)*text & 0xc0) != 0x80;
    return n;
}

static void profile_texts(const tacit_column *c, const tacit_values *v, tacit_profile *p)
{
    tacit_pattern_set patterns = tacit_pattern_start();
    tacit_topic_count topics = { 0 };
    char unused[TACIT_NUMBER_BYTES];
    for (uint32_t i = 0; i < v->n; i++) {
        const char *text = tacit_column_text(c, v->row[i], unused);
        const size_t n = count_characters(text);
        p->shortest = i == 0 || n < p->shortest ? n : p->shortest;
        p->longest = n > p->longest ? n : p->longest;
        tacit_pattern_see(&patterns, text);
        tacit_topic_see(&topics, text);
        tacit_spelling_see(&p->days, text);
    }
    p->topic = tacit_topic_end(&topics);
    p->pattern = tacit_pattern_end(&patterns, v->n);
}

/* What does not depend on how rows are ordered. */
static tacit_status fill_values(tacit_ctx *cx, const tacit_column *c, const tacit_values *v,
                                tacit_profile *p)
{
    TACIT_TRY(count_values(cx, v, p));
    if (p->type != TACIT_TYPE_CATEGORY)
        return profile_numbers(cx, c, v, p);
    profile_texts(c, v, p);
    return tacit_dirt_texts(cx, c, v, &p->dirt);
}

static tacit_status fill_profile(tacit_ctx *cx, const tacit_column *c, tacit_profile *p)
{
    tacit_values v;
    TACIT_TRY(tacit_values_of(cx, c, &v));
    count_runs(&v, p);
    TACIT_TRY(hash_partition(cx, &v, p));
    return fill_values(cx, c, &v, p);
}

tacit_status tacit_profile_column(tacit_ctx *cx, const tacit_column *c, tacit_profile *out)
{
    *out = (tacit_profile){ .name = tacit_column_name(c),
                            .type = tacit_column_type(c),
                            .rows = tacit_column_length(c),
                            .missing = tacit_column_missing(c),
                            .twin = SIZE_MAX,
                            .tells = SIZE_MAX };
    const size_t mark = tacit_scratch_mark(cx);
    const tacit_status status = fill_profile(cx, c, out);
    tacit_scratch_release(cx, mark);
    return status;
}

/* Count the records of each value, and those without one. */
static tacit_status weigh(tacit_ctx *cx, const tacit_column *c, const int64_t *count,
                          tacit_values *v, tacit_profile *p)
{
    uint64_t *sum = NULL;
    TACIT_TRY(tacit_scratch(cx, v->n, sizeof *sum, &sum));
    for (size_t i = 0; i < tacit_column_length(c); i++) {
        p->rows += (size_t)count[i];
        if (v->of[i] == v->n)
            p->missing += (size_t)count[i];
        else
            sum[v->of[i]] += (uint64_t)count[i];
    }
    v->count = sum;
    return TACIT_OK;
}

tacit_status tacit_profile_counted(tacit_ctx *cx, const tacit_column *c, const int64_t *count,
                                   tacit_profile *out)
{
    tacit_values v;
    *out = (tacit_profile){ .name = tacit_column_name(c),
                            .type = tacit_column_type(c),
                            .twin = SIZE_MAX };
    const size_t mark = tacit_scratch_mark(cx);
    tacit_status status = tacit_values_of(cx, c, &v);
    if (status == TACIT_OK)
        status = weigh(cx, c, count, &v, out);
    if (status == TACIT_OK)
        status = fill_values(cx, c, &v, out);
    tacit_scratch_release(cx, mark);
    return status;
}

tacit_status tacit_profile_table(tacit_ctx *cx, const tacit_table *table, tacit_profile **out)
{
    const size_t n = tacit_table_columns(table);
    tacit_profile *profile = NULL;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *profile, &profile));
    for (size_t j = 0; j < n; j++) {
        TACIT_TRY(tacit_tick(cx, j, n));
        TACIT_TRY(tacit_profile_column(cx, tacit_table_column(table, j), &profile[j]));
    }
    TACIT_TRY(tacit_profile_twins(cx, table, profile));
    *out = profile;
    return TACIT_OK;
}
