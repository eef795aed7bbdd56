/*
 * guard.c - no input is ever replaced, and nothing else that is not a result of ours.
 */
#include "run/guard.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "engine/argus/argus.h"
#include "plan/inputs.h"
#include "plan/public.h"
#include "run/beside/beside.h"
#include "run/certificate/certificate.h"

/* ---- which file is which ---- */

static const char *name_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash == NULL ? path : slash + 1;
}

static bool is_same(const struct stat *a, const struct stat *b)
{
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

/* What the folder of `path` is. */
static bool stat_folder(const char *path, struct stat *out)
{
    char folder[PATH_MAX];
    const size_t n = (size_t)(name_of(path) - path);
    if (n >= sizeof folder)
        return false;
    snprintf(folder, sizeof folder, "%.*s", (int)n, path);
    return stat(n == 0 ? "." : folder, out) == 0;
}

static bool is_same_file(const char *a, const char *b)
{
    struct stat x, y;
    if (strcmp(a, b) == 0)
        return true;
    if (stat(a, &x) == 0 && stat(b, &y) == 0)
        return is_same(&x, &y);
    return strcmp(name_of(a), name_of(b)) == 0 && stat_folder(a, &x) && stat_folder(b, &y) &&
           is_same(&x, &y);
}

/* ---- what may stand in the way ---- */

static tacit_status fail_input(tacit_ctx *cx, const char *target)
{
    return tacit_fail(cx, TACIT_ERR_INPUT, "%s is an input too; give the output another name.",
                      target);
}

/* No output may be an input, under whatever name. */
static tacit_status check_inputs(tacit_ctx *cx, const tacit_work *w, const char *target)
{
    const tacit_plan_input *input = NULL;
    size_t n = 0;
    TACIT_TRY(tacit_plan_inputs(cx, w->plan, w->ask, &input, &n));
    for (size_t i = 0; i < n; i++) {
        const char *file = NULL;
        TACIT_TRY(tacit_data_file(cx, input[i].path, &file));
        if (is_same_file(target, input[i].path) || (file != NULL && is_same_file(target, file)))
            return fail_input(cx, target);
        TACIT_TRY(tacit_argus_metadata(cx, &(tacit_source){ .uri = input[i].path }, &file));
        if (file != NULL && is_same_file(target, file))
            return fail_input(cx, target);
    }
    for (size_t i = 0; i < w->n_read; i++)
        if (is_same_file(target, w->read[i]))
            return fail_input(cx, target);
    return TACIT_OK;
}

/* Devices, pipes and the places of the kernel are no files that can be replaced as a whole. */
static tacit_status check_place(tacit_ctx *cx, const char *target)
{
    static const char *const KERNEL[] = { "/dev/fd/", "/proc/", "/sys/" };
    char folder[PATH_MAX], whole[PATH_MAX + 1] = "";
    struct stat st;
    bool bad = stat(target, &st) == 0 && !S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode);
    const size_t n = (size_t)(name_of(target) - target);
    if (n < sizeof folder) {
        snprintf(folder, sizeof folder, "%.*s", (int)n, target);
        if (realpath(n == 0 ? "." : folder, whole) != NULL)
            snprintf(whole + strlen(whole), 2, "/");
    }
    bad = bad || strcmp(whole, "/dev/") == 0;
    for (size_t i = 0; i < sizeof KERNEL / sizeof KERNEL[0]; i++)
        bad = bad || strncmp(whole, KERNEL[i], strlen(KERNEL[i])) == 0;
    return bad ? tacit_fail(cx, TACIT_ERR_INPUT,
                            "%s is a device or a pipe; outputs are files, which appear when all of "
                            "them are complete.",
                            target)
               : TACIT_OK;
}

/* ---- what is ours ---- */

/* The first bytes of the file, as a text. */
static void read_head(const char *path, char *out, size_t room)
{
    FILE *f = fopen(path, "rbe");
    const size_t n = f == NULL ? 0 : fread(out, 1, room - 1, f);
    out[n] = '\0';
    if (f != NULL)
        (void)fclose(f);
}

static bool is_report(const char *head)
{
    return strstr(head, "<meta name=\"generator\" content=\"tacit\">") != NULL;
}

/* SQL, a picture, a page, or JSON that says so and is not a certificate. */
static bool is_text_of_ours(const char *head)
{
    if (head[0] == '{')
        return strstr(head, "\"tacit_") != NULL && strstr(head, "\"tacit_certificate\"") == NULL;
    return strncmp(head, "-- What tacit decided", 21) == 0 || is_report(head) ||
           (strncmp(head, "<svg", 4) == 0 && strstr(head, "<!-- Drawn by tacit -->") != NULL);
}

/* The part of the certificate at `path` that says what was released as `output`; NULL if it is
 * none, or for another name.  The caller frees `*whole`. */
