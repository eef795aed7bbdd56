/*
 * query_spelling.h - names and conditions in SQL, spelled at random.
 */
#ifndef TACIT_TESTS_ORACLE_QUERY_SPELLING_H
#define TACIT_TESTS_ORACLE_QUERY_SPELLING_H

#include "query_values.h"

#include <ctype.h>

enum { TEXT = 8192, GROUPS = 9 };

/* True half of the time. */
static inline bool flip(tacit_rng *rng)
{
    return tacit_rng_below(rng, 2) == 0;
}

/* SQL being written. */
typedef struct spelling {
    tacit_rng *rng;
    bool regions, parts; /* are joined */
    bool shy;            /* 'region' alone could mean two columns */
    char text[TEXT];
    size_t n;
} spelling;

/* Append words: letters outside of quotes in either case, blanks as blanks, lines or comments. */
static inline void put(spelling *s, const char *words)
{
    static const char *const blanks[] = { " ", "\n", "  ", " /* \xc3\xbc' */ ", " -- x;\n", "\t" };
    char quote = '\0';
    for (const char *c = words; *c != '\0'; c++) {
        if (quote == '\0' && *c == ' ')
            s->n += (size_t)snprintf(s->text + s->n, TEXT - s->n, "%s",
                                     blanks[tacit_rng_below(s->rng, 6)]);
        else
            s->text[s->n++] =
                (char)(quote == '\0' && flip(s->rng) ? toupper((unsigned char)*c) : *c);
        if (*c == '\'' || *c == '"')
            quote = quote == '\0' ? *c : quote == *c ? '\0' : quote;
        assert_true(s->n < TEXT - 64);
    }
    s->text[s->n] = '\0';
}

/* A name of a column. */
static inline const char *name_of(spelling *s, size_t column)
{
    static const char *const plain_names[] = { "age",   "income", "sex", "region",
                                               "score", NULL,     "day" };
    static const char *const quoted[] = { "\"age\"", "t.income", "\"sex\"", "t.\"region\"",
                                          "t.score", NULL,       "t.day" };
    if (column == ASK_ODD)
        return flip(s->rng) ? "\"Odd \"\"N\"\"\"" : "t.\"Odd \"\"N\"\"\"";
    return flip(s->rng) && !(s->shy && column == ASK_REGION) ? plain_names[column] : quoted[column];
}

static const char *const LABELS[ASK_COLUMNS][GROUPS] = {
    [ASK_AGE] = { "'[0, 18)'", "'[18, 30)'", "'[30, 45)'", "'[45, 65)'", "'[65, 110]'" },
    [ASK_SEX] = { "'f'", "'m'" },
    [ASK_REGION] = { "'n1'", "'n2'", "'s1'", "'s2'", "'s3'" },
    [ASK_SCORE] = { "'[-1, -0.5)'", "'[-0.5, 0)'", "'[0, 0.5)'", "'[0.5, 1]'" },
    [ASK_ODD] = { "'it''s'", "'\xc3\xbc'", "1", "-2" },
    [ASK_DAY] = { "'2021-11'", "'2021-12'", "'2022-01'", "'2022-02'", "'2022-03'", "'2022-04'",
                  "'2022-05'", "'2022-06'", "'2022-07'" },
};

/* column IN (labels, in any order, some twice), or = if there is one. */
static inline void put_list(spelling *s, size_t c, unsigned in)
{
    const bool number = c == ASK_AGE || c == ASK_SCORE || c == ASK_DAY;
    const bool trunc = c == ASK_DAY && flip(s->rng);
    size_t order[3 * GROUPS], n = 0;
    for (size_t g = 0; g < groups_of(c); g++)
        for (size_t times = 1 + tacit_rng_below(s->rng, 2); (in >> g & 1) != 0 && times > 0;
             times--) {
            const size_t at = tacit_rng_below(s->rng, n + 1);
            order[n++] = order[at];
            order[at] = g;
        }
    put(s, trunc ? "date_trunc( 'month' , " : number ? "bin(" : "");
    put(s, name_of(s, c));
    put(s, number ? ")" : "");
    if (n == 1 && flip(s->rng)) {
        put(s, " = ");
        put(s, LABELS[c][order[0]]);
        return;
    }
    for (size_t k = 0; k < n; k++) {
        put(s, k == 0 ? " in (" : " , ");
        put(s, LABELS[c][order[k]]);
    }
    put(s, ")");
}

