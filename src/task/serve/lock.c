/*
 * lock.c - which files a server may still open, at first to load and then to answer.
 *
 * Loading needs the plan's inputs, a folder for what does not fit into memory, and what DuckDB asks
 * of /proc, /sys and /dev; the program that reads files of statistical packages is run from where
 * programs are.  Answering needs the ledger, the tokens and the log, which are there by then, and
 * no folder: SQLite keeps its files open, and leaves those beside the ledger that it would remove
 * at the end, which the next start takes up.  A ledger in PostgreSQL may have to be connected to
 * anew: then what libpq looks up (names of hosts, passwords, certificates) stays readable, and
 * connecting is allowed.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "query/ledger/ledger.h"
#include "server/lock/lock.h"
#include "task/serve/own.h"

enum { MOST = 2048, PATH_BYTES = 4096 };

/* A list in the making. */
typedef struct rules {
    size_t n;
    tacit_lock_rule at[MOST];
} rules;

static void allow(rules *r, const char *path, unsigned rights)
{
    if (path != NULL && r->n < MOST)
        r->at[r->n++] = (tacit_lock_rule){ .path = path, .rights = rights };
}

/* The folder that a file is in, in scratch memory; NULL if there is no file. */
static const char *folder_of(tacit_ctx *cx, const char *path)
{
    const char *slash = path != NULL ? strrchr(path, '/') : NULL;
    char *folder = NULL;
    if (path == NULL || slash == NULL)
        return path == NULL ? NULL : ".";
    if (slash == path)
        return "/";
    return tacit_scratch_format(cx, &folder, "%.*s", (int)(slash - path), path) == TACIT_OK ? folder
                                                                                            : NULL;
}

static void allow_system(rules *r)
{
    static const char *const READ[] = {
        "/proc",          "/sys/fs/cgroup",     "/sys/devices/system", "/dev", "/etc/ld.so.cache",
        "/etc/localtime", "/usr/share/zoneinfo"
    };
    static const char *const RUN[] = { "/usr", "/lib", "/lib64", "/opt" };
    for (size_t i = 0; i < sizeof READ / sizeof *READ; i++)
        allow(r, READ[i], TACIT_LOCK_READ);
    allow(r, "/dev/null", TACIT_LOCK_READ | TACIT_LOCK_WRITE);
    for (size_t i = 0; i < sizeof RUN / sizeof *RUN; i++)
        allow(r, RUN[i], TACIT_LOCK_READ | TACIT_LOCK_RUN);
}

/* The file of the ledger; NULL if it has none, or is in PostgreSQL. */
static const char *ledger_file(const tacit_serve_set *set)
{
    const char *place = tacit_arg_text(&set->query->args, TACIT_POLICY_LEDGER);
    return place != NULL && tacit_ledger_is_file(place) ? place : NULL;
}

/* Whether a ledger is in PostgreSQL. */
static bool is_client(const tacit_serve *s)
{
    for (size_t i = 0; i < s->n; i++)
        if (tacit_arg_text(&s->set[i].query->args, TACIT_POLICY_LEDGER) != NULL &&
            ledger_file(&s->set[i]) == NULL)
            return true;
    return false;
}

static void allow_reading(void *user, const char *path)
{
    allow(user, path, TACIT_LOCK_READ);
}

/* What libpq reads to connect. */
static void allow_client(tacit_ctx *cx, rules *r, const tacit_serve *s)
{
    static const char *const READ[] = { "/etc", "/usr", "/lib", "/lib64", "/run/systemd/resolve" };
    static const char *const NAMED[] = { "PGPASSFILE", "PGSERVICEFILE", "PGSYSCONFDIR",
                                         "PGSSLCERT",  "PGSSLKEY",      "PGSSLROOTCERT" };
    static const char *const OWN[] = { "/.pgpass", "/.pg_service.conf", "/.postgresql" };
    const char *home = getenv("HOME");
    for (size_t i = 0; i < sizeof READ / sizeof *READ; i++)
        allow(r, READ[i], TACIT_LOCK_READ);
    for (size_t i = 0; i < sizeof NAMED / sizeof *NAMED; i++)
        allow(r, getenv(NAMED[i]), TACIT_LOCK_READ);
    for (size_t i = 0; i < s->n; i++) {
        const char *place = tacit_arg_text(&s->set[i].query->args, TACIT_POLICY_LEDGER);
        if (place != NULL && tacit_ledger_files(cx, place, allow_reading, r) != TACIT_OK)
            tacit_ctx_reset(cx); /* opening the ledger says what is wrong with it */
    }
    for (size_t i = 0; home != NULL && i < sizeof OWN / sizeof *OWN; i++) {
        char *path = NULL;
        if (tacit_scratch_format(cx, &path, "%s%s", home, OWN[i]) == TACIT_OK)
            allow(r, path, TACIT_LOCK_READ);
    }
}

/* What the plan reads, wherever it is said: arguments that are files. */
static void allow_files(rules *r, const tacit_args *args)
{
    for (size_t i = 0; i < args->n; i++)
        if (args->params[i].type == TACIT_PARAM_FILE && args->at[i].text != NULL)
            allow(r, args->at[i].text, TACIT_LOCK_READ);
}

