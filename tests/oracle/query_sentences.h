/*
 * query_sentences.h - a question in SQL, spelled at random.
 */
#ifndef TACIT_TESTS_ORACLE_QUERY_SENTENCES_H
#define TACIT_TESTS_ORACLE_QUERY_SENTENCES_H

#include "query_spelling.h"

/* An aggregate, by any of its names. */
static inline void put_aggregate(spelling *s, const tacit_aggregate *a)
{
    static const char *const names[TACIT_AGGREGATES][2] = {
        { "count(*)", "count( * )" },
        { "count(distinct id)", "count( distinct t.\"id\")" },
        { "sum", "sum" },
        { "avg", "\"avg\"" },
        { "variance", "var_samp" },
        { "var_pop", "var_pop" },
        { "stddev", "stddev_samp" },
        { "stddev_pop", "stddev_pop" },
        { "quantile", "quantile" },
        { "regr_slope", "regr_slope" },
        { "corr", "corr" },
        { "min", "min" },
        { "max", "max" },
    };
    char share[32];
    const bool swap = a->kind == TACIT_AGGREGATE_CORRELATION && flip(s->rng);
    if (a->kind == TACIT_AGGREGATE_QUANTILE && flip(s->rng)) {
        snprintf(share, sizeof share, "percentile_cont(%.3f)", a->share);
        put(s, share);
        put(s, " within group ( order by ");
        put(s, name_of(s, a->column));
        put(s, ")");
        return;
    }
    put(s, names[a->kind][flip(s->rng)]);
    if (a->kind <= TACIT_AGGREGATE_PERSONS)
        return;
    put(s, "(");
    put(s, name_of(s, swap ? a->other : a->column));
    if (a->kind == TACIT_AGGREGATE_SLOPE || a->kind == TACIT_AGGREGATE_CORRELATION) {
        put(s, ", ");
        put(s, name_of(s, swap ? a->column : a->other));
    }
    snprintf(share, sizeof share, ", %.*f", flip(s->rng) ? 2 : 6, a->share);
    put(s, a->kind == TACIT_AGGREGATE_QUANTILE ? share : "");
    put(s, ")");
}

/* Regions at a level. */
static inline void put_region(spelling *s, size_t l)
{
    static const char *const names[LEVELS][2] = {
        { "t.region", "t.\"region\"" },
        { NULL, NULL },
        { NULL, NULL },
        { "r.region", "r.\"region\"" },
        { "climate", "r.climate" },
        { "height", "r.height" },
        { "code", "p.code" },
        { "\"Part\"", "p.\"Part\"" },
    };
    if (names[l][0] != NULL) {
        put(s, names[l][flip(s->rng)]);
        return;
    }
    put(s, "level(");
    put(s, name_of(s, ASK_REGION));
    put(s, l == 0 ? ", 0)" : l == 1 ? " ,1)" : ", 2 )");
}

/* Days at a level. */
static inline void put_day(spelling *s, size_t l)
{
    static const char *const before[3][3] = {
        { "", "bin(", "date_trunc('month', " },
        { "date_trunc('quarter', ", "date_trunc('QUARTER', ", "date_trunc('quarter' , " },
        { "date_trunc('year', ", "extract(year from ", "date_part('year', " },
    };
    const size_t turn = tacit_rng_below(s->rng, 3);
    put(s, before[l][turn]);
    put(s, name_of(s, ASK_DAY));
    put(s, l == 0 && turn == 0 ? "" : ")");
}

/* What is grouped by. */
static inline void put_axis(spelling *s, size_t c, size_t l)
{
    const bool plain_name = c == ASK_SEX || c == ASK_ODD || flip(s->rng);
    if (c == ASK_REGION) {
        put_region(s, l);
        return;
    }
    if (c == ASK_DAY) {
        put_day(s, l);
        return;
    }
    put(s, plain_name ? "" : "bin(");
    put(s, name_of(s, c));
    put(s, plain_name ? "" : ")");
}

/* The join with the regions; not LEFT only if it may leave some out. */
static inline void put_regions(spelling *s, bool inner)
{
    static const char *const on[] = { " on t.region = r.region", " on r.region = (t.\"region\")",
                                      " using (region)" };
    const size_t how = tacit_rng_below(s->rng, 3);
    put(s, inner && flip(s->rng) ? " join regions r" : " left join regions r");
    put(s, on[how]);
    s->shy = how < 2;
}

/* FROM, with the tables that are needed and perhaps others.  A join that is not LEFT asks that the
 * table has the region: it can stand where that is asked anyhow. */
static inline void put_from(spelling *s, const plain *q)
{
    const bool *axis = q->axis[ASK_REGION];
    const unsigned in = q->in[ASK_REGION];
    bool declared = in != 0;
    for (size_t l = 0; l < LEVELS; l++)
        declared = declared || axis[l];
    s->regions = axis[3] || axis[4] || axis[5] || tacit_rng_below(s->rng, 3) == 0;
    s->parts = axis[6] || axis[7] || tacit_rng_below(s->rng, 3) == 0;
    put(s, flip(s->rng) ? " from survey as t" : " from \"survey\" t");
    if (s->regions)
        put_regions(s, in != 0 && (in & 16) == 0);
    if (!s->parts)
        return;
    put(s, declared && flip(s->rng) ? " inner join parts as p" : " left outer join parts p");
    put(s, flip(s->rng) ? " on code = t.region" : " on t.region = p.code");
}

/* SQL that asks `q`. */
static inline void spell(spelling *s, const plain *q)
{
    const size_t turn = tacit_rng_below(s->rng, q->n), times = q->n + tacit_rng_below(s->rng, 3);
    const char *before = " group by ";
    const size_t all = (size_t)ASK_COLUMNS * LEVELS;
    const bool up = flip(s->rng);
    s->n = 0;
    s->regions = s->parts = s->shy = false;
    put(s, "select ");
    for (size_t k = 0; k < times; k++) {
        put(s, k > 0 ? " , " : "");
        put_aggregate(s, &q->aggregate[(turn + k) % q->n]);
        put(s, flip(s->rng) ? "" : flip(s->rng) ? " as x" : " as \"Y\"");
    }
    put_from(s, q);
    put_conditions(s, q);
    for (size_t k = 0; k < all; k++) {
        const size_t at = up ? k : all - 1 - k;
        if (!q->axis[at / LEVELS][at % LEVELS])
            continue;
        put(s, before);
        put_axis(s, at / LEVELS, at % LEVELS);
        before = " , ";
    }
    put(s, flip(s->rng) ? "" : flip(s->rng) ? " ;" : " limit 7");
}

#endif