/* A run of bins by comparisons, if the groups are one. */
static inline bool put_range(spelling *s, size_t c, unsigned in)
{
    static const char *const from[3][GROUPS] = {
        { "0", "18", "30", "45", "65" },
        { "-1", "-0.50", "0", ".5" },
        { "'1999-01-01'", "date '2021-12-01'", "'2022-01-01'::date", "'2022-02-01'", "'2022-03-01'",
          "timestamp '2022-04-01 00:00'", "'2022-05-01'", "'2022-06-01'", "'2022-07-01'" },
    };
    static const char *const last[3][GROUPS] = {
        { "17", "29", "44", "64", "110" },
        { "-0.51", "-.01", "0.49", "1" },
        { "'2021-11-30'", "date '2021-12-31'", "'2022-01-31'::date", "'2022-02-28'", "'2022-03-31'",
          "'2022-04-30'", "'2022-05-31'", "'2022-06-30'", "'2022-07-10'" },
    };
    const size_t which = c == ASK_DAY ? 2 : c == ASK_SCORE;
    size_t low = 0, high = groups_of(c);
    while ((in >> low & 1) == 0)
        low++;
    while ((in >> (high - 1) & 1) == 0)
        high--;
    if (in != ((1u << high) - 1) - ((1u << low) - 1))
        return false;
    const bool between = flip(s->rng);
    put(s, name_of(s, c));
    put(s, between ? " between " : " >= ");
    put(s, from[which][low]);
    put(s, " and ");
    if (!between) {
        put(s, name_of(s, c));
        put(s, " <= ");
    }
    put(s, last[which][high - 1]);
    return true;
}

/* What a table that is joined says of just these regions, or NULL. */
static inline const char *region_fact(const spelling *s, unsigned in)
{
    static const struct fact {
        unsigned in;
        bool parts;
        const char *words;
    } facts[] = {
        { 5, false, "climate = 'wet'" },
        { 10, false, "r.climate in ('dry', 'dry')" },
        { 15, false, "r.climate is not null" },
        { 15, false, "r.height > -100.5" },
        { 9, false, "height between 1 and 19" },
        { 9, false, "10 = r.height" },
        { 11, false, "height > 0" },
        { 6, false, "r.height <> 10" },
        { 3, true, "p.\"Part\" = 'N'" },
        { 28, true, "\"Part\" in ('S')" },
        { 31, true, "\"Part\" is not null" },
        { 1, false, "r.region = 'n1'" },
        { 1, true, "code = 'n1'" },
    };
    const size_t n = sizeof facts / sizeof facts[0], turn = tacit_rng_below(s->rng, n);
    for (size_t k = 0; k < n; k++) {
        const struct fact *f = &facts[(turn + k) % n];
        if (f->in == in && (f->parts ? s->parts : s->regions))
            return f->words;
    }
    return NULL;
}

/* What periods are just these days, or NULL. */
static inline const char *day_fact(const spelling *s, unsigned in)
{
    static const char *const years[][4] = {
        { "extract(year from day) = 2021", "date_trunc('year', t.day) < date '2022-01-01'",
          "date_part('year', day) in (2021)", "date_trunc('quarter', day) = '2021-Q4'" },
        { "extract(year from t.day) >= 2022", "date_trunc('year', day) = '2022-01-01'",
          "date_trunc('quarter', day) > '2021-10-01'",
          "date_trunc('quarter', day) between '2022-Q1' and '2022-07-01'" },
    };
    const size_t turn = tacit_rng_below(s->rng, 4);
    return in == 3 ? years[0][turn] : in == 511 - 3 ? years[1][turn] : NULL;
}

/* Regions or days by a word that joins them, if there is one. */
static inline bool put_fact(spelling *s, size_t c, unsigned in)
{
    const char *fact = c == ASK_REGION ? region_fact(s, in) : c == ASK_DAY ? day_fact(s, in) : NULL;
    if (fact != NULL && flip(s->rng)) {
        put(s, fact);
        return true;
    }
    if (c != ASK_REGION || (in != 3 && in != 28) || flip(s->rng))
        return false;
    put(s, "level(");
    put(s, name_of(s, c));
    put(s, in == 3 ? ", 1) = 'north'" : ", 1) = 'south'");
    return true;
}

/* One condition on a column. */
static inline void put_condition(spelling *s, size_t c, unsigned in)
{
    const bool number = c == ASK_AGE || c == ASK_SCORE || c == ASK_DAY;
    if (put_fact(s, c, in))
        return;
    if (in == (1u << groups_of(c)) - 1 && flip(s->rng)) {
        put(s, name_of(s, c));
        put(s, " is not null");
    } else if (!number || flip(s->rng) || !put_range(s, c, in)) {
        put_list(s, c, in);
    }
}

/* WHERE, with some conditions twice. */
static inline void put_conditions(spelling *s, const plain *q)
{
    const char *before = " where ";
    const size_t turn = tacit_rng_below(s->rng, ASK_COLUMNS);
    for (size_t k = 0; k < 2 * (size_t)ASK_COLUMNS; k++) {
        const size_t c = (turn + k) % ASK_COLUMNS;
        if (q->in[c] == 0 || (k >= ASK_COLUMNS && flip(s->rng)))
            continue;
        const unsigned more = k >= ASK_COLUMNS ? (unsigned)tacit_rng_below(s->rng, 512) : 0;
        const unsigned all = (1u << groups_of(c)) - 1; /* again, and weaker: it changes nothing */
        put(s, before);
        put_condition(s, c, (q->in[c] | more) & all);
        before = " and ";
    }
}

#endif