/* The folder of this program, and beside it those of its helper and libraries, wherever it was
 * installed to. */
static void allow_programs(tacit_ctx *cx, rules *r, const char *folder)
{
    static const char *const BESIDE[] = { "", "/../libexec/tacit", "/../lib" };
    for (size_t i = 0; folder != NULL && i < sizeof BESIDE / sizeof *BESIDE; i++) {
        char *path = NULL;
        if (tacit_scratch_format(cx, &path, "%s%s", folder, BESIDE[i]) == TACIT_OK)
            allow(r, path, TACIT_LOCK_READ | TACIT_LOCK_RUN);
    }
}

static void warn_unlocked(tacit_ctx *cx, bool locked, const char *what)
{
    if (!locked)
        tacit_warn(cx,
                   "This kernel does not let the server lock itself out of %s; it answers "
                   "without that defence.",
                   what);
}

/* What loading a data set needs. */
static void allow_loading(tacit_ctx *cx, rules *r, const tacit_serve_set *set)
{
    const tacit_plan *plan = set->work->plan;
    const unsigned all = TACIT_LOCK_READ | TACIT_LOCK_WRITE | TACIT_LOCK_MAKE;
    allow(r, plan->data, TACIT_LOCK_READ);
    allow(r, plan->population, TACIT_LOCK_READ);
    allow(r, plan->control, TACIT_LOCK_READ);
    for (size_t i = 0; i < plan->n_hierarchies; i++)
        allow_files(r, &plan->hierarchy[i].spec.args);
    allow_files(r, &set->query->args);
    allow(r, folder_of(cx, ledger_file(set)), all);
    allow(r, folder_of(cx, tacit_arg_text(&set->query->args, TACIT_POLICY_ANCHOR)), all);
}

/* What any work needs: the system, our programs, and room for what does not fit into memory. */
static void allow_work(tacit_ctx *cx, rules *r)
{
    char program[PATH_BYTES] = "", *copy = NULL;
    const char *spill = getenv("TMPDIR");
    const ssize_t n = readlink("/proc/self/exe", program, sizeof program - 1);
    allow_system(r);
    if (n > 0 && tacit_scratch_text(cx, program, &copy) == TACIT_OK)
        allow_programs(cx, r, folder_of(cx, copy));
    allow(r, spill != NULL ? spill : "/tmp", TACIT_LOCK_READ | TACIT_LOCK_WRITE | TACIT_LOCK_MAKE);
}

void tacit_serve_lock_bench(tacit_ctx *cx, const char *root)
{
    rules r = { 0 };
    allow_work(cx, &r);
    allow(&r, root, TACIT_LOCK_READ | TACIT_LOCK_WRITE | TACIT_LOCK_MAKE);
    warn_unlocked(cx, tacit_lock_files(r.at, r.n), "other files");
}

void tacit_serve_lock_loading(tacit_ctx *cx, const tacit_serve *s)
{
    rules r = { 0 };
    allow_work(cx, &r);
    for (size_t i = 0; i < s->n; i++)
        allow_loading(cx, &r, &s->set[i]);
    if (is_client(s))
        allow_client(cx, &r, s);
    warn_unlocked(cx, tacit_lock_files(r.at, r.n), "other files");
}

/* What answering from a data set needs. */
static void allow_answering(tacit_ctx *cx, rules *r, const tacit_serve_set *set)
{
    static const char *const PARTS[] = { "", "-wal", "-shm", ".anchor" };
    const char *ledger = ledger_file(set);
    allow(r, tacit_arg_text(&set->query->args, TACIT_POLICY_ANCHOR),
          TACIT_LOCK_READ | TACIT_LOCK_WRITE);
    for (size_t i = 0; ledger != NULL && i < sizeof PARTS / sizeof *PARTS; i++) {
        char *path = NULL;
        if (tacit_scratch_format(cx, &path, "%s%s", ledger, PARTS[i]) == TACIT_OK)
            allow(r, path, TACIT_LOCK_READ | TACIT_LOCK_WRITE);
    }
}

void tacit_serve_lock_answering(tacit_ctx *cx, const tacit_serve *s)
{
    rules r = { 0 };
    for (size_t i = 0; i < s->n; i++)
        allow_answering(cx, &r, &s->set[i]);
    if (is_client(s))
        allow_client(cx, &r, s);
    allow(&r, "/dev/urandom", TACIT_LOCK_READ);
    allow(&r, "/etc/localtime", TACIT_LOCK_READ);
    allow(&r, "/proc/self", TACIT_LOCK_READ);
    (void)tacit_lock_files(r.at, r.n); /* where it cannot be done, that has been said */
}

void tacit_serve_lock_calls(tacit_ctx *cx, const tacit_serve *s)
{
    const tacit_lock_net net = is_client(s) ? TACIT_LOCK_NET_CLIENT : TACIT_LOCK_NET_CLOSED;
    warn_unlocked(cx, tacit_lock_calls(net), "calls of the system");
}
