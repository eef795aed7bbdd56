/*
 * map_search.c - trying the ways of a map, round by round.
 *
 * The first round tries each method of each part with few values, the second products of the best
 * ways of both parts, then come the other values and their products, then values between neighbours
 * on the frontier.  A round is settled before it begins and its ways are independent, so that what
 * is found does not depend on the number of threads: a limit of trials cuts the end off, a limit of
 * time ends what has begun, but for the plan itself.
 *
 * Where there are more records than `sample`, all are masked, but ways are compared on a sample of
 * them; those that may be on the frontier are then measured again on all.
 */
#include <math.h>
#include <omp.h>
#include <string.h>

#include "base/pool.h"
#include "plan/edit/edit.h"
#include "stats/frontier.h"
#include "task/explore/map_clock.h"
#include "task/rehearsal.h"

/* Ways of each part that are multiplied, rounds of values between, and values of a round. */
enum { FACTORS = 6, ROUNDS = 4, BETWEEN = 16 };

/* Risks nearer than this on the frontier are near enough. */
static const double NEAR = 0.02;

/* A way may be on the frontier of all records unless another beats its figures of the sample by
 * this much on both scales: chosen on two files, held on two others (docs/commands/explore.md). */
static const double MARGIN = 0.08;

/* Where ways are measured twice, the share of the time for the sample. */
static const double FOR_SAMPLE = 0.6;

typedef struct search {
    tacit_ctx *cx;
    const tacit_map_frame *f;
    tacit_map_ways *ways;
    size_t threads, trials;  /* trials: that are left */
    tacit_session **session; /* one for each thread */
    tacit_map_clock clock;
} search;

/* ---- one trial ---- */

/* Who looks whether a trial is to go on. */
typedef struct watch {
    const search *s;
    double end;  /* of the thread's work */
    bool plan;   /* it is the plan itself, which every map has, however short its time */
    bool speaks; /* of the thread that may call back */
} watch;

static bool is_stopped(const search *s)
{
    return tacit_is_cancelled(s->cx) || tacit_is_finishing(s->cx);
}

static bool is_over(const search *s)
{
    return is_stopped(s) || tacit_map_clock_is_over(&s->clock);
}

static bool is_plan(const search *s, const tacit_map_way *way)
{
    return way == s->ways->at;
}

static int look(void *user, const char *stage, uint64_t done, uint64_t total)
{
    const watch *w = user;
    (void)stage;
    if (w->speaks && tacit_tick(w->s->cx, done, total) != TACIT_OK)
        return true;
    return w->plan ? is_stopped(w->s) : is_over(w->s) || tacit_map_worked() > w->end;
}

/* Carry a way out in a context of its own. */
static tacit_status try_in(tacit_ctx *own, const search *s, tacit_session *session, bool quick,
                           tacit_map_way *way)
{
    const char *text = NULL;
    char *why = NULL;
    json_t *record = NULL;
    tacit_status status = tacit_map_trial(own, s->f, way, quick, &text);
    if (status == TACIT_OK)
        status = tacit_rehearsal_run(own, session, text, &record, &why);
    if (status == TACIT_ERR_CANCELLED && !is_over(s)) {
        tacit_map_clock_note_slow(&s->clock, way);
        if (way->done)
            return TACIT_OK; /* its figures of the sample stay */
        way->tried = true;
        way->why = "It takes more than a quarter of the time.";
        return TACIT_OK;
    }
    if (status == TACIT_ERR_CANCELLED)
        return tacit_is_cancelled(s->cx) ? status : TACIT_OK;
    TACIT_TRY(status);
    way->tried = record != NULL || is_plan(s, way) || !is_over(s);
    if (record != NULL) {
        tacit_map_take(s->f->ask, record, way);
        way->full = way->done && !quick;
        if (way->holds)
            tacit_map_clock_note_found(&s->clock);
        if (quick) {
            way->first_risk = way->risk;
            way->first_loss = way->loss;
        }
    } else if (way->tried) {
#pragma omp critical
        status = tacit_scratch_text(s->cx, why, &why);
        way->why = why;
    }
    json_decref(record);
    return status;
}

