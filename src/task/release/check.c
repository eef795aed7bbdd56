/*
 * check.c - the certificate of a private release, checked.
 *
 * The questions are prepared anew from the plan's words, so that what a person can move follows
 * from the declared domains; each part gets the noise that is certified; and what that spends is
 * added up.  What the file is about must be what was asked: where all groups are declared, it has
 * the rows that an answer to empty data has, but for the figures.
 */
#include <string.h>

#include "privacy/statistic/random.h"
#include "task/release/own.h"
#include "task/release/release.h"
#include "task/tasks.h"

/* ---- what was spent ---- */

/* The number called `name` in a part of the trace; 0 if there is none. */
static double number_in(const json_t *part, const char *name)
{
    return json_number_value(json_object_get(part, name));
}

/* Give the parts of a question the noise that the trace tells from `*at` on, or that follows from
 * an epsilon of its own. */
static tacit_status take_question(tacit_ctx *cx, tacit_question *q, const json_t *trace, size_t *at)
{
    for (size_t k = 0; k < q->n_parts; k++) {
        const json_t *said = json_object_get(json_array_get(trace, (*at)++), "parameters");
        const double epsilon = number_in(said, "epsilon"), rho = number_in(said, "rho");
        TACIT_TRY(tacit_part_settle(cx, q->promise, &q->part[k], epsilon > 0 ? epsilon : rho));
    }
    return tacit_question_has_own(q)
               ? tacit_question_settle(cx, q, tacit_arg_real(q->args, TACIT_STATISTIC_EPSILON))
               : TACIT_OK;
}

/* Whether the order is the one that gamma asks for; then sensitivities are those of the trace,
 * which only who has the public sample can check, but none above what the domains allow. */
static bool take_random(tacit_private_release *r, const json_t *basis)
{
    const json_t *trace = json_object_get(basis, "spent"), *said = json_object_get(basis, "random");
    size_t at = 0;
    const bool asked = tacit_arg_given(&r->w->ask->args, TACIT_RELEASE_GAMMA);
    if (said == NULL || !asked)
        return said == NULL && !asked;
    const json_int_t records = json_integer_value(json_object_get(said, "records"));
    const bool enough = tacit_release_order(r, records > 0 ? (uint64_t)records : 0);
    json_t *own = tacit_release_random_json(r);
    const bool same = enough && json_equal(own, said) == 1;
    json_decref(own);
    for (size_t i = 0; i < r->inquiry.n; i++)
        for (size_t k = 0; k < r->inquiry.question[i].n_parts; k++, at++) {
            tacit_part *part = &r->inquiry.question[i].part[k];
            const double told =
                number_in(json_object_get(json_array_get(trace, at), "parameters"), "sensitivity");
            if (tacit_part_is_sampled(part) && told >= 1 && told <= (double)part->sensitivity)
                part->sensitivity = (uint64_t)told;
        }
    return same;
}

static tacit_status take_trace(tacit_ctx *cx, tacit_private_release *r, const json_t *trace)
{
    tacit_inquiry *all = &r->inquiry;
    size_t at = 0;
    for (size_t i = 0; i < all->n; i++)
        TACIT_TRY(take_question(cx, &all->question[i], trace, &at));
    for (size_t i = 0; i < all->n_selections; i++, at++) {
        all->selection[i].epsilon = number_in(json_array_get(trace, at), "epsilon");
        all->selection[i].delta = number_in(json_array_get(trace, at), "delta");
    }
    return TACIT_OK;
}

static tacit_status check_trace(tacit_ctx *cx, tacit_private_release *r, const json_t *trace,
                                bool *out)
{
    json_t *own = NULL;
    TACIT_TRY(take_trace(cx, r, trace));
    TACIT_TRY(tacit_inquiry_cost(cx, &r->inquiry, &r->spent));
    TACIT_TRY(tacit_release_trace(cx, r, &own));
    const bool same = json_equal(own, trace) == 1;
    json_decref(own);
    *out = same && r->spent <= r->inquiry.epsilon;
    return TACIT_OK;
}

/* ---- what the file is about ---- */

/* The first of the figures, of which there are as many in every such file. */
static size_t figures_of(const tacit_table *t)
{
    return tacit_table_find(t, "value");
}

static bool same_text(const tacit_table *a, const tacit_table *b, size_t i, size_t c)
{
    char room[2][32];
    const tacit_column *x = tacit_table_column(a, c), *y = tacit_table_column(b, c);
    return tacit_column_is_missing(x, i) == tacit_column_is_missing(y, i) &&
           strcmp(tacit_column_text(x, i, room[0]), tacit_column_text(y, i, room[1])) == 0;
}

/* Whether row i of both tables says the same in the first n columns. */
static bool same_row(const tacit_table *a, const tacit_table *b, size_t i, size_t n)
{
    bool same = true;
    for (size_t c = 0; same && c < n; c++)
        same = same_text(a, b, i, c);
    return same;
}

