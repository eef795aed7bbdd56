/*
 * jobs.c - tasks done in the background: the queue and the thread that works on it.
 */
#include "workbench/jobs.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "base/memory.h"
#include "base/pool.h"
#include "base/result.h"
#include "workbench/deed.h"

/* Jobs that are remembered, and seconds that tacit_jobs_wait() waits. */
enum { MOST = 24, PATIENCE = 5, STAGE = 96 };

/* How far the work stands back in the system. */
enum { GENTLY = 5 };

typedef enum state { WAITING = 0, RUNNING, DONE, FAILED, CANCELLED } state;
static const char *const STATES[] = { "waiting", "running", "done", "failed", "cancelled" };

typedef struct job {
    unsigned id;
    const tacit_deed *deed;
    char *text;
    json_t *with;
    size_t rev;
    state state;
    bool unwanted; /* it is to be cancelled */
    tacit_ctx *cx; /* while it runs */
    struct tacit_jobs *jobs;
    char stage[STAGE];
    uint64_t done, total, changes;
    tacit_buffer record;
} job;

struct tacit_jobs {
    tacit_jobs_spec spec;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    pthread_t thread;
    bool started, stopping;
    job *at[MOST]; /* the oldest first */
    size_t n;
    unsigned last;
};

static bool has_ended(const job *j)
{
    return j->state > RUNNING;
}

static void free_job(job *j)
{
    if (j == NULL)
        return;
    tacit_wipe(j->record.text, j->record.length);
    tacit_buffer_free(&j->record);
    tacit_free(j->text);
    json_decref(j->with);
    tacit_free(j);
}

/* Say that a job has changed; the lock is held. */
static void tell_changed(job *j)
{
    j->changes++;
    (void)pthread_cond_broadcast(&j->jobs->changed);
}

/* ---- working ---- */

/* Called by the work with how far it is. */
static int note_progress(void *user, const char *stage, uint64_t done, uint64_t total)
{
    job *j = user;
    (void)pthread_mutex_lock(&j->jobs->lock);
    const bool other = strcmp(j->stage, stage) != 0;
    const bool further = total > 0 && (done - j->done) * 100 >= total;
    const bool unwanted = j->unwanted;
    if (other || further || done < j->done) {
        (void)snprintf(j->stage, sizeof j->stage, "%s", stage);
        j->done = done;
        j->total = total;
        tell_changed(j);
    }
    (void)pthread_mutex_unlock(&j->jobs->lock);
    return unwanted;
}

/* Do a job; its record, or that of its failure, in `out`. */
static state work_on(job *j, tacit_ctx *cx, tacit_buffer *out)
{
    const tacit_jobs_spec *spec = &j->jobs->spec;
    const tacit_deed_spec deed = { .tasks = spec->tasks,
                                   .fence = &spec->fence,
                                   .file = spec->file,
                                   .text = j->text,
                                   .with = j->with,
                                   .memory = spec->memory };
    tacit_ctx_on_progress(cx, note_progress, j);
    tacit_ctx_threads(cx, spec->threads);
    const size_t threads = tacit_pool_enter(cx);
    const tacit_status status = tacit_deed_do(cx, j->deed, &deed, out);
    tacit_pool_leave(threads);
    if (status == TACIT_ERR_CANCELLED)
        return CANCELLED;
    return status == TACIT_OK ? DONE : FAILED;
}

static job *next_job(tacit_jobs *jobs)
{
    for (size_t i = 0; i < jobs->n; i++)
        if (jobs->at[i]->state == WAITING)
            return jobs->at[i];
    return NULL;
}

static void run_job(tacit_jobs *jobs, job *j)
{
    tacit_ctx *cx = tacit_ctx_new();
    tacit_buffer record = { 0 };
    j->cx = cx;
    j->state = RUNNING;
    tell_changed(j);
    (void)pthread_mutex_unlock(&jobs->lock);
    const state ended = cx != NULL ? work_on(j, cx, &record) : FAILED;
    (void)pthread_mutex_lock(&jobs->lock);
    j->cx = NULL;
    j->state = ended;
    j->record = record;
    tell_changed(j);
    tacit_ctx_free(cx);
}

static void *work(void *user)
{
    tacit_jobs *jobs = user;
    /* This thread, and those that it starts: who looks at the page goes before what is computed. */
    (void)setpriority(PRIO_PROCESS, 0, GENTLY);
    (void)pthread_mutex_lock(&jobs->lock);
    while (!jobs->stopping) {
        job *j = next_job(jobs);
        if (j != NULL)
            run_job(jobs, j);
        else
            (void)pthread_cond_wait(&jobs->changed, &jobs->lock);
    }
    (void)pthread_mutex_unlock(&jobs->lock);
    return NULL;
}