static tacit_status try_way(const search *s, size_t thread, bool alone, bool quick,
                            tacit_map_way *way)
{
    watch w = { .s = s,
                .end = tacit_map_clock_patience(&s->clock),
                .plan = is_plan(s, way),
                .speaks = thread == 0 };
    tacit_ctx *own = tacit_ctx_new();
    if (own == NULL)
        return TACIT_ERR_MEMORY;
    tacit_ctx_threads(own, alone ? s->threads : 1);
    tacit_ctx_on_progress(own, look, &w);
    const tacit_status status = try_in(own, s, s->session[thread], quick, way);
    tacit_ctx_free(own);
    return status;
}

/* Carry out `n` ways at once. */
static tacit_status try_all(search *s, tacit_map_way *const *way, size_t n, bool quick)
{
    const int threads = (int)(n < s->threads ? n : s->threads);
    tacit_status worst = TACIT_OK;
#pragma omp parallel for schedule(dynamic, 1) num_threads(threads)
    for (size_t i = 0; i < n; i++) {
        const size_t thread = (size_t)omp_get_thread_num();
        if (is_plan(s, way[i]) ? is_stopped(s)
                               : is_over(s) || tacit_map_clock_is_slow(&s->clock, way[i]))
            continue;
        if (thread == 0)
            tacit_stage(s->cx, "Trying %s (%zu of %zu)", way[i]->words, i + 1, n);
        const tacit_status status = try_way(s, thread, threads < 2, quick, way[i]);
        if (status != TACIT_OK) {
#pragma omp critical
            worst = status;
        }
    }
    if (tacit_is_cancelled(s->cx))
        return tacit_fail_stopped(s->cx);
    return worst == TACIT_OK ? TACIT_OK : tacit_fail_memory(s->cx);
}

/* Try the ways from `from` on, as many as may be. */
static tacit_status try_new(search *s, size_t from)
{
    const size_t new = s->ways->n - from, n = new < s->trials ? new : s->trials;
    tacit_map_way **way = NULL;
    TACIT_TRY(tacit_scratch(s->cx, n, sizeof *way, &way));
    for (size_t i = 0; i < n; i++)
        way[i] = &s->ways->at[from + i];
    s->trials -= n;
    return n == 0 ? TACIT_OK : try_all(s, way, n, s->f->sample > 0);
}

/* ---- frontiers ---- */

/* Mark the best of the ways `on` by two scales, and give the knee. */
typedef double scale(const tacit_map_way *way);

static double by_risk(const tacit_map_way *way)
{
    return way->risk;
}

static double by_part(const tacit_map_way *way)
{
    return way->part_risk;
}