static const json_t *certified(const char *path, const char *output, json_t **whole)
{
    *whole = json_load_file(path, 0, NULL);
    const json_t *release = json_object_get(*whole, "release");
    const char *file = json_string_value(json_object_get(release, "file"));
    const bool names = file != NULL && strcmp(file, tacit_public_name(output)) == 0;
    return names && json_object_get(*whole, "tacit_certificate") != NULL ? release : NULL;
}

/* Whether what stands at `path` is the release that its certificate tells of. */
static tacit_status is_release(tacit_ctx *cx, const char *path, const char *certificate, bool *out)
{
    json_t *whole = NULL;
    const json_t *release = certified(certificate, path, &whole);
    const tacit_status status =
        release == NULL ? TACIT_OK : tacit_certificate_tells(cx, release, path, out);
    json_decref(whole);
    return status;
}

/* Whether it is one of the other files of the release `output`. */
static tacit_status is_of_release(tacit_ctx *cx, const char *path, const char *output,
                                  const char *certificate, bool *out)
{
    json_t *whole = NULL;
    const json_t *others = json_object_get(certified(certificate, output, &whole), "others");
    tacit_status status = TACIT_OK;
    for (size_t i = 0; status == TACIT_OK && i < json_array_size(others); i++) {
        const json_t *said = json_array_get(others, i);
        const char *name = json_string_value(json_object_get(said, "file"));
        if (name != NULL && strcmp(name, name_of(path)) == 0)
            status = tacit_certificate_tells(cx, said, path, out);
    }
    json_decref(whole);
    return status;
}

/* Whether `word`, without a number at its end such as _2, is one of the words of `list`. */
static bool has_word(const char *list, const char *word)
{
    const size_t all = strlen(word);
    size_t n = all;
    while (n > 0 && word[n - 1] >= '0' && word[n - 1] <= '9')
        n--;
    n = n > 1 && n < all && word[n - 1] == '_' ? n - 1 : all;
    for (const char *at = list; *at != '\0'; at += strspn(at, " ")) {
        const size_t length = strcspn(at, " ");
        if (length == n && strncmp(at, word, n) == 0)
            return true;
        at += length;
    }
    return false;
}

static bool has_columns(const tacit_schema *schema, const char *columns)
{
    const size_t first = strcspn(columns, " ");
    bool all = schema->n > 0 && strlen(schema->field[0].name) == first &&
               strncmp(schema->field[0].name, columns, first) == 0;
    for (size_t j = 0; all && j < schema->n; j++)
        all = has_word(columns, schema->field[j].name);
    return all;
}

/* Whether the file is a table with no columns but the task's own, of which it has the first.  What
 * its engine says of it is of no use to anybody. */
static tacit_status is_own_table(tacit_ctx *cx, const tacit_task *task, const char *path, bool *out)
{
    const tacit_source source = { .uri = path };
    tacit_data *data = NULL;
    if (task->columns == NULL)
        return TACIT_OK;
    tacit_ctx *own = tacit_ctx_new();
    const tacit_status status =
        own == NULL ? TACIT_ERR_MEMORY : tacit_data_open(own, &source, &data);
    *out = status == TACIT_OK && has_columns(&data->schema, task->columns);
    tacit_data_close(data);
    tacit_ctx_free(own);
    return status == TACIT_ERR_MEMORY ? tacit_fail_memory(cx) : TACIT_OK;
}

/* Where the certificate of a release as `output` is. */
static tacit_status find_certificate(tacit_ctx *cx, const tacit_plan *plan, const char *output,
                                     const char **out)
{
    *out = plan->certificate;
    return *out != NULL ? TACIT_OK : tacit_certificate_beside(cx, output, out);
}

/* What is neither data nor certificate nor report. */
static tacit_status is_other_of_ours(tacit_ctx *cx, const tacit_work *w, const char *path,
                                     const char *head, bool *out)
{
    const char *certificate = NULL;
    *out = is_text_of_ours(head);
    if (!*out && w->plan->output != NULL) {
        TACIT_TRY(find_certificate(cx, w->plan, w->plan->output, &certificate));
        TACIT_TRY(is_of_release(cx, path, w->plan->output, certificate, out));
    }
    return *out ? TACIT_OK : is_own_table(cx, w->task, path, out);
}

static tacit_status is_ours(tacit_ctx *cx, const tacit_work *w, const tacit_plan_output *o,
                            bool *out)
{
    const tacit_plan *plan = w->plan;
    const char *certificate = NULL;
    char head[1024];
    json_t *whole = NULL;
    read_head(o->path, head, sizeof head);
    switch (o->kind) {
    case TACIT_OUTPUT_DATA:
        TACIT_TRY(find_certificate(cx, plan, o->path, &certificate));
        return is_release(cx, o->path, certificate, out);
    case TACIT_OUTPUT_CERTIFICATE:
        *out = certified(o->path, plan->output, &whole) != NULL;
        json_decref(whole);
        return TACIT_OK;
    case TACIT_OUTPUT_REPORT:
        *out = is_report(head);
        return TACIT_OK;
    case TACIT_OUTPUT_OTHER:
        break;
    }
    return is_other_of_ours(cx, w, o->path, head, out);
}

