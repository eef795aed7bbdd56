/*
 * likelihood_linkage.c - linking persons to released records by who knows what was done to each
 * column.
 *
 * The attacker knows the original values of all looked-at columns of a person, and of each column
 * what the method does to it: how often it leaves a cell, blanks it or puts another label there
 * (Fellegi and Sunter 1969 with known agreement probabilities; for post randomisation the known
 * matrix, Gouweleeuw et al. 1998), which values a recoded label stands for, and the law of the
 * released numbers given the original ones (likelihood_numbers.c).  The released record of greatest
 * likelihood is taken:
 *
 *   L(i, m) = sum over labels of log P(m's label | i's value) - d(i, m)^2 / 2
 *
 * A column is taken for labels if it is no number in both tables, or if masking left all its
 * numbers as they were.  Of a label column that kept its labels P is `stay` for the same one,
 * `blank` for a missing one, and what is left times the share of the label for another.  A recoded
 * one excludes labels that do not cover the value: of numbers those whose smallest or largest value
 * is beyond it, of texts those under which the value was never released.  With only recoded keys
 * and no numbers that is the prosecutor's expected share.
 *
 * The laws are measured on the pairs of records, as only the protector can: what is found is at
 * least what an attacker with the same knowledge from elsewhere finds.  Numbers are looked at as
 * they are and by normal scores of ranks, and the better attack counts.  Range 0 to 1.
 *
 * A missing number of the person tells nothing; a released record with one counts as being at the
 * expected distance.  O(attacked * records * numbers) at most: combinations of labels that are less
 * likely than the true record are passed over, and a record that is more likely ends the search.
 */
#include <math.h>
#include <string.h>

#include "base/sort.h"
#include "micro/risk/attack/candidates.h"
#include "micro/risk/attack/likelihood_numbers.h"
#include "micro/risk/risk.h"
#include "table/recoded.h"

enum { COLUMNS, SAMPLE, SEED };
enum { CHUNK = 64 };
static const uint32_t MISSING = UINT32_MAX;

/* Likelihoods that differ by no more than this share are equal. */
static const double TIE = 1e-9;

static const tacit_param PARAMS[] = {
    [COLUMNS] = { .name = "columns",
                  .type = TACIT_PARAM_COLUMNS,
                  .need = TACIT_OPTIONAL,
                  .help = "columns that the attacker knows; by default all but weights, households "
                          "and identifiers" },
    [SAMPLE] = TACIT_SAMPLE_PARAM,
    [SEED] = TACIT_SAMPLE_SEED_PARAM,
    TACIT_PARAM_END
};

/* A column as labels. */
typedef struct labels {
    const tacit_column *column; /* the original */
    uint32_t n;                 /* labels of both tables */
    uint32_t *before, *after;   /* of each row, or MISSING */
    bool recoded;
    double stay, blank, other, kept; /* logarithms of probabilities; kept: not blanked */
    double *share;                   /* of a label among the released: logarithm */
    double *low, *high; /* of a recoded label of numbers: what it covers; NULL for texts */
    tacit_keyed *pair;  /* of recoded texts: value and label, sorted by value */
    size_t n_pairs;
} labels;

/* The released records, by their combinations of labels. */
typedef struct crowd {
    size_t rows, q, classes;
    labels *label;
    size_t *row, *start; /* rows of class c: row[start[c]] ... */
    tacit_likelihood_numbers numbers;
} crowd;

/* ---- labels ---- */

static tacit_status number_texts(tacit_ctx *cx, const tacit_column *c, tacit_dict *dict,
                                 uint32_t *of)
{
    char room[32];
    for (size_t i = 0; i < tacit_column_length(c); i++) {
        of[i] = MISSING;
        if (tacit_column_is_missing(c, i))
            continue;
        const char *text = tacit_column_text(c, i, room);
        TACIT_TRY(tacit_dict_add(cx, dict, text, strlen(text), &of[i]));
    }
    return TACIT_OK;
}

/* How often a label stays, goes, or becomes another, and what becomes of it then. */
static tacit_status measure_law(tacit_ctx *cx, size_t rows, labels *l)
{
    double stay = 0.0, blank = 0.0;
    TACIT_TRY(tacit_scratch(cx, l->n, sizeof *l->share, &l->share));
    for (size_t i = 0; i < rows; i++) {
        stay += l->before[i] == l->after[i];
        blank += l->after[i] == MISSING && l->before[i] != MISSING;
        if (l->after[i] != MISSING)
            l->share[l->after[i]] += 1.0 / (double)rows;
    }
    for (uint32_t k = 0; k < l->n; k++)
        l->share[k] = log(l->share[k]);
    const double other = (double)rows - stay - blank;
    l->stay = log(stay / (double)rows);
    l->blank = log(blank / (double)rows);
    l->other = log(other / (double)rows);
    l->kept = log(1.0 - blank / (double)rows);
    return TACIT_OK;
}

