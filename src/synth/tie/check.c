/*
 * check.c - whether the records keep to the rules that they are to give.
 */
#include <math.h>
#include <string.h>

#include "synth/tie/own.h"

/* One thing that can be broken. */
typedef struct duty {
    const char *kind, *words;
    size_t number;
    size_t broken; /* records */
    uint32_t *by;  /* which of the records break it: a bit for each */
} duty;

/* Whether a cell is what a rule or formula says. */
static bool agrees(tacit_tie_span is, tacit_tie_span should)
{
    if (!is.value || !should.value)
        return is.value == should.value;
    return fabs(is.low - should.low) <=
           TACIT_TIE_SLACK * fmax(1.0, fmax(fabs(is.low), fabs(should.low)));
}

/* Set the scene of record `i`: cells as they are, derived ones too. */
static void set_scene(const tacit_tie_book *ties, size_t i, tacit_tie_scene *scene)
{
    for (size_t v = 0; v < ties->variables; v++)
        scene->at[v] = tacit_tie_point(tacit_tie_cell(&ties->variable[v], i));
}

/* Whether the record keeps the k-th of all: conditions, then rules, then formulas.  A condition
 * that comes from a rule is judged as the rule. */
static bool keeps(const tacit_tie_book *ties, const tacit_tie_scene *scene, size_t k)
{
    if (k < ties->conditions)
        return ties->condition[k].fills || tacit_tie_may_hold(ties, scene, k);
    k -= ties->conditions;
    if (k < ties->fills) {
        const tacit_tie_fill *f = &ties->fill[k];
        return tacit_tie_truth(ties, scene, f->when) != TACIT_TIE_TRUE ||
               agrees(scene->at[f->variable], tacit_tie_value(ties, scene, f->value));
    }
    const size_t v = k - ties->fills;
    return ties->variable[v].formula == NULL ||
           agrees(scene->at[v], tacit_tie_value(ties, scene, ties->variable[v].formula));
}

static duty duty_of(const tacit_tie_book *ties, size_t k)
{
    if (k < ties->conditions)
        return (duty){ ties->condition[k].kind, ties->condition[k].words, ties->condition[k].number,
                       0, NULL };
    k -= ties->conditions;
    if (k < ties->fills)
        return (duty){ "Rule", ties->fill[k].words, ties->fill[k].number, 0, NULL };
    return (duty){ "The formula of column",
                   tacit_column_name(ties->variable[k - ties->fills].column), 0, 0, NULL };
}

/* ---- when no record is left ---- */

/* Whether each record breaks one of those that are wanted. */
static bool never_hold(const duty *all, size_t n, const bool *wanted, size_t words)
{
    for (size_t i = 0; i < words; i++) {
        uint32_t by = 0;
        for (size_t k = 0; k < n; k++)
            by |= wanted[k] ? all[k].by[i] : 0;
        if (by != UINT32_MAX)
            return false;
    }
    return true;
}

/* Want two that no record keeps both of; false if there are none. */
static bool find_pair(const duty *all, size_t n, bool *wanted, size_t words)
{
    for (size_t a = 0; a < n; a++)
        for (size_t b = a + 1; b < n; b++) {
            wanted[a] = wanted[b] = true;
            if (never_hold(all, n, wanted, words))
                return true;
            wanted[a] = wanted[b] = false;
        }
    return false;
}

/* Want as many as no record keeps all of, none of which can be spared: later ones are tried first
 * (a deletion filter, Chinneck and Dravnieks 1991). */
static void find_some(const duty *all, size_t n, bool *wanted, size_t words)
{
    for (size_t k = 0; k < n; k++)
        wanted[k] = true;
    for (size_t k = n; k-- > 0;) {
        wanted[k] = false;
        wanted[k] = !never_hold(all, n, wanted, words);
    }
}

/* The words of those that are wanted, in scratch memory. */
static tacit_status list_wanted(tacit_ctx *cx, const duty *all, const bool *wanted, size_t n,
                                size_t *count, char **list)
{
    size_t left = 0;
    *count = 0;
    for (size_t k = 0; k < n; k++)
        left += wanted[k];
    for (size_t k = 0; k < n; k++) {
        if (!wanted[k])
            continue;
        const char *before = *count == 0 ? "" : left == 1 ? " and " : ", ";
        TACIT_TRY(tacit_scratch_format(cx, list, "%s%s'%s'", *count == 0 ? "" : *list, before,
                                       all[k].words));
        left--;
        ++*count;
    }
    return TACIT_OK;
}