/* What is there is replaced if it is a result of ours, or if the request says so. */
static tacit_status check_replaced(tacit_ctx *cx, const tacit_work *w, const tacit_plan_output *o)
{
    struct stat st;
    bool ours = false;
    if (w->force || lstat(o->path, &st) != 0 || S_ISDIR(st.st_mode) ||
        (S_ISREG(st.st_mode) && st.st_size == 0))
        return TACIT_OK;
    TACIT_TRY(is_ours(cx, w, o, &ours));
    if (ours)
        return TACIT_OK;
    return tacit_fail(cx, TACIT_ERR_INPUT,
                      "%s exists and is not a result of tacit; use --force to replace it.",
                      o->path);
}

/* ---- a request ---- */

/* What the request writes to files, in scratch memory. */
static tacit_status list_outputs(tacit_ctx *cx, const tacit_work *w, tacit_plan_output **out,
                                 size_t *n)
{
    const bool releases = (w->task->takes & TACIT_TAKES_OUTPUTS) != 0;
    const tacit_plan_output *all = NULL;
    const char *beside = NULL;
    size_t every = 0;
    TACIT_TRY(tacit_plan_outputs(cx, w->plan, w->ask, releases, &all, &every));
    TACIT_TRY(tacit_scratch(cx, every + 2, sizeof **out, out));
    *n = 0;
    for (size_t i = 0; i < every; i++)
        if (!tacit_session_is_memory(all[i].path) && !tacit_data_is_served(all[i].path))
            (*out)[(*n)++] = all[i];
    if (!releases || w->plan->output == NULL || tacit_session_is_memory(w->plan->output))
        return TACIT_OK;
    TACIT_TRY(tacit_beside_of(cx, w->plan->output, &beside));
    if (beside != NULL)
        (*out)[(*n)++] = (tacit_plan_output){ .path = beside, .kind = TACIT_OUTPUT_OTHER };
    if (w->plan->certificate != NULL)
        return TACIT_OK;
    TACIT_TRY(tacit_certificate_beside(cx, w->plan->output, &beside));
    (*out)[(*n)++] = (tacit_plan_output){ .path = beside, .kind = TACIT_OUTPUT_CERTIFICATE };
    return TACIT_OK;
}

static tacit_status recover_inputs(tacit_ctx *cx, const tacit_work *w)
{
    const tacit_plan_input *input = NULL;
    size_t n = 0;
    TACIT_TRY(tacit_plan_inputs(cx, w->plan, w->ask, &input, &n));
    for (size_t i = 0; i < n; i++) {
        const char *file = NULL;
        TACIT_TRY(tacit_data_file(cx, input[i].path, &file));
        if (file != NULL)
            TACIT_TRY(tacit_staged_recover(cx, file));
    }
    return TACIT_OK;
}

static tacit_status fail_twice(tacit_ctx *cx, const char *target)
{
    return tacit_fail(cx, TACIT_ERR_INPUT,
                      "%s is another output too; give the output another name.", target);
}

tacit_status tacit_guard_request(tacit_ctx *cx, const tacit_work *w)
{
    tacit_plan_output *output = NULL;
    size_t n = 0;
    TACIT_TRY(recover_inputs(cx, w));
    TACIT_TRY(list_outputs(cx, w, &output, &n));
    for (size_t i = 0; i < n; i++) {
        TACIT_TRY(check_place(cx, output[i].path));
        TACIT_TRY(check_inputs(cx, w, output[i].path));
        for (size_t j = 0; j < i; j++)
            if (is_same_file(output[j].path, output[i].path))
                return fail_twice(cx, output[i].path);
        TACIT_TRY(tacit_staged_recover(cx, output[i].path));
    }
    for (size_t i = 0; i < n; i++)
        TACIT_TRY(check_replaced(cx, w, &output[i]));
    return TACIT_OK;
}

tacit_status tacit_guard_output(tacit_ctx *cx, const tacit_work *w, const char *target)
{
    const json_t *outputs = json_object_get(w->record, "outputs");
    tacit_plan_output *listed = NULL;
    size_t n = 0, at = 0;
    TACIT_TRY(check_place(cx, target));
    TACIT_TRY(check_inputs(cx, w, target));
    for (size_t i = 0; i < json_array_size(outputs); i++) {
        const json_t *other = json_object_get(json_array_get(outputs, i), "path");
        if (is_same_file(target, json_string_value(other)))
            return fail_twice(cx, target);
    }
    TACIT_TRY(list_outputs(cx, w, &listed, &n));
    while (at < n && strcmp(listed[at].path, target) != 0)
        at++;
    const tacit_plan_output other = { .path = target, .kind = TACIT_OUTPUT_OTHER };
    return at < n ? TACIT_OK : check_replaced(cx, w, &other);
}