static tacit_status measure_ranges(tacit_ctx *cx, size_t rows, labels *l)
{
    TACIT_TRY(tacit_scratch(cx, l->n, sizeof *l->low, &l->low));
    TACIT_TRY(tacit_scratch(cx, l->n, sizeof *l->high, &l->high));
    for (uint32_t k = 0; k < l->n; k++) {
        l->low[k] = INFINITY;
        l->high[k] = -INFINITY;
    }
    for (size_t i = 0; i < rows; i++)
        if (l->before[i] != MISSING && l->after[i] != MISSING) {
            const double x = tacit_column_number(l->column, i);
            l->low[l->after[i]] = fmin(l->low[l->after[i]], x);
            l->high[l->after[i]] = fmax(l->high[l->after[i]], x);
        }
    return TACIT_OK;
}

/* Which value was released under which label, each pair once. */
static tacit_status list_pairs(tacit_ctx *cx, size_t rows, labels *l)
{
    size_t n = 0;
    TACIT_TRY(tacit_scratch(cx, rows, sizeof *l->pair, &l->pair));
    for (size_t i = 0; i < rows; i++)
        l->pair[i].key = (uint64_t)l->before[i] << 32 | l->after[i];
    TACIT_TRY(tacit_sort_keyed(cx, l->pair, rows));
    for (size_t i = 0; i < rows; i++)
        if (i == 0 || l->pair[i].key != l->pair[n - 1].key)
            l->pair[n++].key = l->pair[i].key;
    l->n_pairs = n;
    return TACIT_OK;
}

static tacit_status take_labels(tacit_ctx *cx, const tacit_column *before,
                                const tacit_column *after, labels *l)
{
    const size_t rows = tacit_column_length(before);
    tacit_dict *dict = NULL;
    *l = (labels){ .column = before };
    TACIT_TRY(tacit_scratch(cx, rows, sizeof *l->before, &l->before));
    TACIT_TRY(tacit_scratch(cx, rows, sizeof *l->after, &l->after));
    TACIT_TRY(tacit_dict_new(cx, &dict));
    tacit_status status = number_texts(cx, before, dict, l->before);
    if (status == TACIT_OK)
        status = number_texts(cx, after, dict, l->after);
    l->n = tacit_dict_size(dict);
    tacit_dict_free(dict);
    TACIT_TRY(status);
    TACIT_TRY(tacit_column_has_labels(cx, before, after, &l->recoded));
    TACIT_TRY(measure_law(cx, rows, l));
    if (!l->recoded)
        return TACIT_OK;
    return tacit_column_type(before) == TACIT_TYPE_CATEGORY ? list_pairs(cx, rows, l)
                                                            : measure_ranges(cx, rows, l);
}