/* ---- opening and closing ---- */

tacit_status tacit_jobs_open(tacit_ctx *cx, const tacit_jobs_spec *spec, tacit_jobs **out)
{
    pthread_condattr_t monotonic;
    tacit_jobs *jobs = NULL;
    TACIT_TRY(tacit_alloc(cx, 1, sizeof *jobs, &jobs));
    jobs->spec = *spec;
    (void)pthread_mutex_init(&jobs->lock, NULL);
    (void)pthread_condattr_init(&monotonic);
    (void)pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    (void)pthread_cond_init(&jobs->changed, &monotonic);
    (void)pthread_condattr_destroy(&monotonic);
    jobs->started = pthread_create(&jobs->thread, NULL, work, jobs) == 0;
    if (!jobs->started) {
        tacit_jobs_close(jobs);
        return tacit_fail(cx, TACIT_ERR_IO, "A thread for the work cannot be started.");
    }
    *out = jobs;
    return TACIT_OK;
}

/* Have a job end; the lock is held. */
static void cancel_job(job *j)
{
    if (has_ended(j))
        return;
    j->unwanted = true;
    if (j->cx != NULL)
        tacit_cancel(j->cx);
    else
        j->state = CANCELLED;
    tell_changed(j);
}

void tacit_jobs_stop(tacit_jobs *jobs)
{
    if (jobs == NULL || !jobs->started)
        return;
    (void)pthread_mutex_lock(&jobs->lock);
    jobs->stopping = true;
    for (size_t i = 0; i < jobs->n; i++)
        cancel_job(jobs->at[i]);
    (void)pthread_cond_broadcast(&jobs->changed);
    (void)pthread_mutex_unlock(&jobs->lock);
    (void)pthread_join(jobs->thread, NULL);
    jobs->started = false;
}

void tacit_jobs_close(tacit_jobs *jobs)
{
    if (jobs == NULL)
        return;
    tacit_jobs_stop(jobs);
    for (size_t i = 0; i < jobs->n; i++)
        free_job(jobs->at[i]);
    (void)pthread_cond_destroy(&jobs->changed);
    (void)pthread_mutex_destroy(&jobs->lock);
    tacit_free(jobs);
}

/* ---- asking ---- */

/* Make room for a job, by forgetting the oldest that has ended; false if all are wanted. */
static bool make_room(tacit_jobs *jobs)
{
    size_t i = 0;
    if (jobs->n < MOST)
        return true;
    while (i < jobs->n && !has_ended(jobs->at[i]))
        i++;
    if (i == jobs->n)
        return false;
    free_job(jobs->at[i]);
    memmove(&jobs->at[i], &jobs->at[i + 1], (jobs->n - i - 1) * sizeof *jobs->at);
    jobs->n--;
    return true;
}

/* Let go what a new job of this kind takes the place of; false if that must not be. */
static bool displace(tacit_jobs *jobs, const tacit_deed *deed)
{
    for (size_t i = 0; i < jobs->n; i++) {
        job *j = jobs->at[i];
        if (j->deed != deed || has_ended(j))
            continue;
        if (deed->releases)
            return false;
        cancel_job(j);
    }
    return true;
}

static tacit_status add_job(tacit_ctx *cx, tacit_jobs *jobs, job *j)
{
    if (!displace(jobs, j->deed) || !make_room(jobs) || jobs->stopping)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "A release is being written, or too much waits; wait for its end.");
    j->id = ++jobs->last;
    jobs->at[jobs->n++] = j;
    tell_changed(j);
    return TACIT_OK;
}