/* Name what contradicts: one that no record keeps, or some that none keeps together. */
static tacit_status refuse(tacit_ctx *cx, duty *all, size_t n, size_t records)
{
    const size_t words = records / 32 + 1;
    size_t count = 0;
    bool *wanted = NULL;
    char *list = NULL;
    for (size_t k = 0; k < n; k++)
        if (all[k].broken == records)
            return tacit_fail(cx, TACIT_ERR_DATA, "%s '%s' holds for no record.", all[k].kind,
                              all[k].words);
    for (size_t k = 0; k < n; k++)
        for (size_t i = records; i < words * 32; i++)
            all[k].by[i / 32] |= (uint32_t)1 << (i % 32);
    TACIT_TRY(tacit_scratch(cx, n, sizeof *wanted, &wanted));
    if (!find_pair(all, n, wanted, words))
        find_some(all, n, wanted, words);
    TACIT_TRY(list_wanted(cx, all, wanted, n, &count, &list));
    return tacit_fail(cx, TACIT_ERR_DATA, "%s contradict each other: no record keeps %s.", list,
                      count == 2 ? "both" : "all of them");
}

tacit_status tacit_ties_check(tacit_ctx *cx, const tacit_tie_book *ties, size_t records,
                              tacit_tie_breach *out)
{
    const size_t n = ties->conditions + ties->fills + ties->variables;
    duty *all = NULL;
    bool *broke = NULL;
    size_t worst = 0;
    TACIT_TRY(tacit_scratch(cx, n + 1, sizeof *all, &all));
    TACIT_TRY(tacit_scratch(cx, records, sizeof *broke, &broke));
    for (size_t k = 0; k < n; k++) {
        all[k] = duty_of(ties, k);
        TACIT_TRY(tacit_scratch(cx, records / 32 + 1, sizeof *all[k].by, &all[k].by));
    }
    *out = (tacit_tie_breach){ .broke = broke };
    for (size_t i = 0; i < records; i++) {
        tacit_tie_scene scene;
        set_scene(ties, i, &scene);
        for (size_t k = 0; k < n; k++) {
            if (keeps(ties, &scene, k))
                continue;
            all[k].broken++;
            all[k].by[i / 32] |= (uint32_t)1 << (i % 32);
            broke[i] = true;
        }
        out->records += broke[i];
    }
    for (size_t k = 0; k < n; k++)
        worst = all[k].broken > all[worst].broken ? k : worst;
    if (records > 0 && out->records == records)
        return refuse(cx, all, n, records);
    out->kind = all[worst].kind;
    out->words = all[worst].words;
    out->worst_records = all[worst].broken;
    return TACIT_OK;
}

/* Say of a parameter 'where' what is wrong, as it is in no list of constraints. */
static tacit_status call_condition(tacit_ctx *cx, tacit_status status)
{
    static const char listed[] = "Constraint 1, ";
    const size_t n = sizeof listed - 1;
    char *said = NULL;
    if (strncmp(tacit_message(cx), listed, n) != 0)
        return status;
    TACIT_TRY(tacit_scratch_text(cx, tacit_message(cx) + n, &said));
    return tacit_fail(cx, status, "'where', %s", said);
}

tacit_status tacit_ties_where(tacit_ctx *cx, const tacit_table *data, const char *words,
                              bool *where, size_t *n)
{
    const size_t mark = tacit_scratch_mark(cx);
    const tacit_tie_words asked = { .constraint = &words, .constraints = 1 };
    tacit_tie_book *book = NULL;
    *n = 0;
    const tacit_status status = tacit_ties_read(cx, data, &asked, &book);
    if (status != TACIT_OK)
        return call_condition(cx, status);
    for (size_t i = 0; i < tacit_table_rows(data); i++) {
        tacit_tie_scene scene;
        for (size_t v = 0; v < book->variables; v++)
            scene.at[v] = tacit_tie_point(tacit_tie_cell(&book->variable[v], i));
        where[i] = true;
        for (size_t k = 0; k < book->conditions; k++)
            where[i] = where[i] &&
                       tacit_tie_truth(book, &scene, book->condition[k].holds) == TACIT_TIE_TRUE;
        *n += where[i];
    }
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}