static bool has_pair(const labels *l, uint32_t value, uint32_t label)
{
    const uint64_t key = (uint64_t)value << 32 | label;
    size_t low = 0, high = l->n_pairs;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (l->pair[middle].key < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low < l->n_pairs && l->pair[low].key == key;
}

/* log P(the label of row m | the value of row i). */
static double label_likelihood(const labels *l, size_t i, size_t m)
{
    const uint32_t value = l->before[i], label = l->after[m];
    if (label == MISSING)
        return value == MISSING ? l->stay : l->blank;
    if (l->recoded && value == MISSING)
        return l->other;
    if (l->low != NULL) {
        const double x = tacit_column_number(l->column, i);
        return l->low[label] <= x && x <= l->high[label] ? l->kept : -INFINITY;
    }
    if (l->recoded)
        return has_pair(l, value, label) ? l->kept : -INFINITY;
    return value == label ? l->stay : l->other + l->share[label];
}

/* ---- the crowd ---- */

/* Put the rows into classes of equal labels. */
static tacit_status sort_classes(tacit_ctx *cx, crowd *c)
{
    tacit_keyed *by = NULL;
    uint32_t *class = NULL;
    TACIT_TRY(tacit_scratch(cx, c->rows, sizeof *by, &by));
    TACIT_TRY(tacit_scratch(cx, c->rows, sizeof *class, &class));
    TACIT_TRY(tacit_scratch(cx, c->rows, sizeof *c->row, &c->row));
    TACIT_TRY(tacit_scratch(cx, c->rows + 1, sizeof *c->start, &c->start));
    for (size_t i = 0; i < c->rows; i++)
        c->row[i] = i;
    c->classes = c->rows > 0;
    for (size_t j = 0; j < c->q; j++) {
        for (size_t i = 0; i < c->rows; i++)
            by[i] = (tacit_keyed){ (uint64_t) class[i] << 32 | c->label[j].after[i], i };
        TACIT_TRY(tacit_sort_keyed(cx, by, c->rows));
        for (size_t k = 0, n = 0; k < c->rows; k++) {
            n += k > 0 && by[k].key != by[k - 1].key;
            class[by[k].row] = (uint32_t)n;
            c->row[k] = by[k].row;
            c->classes = n + 1;
        }
    }
    for (size_t k = 0; k < c->rows; k++)
        c->start[class[c->row[k]] + 1] = k + 1;
    return TACIT_OK;
}

/* Whether masking changed no present number. */
static bool is_unchanged(const tacit_column *a, const tacit_column *b)
{
    for (size_t i = 0; i < tacit_column_length(a); i++)
        if (!tacit_column_is_missing(a, i) && !tacit_column_is_missing(b, i) &&
            fabs(tacit_column_number(a, i) - tacit_column_number(b, i)) > 0.0)
            return false;
    return true;
}

static bool is_number(const tacit_column *c)
{
    return (tacit_column_type(c) & TACIT_TYPE_NUMBER) != 0;
}

/* Take one column of both tables as labels or as numbers. */
static tacit_status take_column(tacit_ctx *cx, const tacit_column *before,
                                const tacit_column *after, crowd *c, tacit_likelihood_pairs *pairs)
{
    if (!is_number(before) || !is_number(after) || is_unchanged(before, after))
        return take_labels(cx, before, after, &c->label[c->q++]);
    pairs->original[pairs->n] = before;
    pairs->masked[pairs->n++] = after;
    return TACIT_OK;
}

/* ---- the attack ---- */

static double class_likelihood(const crowd *c, size_t i, size_t class)
{
    double sum = 0.0;
    for (size_t j = 0; j < c->q && sum > -INFINITY; j++)
        sum += label_likelihood(&c->label[j], i, c->row[c->start[class]]);
    return sum;
}

/* What the numbers of row m tell of person i, as a logarithm of a likelihood. */
static double number_likelihood(const crowd *c, size_t i, size_t m)
{
    const tacit_likelihood_numbers *x = &c->numbers;
    double d = 0.0;
    if (x->p == 0 || !x->whole[i])
        return 0.0;
    if (!x->whole[m])
        return -0.5 * (double)x->p;
    for (size_t j = 0; j < x->p; j++) {
        const double e = x->expected[i * x->p + j] - x->masked[m * x->p + j];
        d += e * e;
    }
    return -0.5 * d;
}

/* 1 / number of released records that are as likely as the true one, 0 if one is likelier. */
static double credit(const crowd *c, size_t i)
{
    double own = number_likelihood(c, i, i), ties = 0.0;
    for (size_t j = 0; j < c->q; j++)
        own += label_likelihood(&c->label[j], i, i);
    const double slack = TIE * (1.0 + fabs(own));
    for (size_t class = 0; class < c->classes; class ++) {
        const double of = class_likelihood(c, i, class);
        if (of < own - slack)
            continue;
        for (size_t k = c->start[class]; k < c->start[class + 1]; k++) {
            const double l = of + number_likelihood(c, i, c->row[k]);
            if (l > own + slack)
                return 0.0;
            ties += l >= own - slack;
        }
    }
    return ties > 0.0 ? 1.0 / ties : 0.0;
}

static tacit_status attack(tacit_ctx *cx, const crowd *c, const tacit_attacked *attacked,
                           double *out)
{
    double found[CHUNK];
    *out = 0.0;
    for (size_t first = 0; first < attacked->n; first += CHUNK) {
        const size_t n = attacked->n - first < CHUNK ? attacked->n - first : CHUNK;
        TACIT_TRY(tacit_tick(cx, first, attacked->n));
#pragma omp parallel for schedule(dynamic, 4)
        for (size_t k = 0; k < n; k++)
            found[k] = credit(c, attacked->row[first + k]);
        for (size_t k = 0; k < n; k++)
            *out += found[k] / (double)attacked->n;
    }
    return TACIT_OK;
}

/* ---- the measure ---- */

/* The position in the original of a column of the released table, or the number of its columns. */
static size_t find_twin(const tacit_subject *s, size_t j)
{
    return tacit_table_find(tacit_subject_extra_of(s)->original,
                            tacit_column_name(tacit_table_column(tacit_subject_table(s), j)));
}

static bool is_default(const tacit_subject *s, size_t j)
{
    const unsigned not = TACIT_ROLE_WEIGHT | TACIT_ROLE_LINKS | TACIT_ROLE_IDENTIFIER;
    return (tacit_table_roles(tacit_subject_table(s), j) & not ) == 0 &&
           find_twin(s, j) < tacit_table_columns(tacit_subject_extra_of(s)->original);
}

static tacit_status take_named(tacit_ctx *cx, const tacit_subject *s, const char *name, size_t *j)
{
    *j = tacit_table_find(tacit_subject_table(s), name);
    if (*j < tacit_table_columns(tacit_subject_table(s)) &&
        find_twin(s, *j) < tacit_table_columns(tacit_subject_extra_of(s)->original))
        return TACIT_OK;
    return tacit_fail(cx, TACIT_ERR_INPUT, "'likelihood_linkage' needs column '%s' in both tables.",
                      name);
}

static tacit_status take_columns(tacit_ctx *cx, const tacit_subject *s, const tacit_value *asked,
                                 crowd *c, tacit_likelihood_pairs *pairs)
{
    const tacit_table *t = tacit_subject_table(s), *o = tacit_subject_extra_of(s)->original;
    const size_t all = tacit_table_columns(t), n = asked->given ? asked->n : all;
    *c = (crowd){ .rows = tacit_table_rows(t) };
    *pairs = (tacit_likelihood_pairs){ .rows = c->rows };
    TACIT_TRY(tacit_scratch(cx, n, sizeof *c->label, &c->label));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *pairs->original, &pairs->original));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *pairs->masked, &pairs->masked));
    for (size_t k = 0; k < n; k++) {
        size_t j = k;
        if (asked->given)
            TACIT_TRY(take_named(cx, s, asked->texts[k], &j));
        else if (!is_default(s, j))
            continue;
        TACIT_TRY(take_column(cx, tacit_table_column(o, find_twin(s, j)), tacit_table_column(t, j),
                              c, pairs));
    }
    return sort_classes(cx, c);
}