tacit_status tacit_jobs_add(tacit_ctx *cx, tacit_jobs *jobs, const tacit_job_ask *ask, unsigned *id)
{
    const tacit_deed *deed = tacit_deed_find(ask->what);
    job *j = NULL;
    if (deed == NULL)
        return tacit_fail(cx, TACIT_ERR_INPUT, "There is nothing called '%s' to do.", ask->what);
    if (deed->task != NULL && tacit_catalog_get(jobs->spec.tasks, deed->task) == NULL)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "Single records are not shown: this workbench was started so that none "
                          "can be.");
    if (deed->asks != NULL && !json_is_string(json_object_get(ask->with, deed->asks)) &&
        !json_is_number(json_object_get(ask->with, deed->asks)))
        return tacit_fail(cx, TACIT_ERR_INPUT, "Say with what '%s' is asked: its '%s'.", ask->what,
                          deed->asks);
    TACIT_TRY(tacit_alloc(cx, 1, sizeof *j, &j));
    *j = (job){ .deed = deed, .rev = ask->rev, .jobs = jobs };
    j->with = ask->with != NULL ? json_deep_copy(ask->with) : json_null();
    tacit_status status = tacit_copy_text(cx, ask->text, &j->text);
    (void)pthread_mutex_lock(&jobs->lock);
    if (status == TACIT_OK)
        status = add_job(cx, jobs, j);
    if (status == TACIT_OK)
        *id = j->id;
    else
        free_job(j);
    (void)pthread_mutex_unlock(&jobs->lock);
    return status;
}

static job *find_job(tacit_jobs *jobs, unsigned id)
{
    for (size_t i = 0; i < jobs->n; i++)
        if (jobs->at[i]->id == id)
            return jobs->at[i];
    return NULL;
}

bool tacit_jobs_work(tacit_jobs *jobs)
{
    bool any = false;
    (void)pthread_mutex_lock(&jobs->lock);
    for (size_t i = 0; i < jobs->n; i++)
        any = any || !has_ended(jobs->at[i]);
    (void)pthread_mutex_unlock(&jobs->lock);
    return any;
}

bool tacit_jobs_cancel(tacit_jobs *jobs, unsigned id)
{
    (void)pthread_mutex_lock(&jobs->lock);
    job *j = find_job(jobs, id);
    const bool finishes =
        j != NULL && j->deed->finishes && j->cx != NULL && !has_ended(j) && tacit_finish(j->cx);
    if (j != NULL && !finishes)
        cancel_job(j);
    (void)pthread_mutex_unlock(&jobs->lock);
    return j != NULL;
}

/* ---- telling ---- */

static json_t *job_json(const job *j)
{
    return json_pack("{s:i, s:s, s:I, s:O, s:s, s:s, s:I, s:I}", "id", (int)j->id, "do",
                     j->deed->name, "rev", (json_int_t)j->rev, "with", j->with, "state",
                     STATES[j->state], "stage", j->stage, "done", (json_int_t)j->done, "total",
                     (json_int_t)j->total);
}

tacit_status tacit_jobs_json(tacit_ctx *cx, tacit_jobs *jobs, json_t **out)
{
    json_t *list = json_array();
    tacit_status status = list == NULL ? tacit_fail_memory(cx) : TACIT_OK;
    (void)pthread_mutex_lock(&jobs->lock);
    for (size_t i = 0; status == TACIT_OK && i < jobs->n; i++)
        status = tacit_json_add(cx, list, job_json(jobs->at[i]));
    (void)pthread_mutex_unlock(&jobs->lock);
    if (status == TACIT_OK)
        *out = list;
    else
        json_decref(list);
    return status;
}

bool tacit_jobs_record(tacit_ctx *cx, tacit_jobs *jobs, unsigned id, tacit_buffer *out)
{
    (void)pthread_mutex_lock(&jobs->lock);
    const job *j = find_job(jobs, id);
    const bool there = j != NULL && j->record.text != NULL &&
                       tacit_buffer_bytes(cx, out, j->record.text, j->record.length) == TACIT_OK;
    (void)pthread_mutex_unlock(&jobs->lock);
    return there;
}

bool tacit_jobs_wait(tacit_jobs *jobs, unsigned id, uint64_t *seen, json_t **out)
{
    struct timespec end = { 0 };
    (void)clock_gettime(CLOCK_MONOTONIC, &end);
    end.tv_sec += PATIENCE;
    *out = NULL;
    (void)pthread_mutex_lock(&jobs->lock);
    const job *j = find_job(jobs, id);
    while (j != NULL && j->changes == *seen && !has_ended(j) && !jobs->stopping &&
           pthread_cond_timedwait(&jobs->changed, &jobs->lock, &end) == 0)
        j = find_job(jobs, id);
    const bool fresh = j != NULL && j->changes != *seen;
    if (fresh) {
        *out = job_json(j);
        *seen = j->changes;
    }
    const bool goes_on = j != NULL && !jobs->stopping && (fresh || !has_ended(j));
    (void)pthread_mutex_unlock(&jobs->lock);
    return goes_on || *out != NULL;
}