static bool same_columns(const tacit_table *a, const tacit_table *b)
{
    bool same = tacit_table_columns(a) == tacit_table_columns(b);
    for (size_t c = 0; same && c < tacit_table_columns(a); c++)
        same = strcmp(tacit_column_name(tacit_table_column(a, c)),
                      tacit_column_name(tacit_table_column(b, c))) == 0;
    return same;
}

/* The statistic that a row is about; NULL if it was not asked for. */
static const tacit_statistic *statistic_of(const tacit_private_release *r, const tacit_table *file,
                                           size_t i)
{
    char room[32];
    const char *name = tacit_column_text(tacit_table_column(file, 0), i, room);
    for (size_t k = 0; k < r->inquiry.n; k++)
        if (strcmp(name, r->inquiry.question[k].statistic->about.name) == 0)
            return r->inquiry.question[k].statistic;
    return NULL;
}

/* Whether row i is about what was asked; groups and figures of the statistic are those of row i of
 * the answers to empty data, if there are as many. */
static bool is_asked(const tacit_private_release *r, const tacit_table *file,
                     const tacit_table *empty, size_t i)
{
    const tacit_statistic *s = statistic_of(r, file, i);
    if (s == NULL || empty == NULL)
        return s != NULL;
    return same_row(file, empty, i, figures_of(file) - s->tells_which); /* `at` is before them */
}

/* Whether the file has a row for each group that is declared: else nothing is made of them, however
 * many a certificate tells of. */
static bool has_groups(const tacit_private_release *r, const tacit_table *file)
{
    bool has = true;
    for (size_t g = 0; has && g < r->n_groupings; g++)
        has = r->grouping[g].n_groups <= tacit_table_rows(file);
    return has;
}

/* Compare with the answers to empty data, which say of groups that are declared what is told. */
static tacit_status check_rows(tacit_ctx *cx, tacit_private_release *r, const tacit_table *file,
                               bool *out)
{
    static const unsigned char key[TACIT_KEYSTREAM_KEY];
    const bool found = r->inquiry.n_selections > 0;
    tacit_keystream stream;
    tacit_table *empty = NULL;
    if (!has_groups(r, file)) {
        *out = false;
        return TACIT_OK;
    }
    tacit_keystream_simulate(key, &stream);
    TACIT_TRY(tacit_release_make_room(cx, r));
    TACIT_TRY(tacit_release_answer(cx, r, &stream, &empty));
    bool same =
        same_columns(file, empty) && (found || tacit_table_rows(file) == tacit_table_rows(empty));
    for (size_t i = 0; same && i < tacit_table_rows(file); i++)
        same = is_asked(r, file, found ? NULL : empty, i);
    tacit_table_free(empty);
    *out = same;
    return TACIT_OK;
}

/* ---- the whole ---- */

/* The plan that the certificate claims to have followed. */
static tacit_status read_plan(tacit_ctx *cx, const json_t *basis, tacit_plan **out)
{
    json_t *plan =
        json_pack("{s:s, s:O, s:O, s:O}", "data", "-", "release", json_object_get(basis, "release"),
                  "domains", json_object_get(basis, "domains"), "statistics",
                  json_object_get(basis, "statistics"));
    const tacit_plan_use use = { .tasks = &tacit_task_catalog,
                                 .task = &tacit_task_release.section };
    tacit_buffer text = { 0 };
    if (plan == NULL)
        return tacit_fail(cx, TACIT_ERR_DATA, "does not say what was asked.");
    tacit_status status = tacit_json_text(cx, plan, 0, &text);
    json_decref(plan);
    if (status == TACIT_OK)
        status = tacit_plan_parse(cx, "the certificate", text.text, &use, out);
    tacit_buffer_free(&text);
    return status;
}

static tacit_status check(tacit_ctx *cx, tacit_private_release *r, const json_t *basis,
                          const tacit_table *file, tacit_result **out)
{
    const bool random = take_random(r, basis);
    bool spends = false, answers = false;
    TACIT_TRY(check_trace(cx, r, json_object_get(basis, "spent"), &spends));
    TACIT_TRY(check_rows(cx, r, file, &answers));
    TACIT_TRY(tacit_release_claim(cx, r, out));
    return tacit_json_put(cx, *out, "holds", json_boolean(spends && answers && random));
}

tacit_status tacit_release_check(tacit_ctx *cx, const json_t *basis, const tacit_table *file,
                                 tacit_result **out)
{
    tacit_plan *plan = NULL;
    tacit_private_release r;
    TACIT_TRY(read_plan(cx, basis, &plan));
    tacit_work w = { .task = &tacit_task_release,
                     .plan = plan,
                     .ask = tacit_plan_asked(plan, &tacit_task_release.section) };
    tacit_status status = tacit_release_ask(cx, &w, &r);
    if (status == TACIT_OK)
        status = check(cx, &r, basis, file, out);
    tacit_release_end(&r);
    tacit_plan_free(plan);
    return status;
}