static tacit_status tell(tacit_ctx *cx, const double *found, size_t n, tacit_result *result)
{
    static const char *const names[] = { "linked_values", "linked_ranks" };
    static const char *const titles[] = { "By values", "By ranks" };
    TACIT_TRY(tacit_result_ranged(cx, result, &TACIT_RANGE_RISK, "linked", "Linked rightly",
                                  n > 1 ? fmax(found[0], found[1]) : found[0], TACIT_UNIT_SHARE,
                                  "persons whose likeliest released record is their own; equally "
                                  "likely ones count 1 / their number; by values or by ranks, "
                                  "whichever finds more"));
    for (size_t k = 0; k < n; k++)
        TACIT_TRY(tacit_result_ranged(cx, result, &TACIT_RANGE_RISK, names[k], titles[k], found[k],
                                      TACIT_UNIT_SHARE,
                                      "the same by an attacker who looks at numbers in this way"));
    return tacit_result_note(cx, result,
                             "What masking does was measured on the pairs of records, as only the "
                             "protector can.");
}

static tacit_status measure(tacit_ctx *cx, tacit_subject *subject, const tacit_args *args,
                            tacit_result *result)
{
    tacit_likelihood_pairs pairs;
    tacit_attacked attacked;
    crowd c;
    double found[2] = { 0.0 };
    TACIT_TRY(take_columns(cx, subject, &args->at[COLUMNS], &c, &pairs));
    if (c.q + pairs.n == 0 || c.rows == 0)
        return tacit_result_note(cx, result, "There is nothing that both tables have.");
    TACIT_TRY(tacit_attacked_rows(cx, c.rows, (size_t)tacit_arg_integer(args, SAMPLE),
                                  (uint64_t)tacit_arg_integer(args, SEED), &attacked));
    const size_t ways = pairs.n > 0 ? 2 : 1;
    for (size_t k = 0; k < ways; k++) {
        const size_t mark = tacit_scratch_mark(cx);
        TACIT_TRY(tacit_likelihood_numbers_of(cx, &pairs, k > 0, &c.numbers));
        TACIT_TRY(attack(cx, &c, &attacked, &found[k]));
        tacit_scratch_release(cx, mark);
    }
    return tell(cx, found, ways, result);
}

const tacit_measure tacit_risk_likelihood_linkage = {
    .about = { .name = "likelihood_linkage",
               .title = "Linkage by who knows the method",
               .summary = "How many persons are found by who knows what was done to each column.",
               .source = "Fuller (1993), Masking procedures for microdata disclosure limitation; "
                         "Fellegi and Sunter (1969), A theory for record linkage",
               .params = PARAMS },
    .family = TACIT_FAMILY_RISK,
    .needs = TACIT_NEEDS_ROWS | TACIT_NEEDS_ORIGINAL | TACIT_NEEDS_SAME_ROWS,
    .traits = TACIT_MEASURE_COSTLY,
    .run = measure,
};