static tacit_status mark_best(tacit_ctx *cx, const tacit_map_ways *ways, scale *risk, bool *on,
                              size_t *knee)
{
    const size_t mark = tacit_scratch_mark(cx);
    double *x = NULL, *y = NULL;
    TACIT_TRY(tacit_scratch(cx, ways->n, sizeof *x, &x));
    TACIT_TRY(tacit_scratch(cx, ways->n, sizeof *y, &y));
    for (size_t i = 0; i < ways->n; i++) {
        x[i] = risk(&ways->at[i]);
        y[i] = ways->at[i].loss;
    }
    tacit_frontier(x, y, ways->n, on);
    *knee = tacit_frontier_knee(x, y, ways->n, on);
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

/* Where ways were measured on all records, only these are compared. */
tacit_status tacit_map_frontier(tacit_ctx *cx, tacit_map_ways *ways, size_t *knee)
{
    bool *on = NULL, full = false;
    TACIT_TRY(tacit_scratch(cx, ways->n, sizeof *on, &on));
    for (size_t i = 0; i < ways->n; i++)
        full = full || (ways->at[i].full && ways->at[i].holds);
    for (size_t i = 0; i < ways->n; i++)
        on[i] = ways->at[i].holds && (ways->at[i].full || !full);
    TACIT_TRY(mark_best(cx, ways, by_risk, on, knee));
    for (size_t i = 0; i < ways->n; i++)
        ways->at[i].frontier = on[i];
    return TACIT_OK;
}

/* The ways that are `on`, from the one with the most risk to the one with the least. */
static size_t list_marked(const tacit_map_ways *ways, scale *risk, bool *on, size_t *out)
{
    size_t n = 0;
    for (;; n++) {
        size_t best = ways->n;
        for (size_t i = 0; i < ways->n; i++)
            if (on[i] && (best == ways->n || risk(&ways->at[i]) > risk(&ways->at[best])))
                best = i;
        if (best == ways->n)
            return n;
        out[n] = best;
        on[best] = false;
    }
}

/* ---- products ---- */

/* The best ways of one part, at most FACTORS, spread over the frontier. */
static tacit_status find_factors(search *s, enum tacit_map_part part, size_t *out, size_t *n)
{
    const enum tacit_map_part other = TACIT_MAP_PARTS - 1 - part;
    bool *on = NULL;
    size_t *at = NULL, knee = 0;
    TACIT_TRY(tacit_scratch(s->cx, s->ways->n, sizeof *on, &on));
    TACIT_TRY(tacit_scratch(s->cx, s->ways->n, sizeof *at, &at));
    for (size_t i = 0; i < s->ways->n; i++) {
        const tacit_map_way *way = &s->ways->at[i];
        on[i] =
            way->done && !way->own && way->pick[part].kind != NULL && way->pick[other].kind == NULL;
    }
    TACIT_TRY(mark_best(s->cx, s->ways, by_part, on, &knee));
    const size_t all = list_marked(s->ways, by_part, on, at);
    *n = all < FACTORS ? all : FACTORS;
    for (size_t k = 0; k < *n; k++)
        out[k] = at[*n < 2 ? 0 : k * (all - 1) / (*n - 1)];
    return TACIT_OK;
}

static tacit_status add_products(search *s)
{
    size_t factor[TACIT_MAP_PARTS][FACTORS], n[TACIT_MAP_PARTS];
    for (enum tacit_map_part part = 0; part < TACIT_MAP_PARTS; part++)
        TACIT_TRY(find_factors(s, part, factor[part], &n[part]));
    for (size_t sum = 0; sum + 1 < n[0] + n[1]; sum++) /* like strengths first */
        for (size_t i = 0; i < n[0]; i++)
            if (sum >= i && sum - i < n[1]) {
                const tacit_map_way *a = &s->ways->at[factor[0][i]];
                const tacit_map_way *b = &s->ways->at[factor[1][sum - i]];
                const tacit_map_pick pick[] = { a->pick[TACIT_MAP_KEYS],
                                                b->pick[TACIT_MAP_NUMBERS] };
                TACIT_TRY(tacit_map_add(s->cx, s->f, pick, s->ways));
            }
    return TACIT_OK;
}

/* ---- values between ---- */

/* Between two values, as the parameter's scale has it. */
static double between(const tacit_param *p, double a, double b)
{
    return tacit_map_tidy(p, a > 0.0 && b > 0.0 ? sqrt(a * b) : 0.5 * (a + b));
}

/* The nearest value that was tried of the way's kind on one side, its other part being the same;
 * the way's own if there is none. */
static double neighbour(const tacit_map_ways *ways, const tacit_map_way *way,
                        enum tacit_map_part part, double side)
{
    const enum tacit_map_part other = TACIT_MAP_PARTS - 1 - part;
    const tacit_map_pick *own = way->pick;
    double best = own[part].value;
    for (size_t i = 0; i < ways->n; i++) {
        const tacit_map_pick *pick = ways->at[i].pick;
        const double d = side * (pick[part].value - own[part].value);
        if (!ways->at[i].own && pick[part].kind == own[part].kind &&
            pick[other].kind == own[other].kind && !(pick[other].value < own[other].value) &&
            !(pick[other].value > own[other].value) && d > 0.0 &&
            (!(side * (best - own[part].value) > 0.0) || d < side * (best - own[part].value)))
            best = pick[part].value;
    }
    return best;
}

/* Add values on both sides of the way's. */
static tacit_status add_beside(search *s, const tacit_map_way *way)
{
    for (enum tacit_map_part part = 0; part < TACIT_MAP_PARTS; part++) {
        const tacit_map_kind *k = way->pick[part].kind;
        for (double side = -1.0; k != NULL && side < 2.0; side += 2.0) {
            const double far = neighbour(s->ways, way, part, side);
            tacit_map_pick pick[TACIT_MAP_PARTS];
            memcpy(pick, way->pick, sizeof pick);
            if (!tacit_map_is_usual(s->f->ask, k))
                continue;
            pick[part].value = between(tacit_map_parameter(k), way->pick[part].value, far);
            TACIT_TRY(tacit_map_add(s->cx, s->f, pick, s->ways));
        }
    }
    return TACIT_OK;
}

/* Where the frontier has gaps add what lies beside their ends. */
static tacit_status add_between(search *s)
{
    bool *on = NULL;
    size_t *at = NULL, knee = 0;
    const size_t from = s->ways->n;
    TACIT_TRY(tacit_map_frontier(s->cx, s->ways, &knee));
    TACIT_TRY(tacit_scratch(s->cx, from, sizeof *on, &on));
    TACIT_TRY(tacit_scratch(s->cx, from, sizeof *at, &at));
    for (size_t i = 0; i < from; i++)
        on[i] = s->ways->at[i].frontier;
    const size_t n = list_marked(s->ways, by_risk, on, at);
    for (size_t k = 0; k + 1 < n && s->ways->n < from + BETWEEN; k++) {
        const tacit_map_way *a = &s->ways->at[at[k]], *b = &s->ways->at[at[k + 1]];
        if (a->risk - b->risk <= NEAR)
            continue;
        if (!a->own)
            TACIT_TRY(add_beside(s, a));
        if (!b->own)
            TACIT_TRY(add_beside(s, b));
    }
    return TACIT_OK;
}

/* ---- all records, other seeds ---- */

/* Whether a way can be on the frontier of all records, as its figures of a sample are. */
static bool is_hopeful(const tacit_map_ways *ways, const tacit_map_way *way)
{
    if (!way->holds)
        return false;
    for (size_t i = 0; i < ways->n; i++) {
        const tacit_map_way *x = &ways->at[i];
        if (x->holds && x->risk + MARGIN <= way->risk && x->loss + MARGIN <= way->loss)
            return false;
    }
    return true;
}

/* Measure what may be best on all records, what is best of the sample first. */
static tacit_status measure_fully(search *s)
{
    tacit_map_way **way = NULL;
    size_t n = 0, knee = 0;
    tacit_map_clock_give_rest(&s->clock);
    TACIT_TRY(tacit_map_frontier(s->cx, s->ways, &knee));
    TACIT_TRY(tacit_scratch(s->cx, s->ways->n, sizeof *way, &way));
    for (int first = 1; first >= 0; first--)
        for (size_t i = 0; i < s->ways->n; i++) {
            tacit_map_way *x = &s->ways->at[i];
            x->hopeful = is_hopeful(s->ways, x);
            if (x->hopeful && x->frontier == (first == 1))
                way[n++] = x;
        }
    return n == 0 ? TACIT_OK : try_all(s, way, n, false);
}

static void widen(double range[2], double x)
{
    range[0] = fmin(range[0], x);
    range[1] = fmax(range[1], x);
}

/* Carry the frontier out with another seed. */
static tacit_status try_seed(search *s, size_t number)
{
    tacit_map_way **way = NULL, *again = NULL;
    size_t n = 0, *of = NULL;
    const size_t all = s->ways->n;
    TACIT_TRY(tacit_scratch(s->cx, all, sizeof *way, &way));
    TACIT_TRY(tacit_scratch(s->cx, all, sizeof *again, &again));
    TACIT_TRY(tacit_scratch(s->cx, all, sizeof *of, &of));
    for (size_t i = 0; i < all; i++) {
        if (!s->ways->at[i].frontier)
            continue;
        again[n] = s->ways->at[i];
        again[n].done = false;
        static const char *const seed[] = { "seed" };
        TACIT_TRY(tacit_plan_set(s->cx, &again[n].text, &(tacit_plan_path){ 1, seed },
                                 json_integer((json_int_t)((s->f->w->seed >> 1) + number))));
        of[n] = i;
        way[n] = &again[n];
        n++;
    }
    TACIT_TRY(try_all(s, way, n, n > 0 && !s->ways->at[of[0]].full));
    for (size_t k = 0; k < n; k++) {
        tacit_map_way *x = &s->ways->at[of[k]];
        if (!again[k].done)
            continue;
        x->seeds++;
        widen(x->risk_range, again[k].risk);
        widen(x->loss_range, again[k].loss);
    }
    return TACIT_OK;
}

static tacit_status try_seeds(search *s)
{
    size_t knee = 0;
    TACIT_TRY(tacit_map_frontier(s->cx, s->ways, &knee));
    for (size_t i = 0; i < s->ways->n; i++) {
        tacit_map_way *x = &s->ways->at[i];
        x->risk_range[0] = x->risk_range[1] = x->risk;
        x->loss_range[0] = x->loss_range[1] = x->loss;
    }
    for (size_t k = 1; k < s->f->ask->seeds && !is_over(s); k++)
        TACIT_TRY(try_seed(s, k));
    return TACIT_OK;
}

/* ---- the rounds ---- */

/* Products of the best ways of both parts, if both are free. */
static tacit_status try_products(search *s)
{
    const tacit_map_ask *ask = s->f->ask;
    const size_t from = s->ways->n;
    if (ask->columns[TACIT_MAP_KEYS]->n == 0 || ask->columns[TACIT_MAP_NUMBERS]->n == 0)
        return TACIT_OK;
    TACIT_TRY(add_products(s));
    return try_new(s, from);
}

/* A few values of each method and products of them come first, so that there is a map of whole
 * plans early. */
static tacit_status go(search *s)
{
    TACIT_TRY(try_new(s, 0));
    TACIT_TRY(try_products(s));
    size_t from = s->ways->n;
    TACIT_TRY(tacit_map_list_rest(s->cx, s->f, s->ways));
    TACIT_TRY(try_new(s, from));
    TACIT_TRY(try_products(s));
    for (size_t k = 0; k < ROUNDS && s->trials > 0 && !is_over(s); k++) {
        from = s->ways->n;
        TACIT_TRY(add_between(s));
        if (s->ways->n == from)
            break;
        TACIT_TRY(try_new(s, from));
    }
    if (s->f->sample > 0)
        TACIT_TRY(measure_fully(s));
    return try_seeds(s);
}

static tacit_status open_and_go(search *s)
{
    for (size_t i = 0; i < s->threads; i++)
        TACIT_TRY(tacit_rehearsal_open(s->cx, s->f->w, &s->session[i]));
    return go(s);
}

tacit_status tacit_map_search(tacit_ctx *cx, tacit_map_frame *f, tacit_map_ways *ways,
                              bool *stopped)
{
    search s = {
        .cx = cx, .f = f, .ways = ways, .threads = tacit_pool_of(cx), .trials = f->ask->trials
    };
    TACIT_TRY(tacit_map_clock_start(cx, f->began, f->ask->seconds, f->sample > 0 ? FOR_SAMPLE : 1.0,
                                    &s.clock));
    TACIT_TRY(tacit_scratch(cx, s.threads, sizeof *s.session, &s.session));
    tacit_finish_allow(cx);
    const tacit_status status = open_and_go(&s);
    *stopped = tacit_finish_end(cx);
    for (size_t i = 0; i < s.threads; i++)
        tacit_session_free(s.session[i]);
    return status;
}
