/*
 * records.c - what tests get from the library is kept, so that the schemas can be tried on it.
 *
 * The linker sends the tests' calls through here (--wrap, see tests/meson.build).  If the
 * environment names a folder TACIT_RECORDS, each record, result and catalog is written
 * there once, results once for each shape; tools/schema.py reads them.  Nothing else changes for a
 * test.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/hash.h"
#include "micro/classes/measure.h"
#include "micro/linkage/linker.h"
#include "micro/method/method.h"
#include "run/task.h"
#include "tacit.h"

tacit_status __real_tacit_measure_run(tacit_ctx *cx, const tacit_measure *m, tacit_subject *subject,
                                      const tacit_args *args, tacit_result **out);
tacit_status __wrap_tacit_measure_run(tacit_ctx *cx, const tacit_measure *m, tacit_subject *subject,
                                      const tacit_args *args, tacit_result **out);
tacit_status __real_tacit_linker_run(tacit_ctx *cx, const tacit_linker *linker,
                                     const tacit_link_job *job, const tacit_args *args,
                                     tacit_links *links, tacit_result **out);
tacit_status __wrap_tacit_linker_run(tacit_ctx *cx, const tacit_linker *linker,
                                     const tacit_link_job *job, const tacit_args *args,
                                     tacit_links *links, tacit_result **out);
tacit_status __real_tacit_method_run(tacit_ctx *cx, const tacit_method *m, const tacit_job *job,
                                     tacit_table **out);
tacit_status __wrap_tacit_method_run(tacit_ctx *cx, const tacit_method *m, const tacit_job *job,
                                     tacit_table **out);
tacit_status __real_tacit_task_run(tacit_ctx *cx, const tacit_run_spec *spec,
                                   tacit_verdict *verdict, json_t **record);
tacit_status __wrap_tacit_task_run(tacit_ctx *cx, const tacit_run_spec *spec,
                                   tacit_verdict *verdict, json_t **record);
void __real_tacit_text_free(char *text);
void __wrap_tacit_text_free(char *text);

/* Write `text` under the hash of `shape`, whole or not at all: tests run side by side. */
static void keep(const char *text, const char *shape)
{
    const char *folder = getenv("TACIT_RECORDS");
    char digest[TACIT_DIGEST_BYTES], path[4096], draft[4200];
    if (folder == NULL || text == NULL || shape == NULL)
        return;
    tacit_digest_text(shape, digest);
    snprintf(path, sizeof path, "%s/%s.json", folder, digest);
    snprintf(draft, sizeof draft, "%s.%ld", path, (long)getpid());
    FILE *f = access(path, F_OK) == 0 ? NULL : fopen(draft, "w");
    if (f == NULL)
        return;
    const int wrong = fputs(text, f) < 0;
    if (fclose(f) != 0 || wrong || rename(draft, path) != 0)
        unlink(draft);
}

static json_t *shape_of(const char *key, json_t *value);

static json_t *shape_of_object(json_t *object)
{
    json_t *shape = json_object(), *value = NULL;
    const char *key = NULL;
    json_object_foreach(object, key, value)
    {
        (void)json_object_set_new(shape, key, shape_of(key, value));
    }
    return shape;
}

/* Items of one shape in a row count as one. */
static json_t *shape_of_array(const json_t *array)
{
    json_t *shape = json_array(), *value = NULL;
    size_t i = 0;
    json_array_foreach(array, i, value)
    {
        json_t *own = shape_of("", value);
        if (json_equal(own, json_array_get(shape, json_array_size(shape) - 1)))
            json_decref(own);
        else
            (void)json_array_append_new(shape, own);
    }
    return shape;
}

/* What a schema sees of a value: keys and types, signs, and the words that it lists. */
static json_t *shape_of(const char *key, json_t *value)
{
    static const char *const words[] = { "family", "name", "kind", "unit", "better" };
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strcmp(key, words[i]) == 0)
            return json_incref(value);
    if (json_is_object(value))
        return shape_of_object(value);
    if (json_is_array(value))
        return shape_of_array(value);
    if (json_is_string(value))
        return json_string("");
    if (json_is_integer(value))
        return json_integer(json_integer_value(value) < 0 ? -1 : 1);
    return json_is_real(value) ? json_real(json_real_value(value) < 0.0 ? -1.0 : 1.0)
                               : json_incref(value);
}

/* Keep a result unless there is one of its shape: some tests run a measure ten thousand times. */
static void keep_result(json_t *result)
{
    if (result == NULL || getenv("TACIT_RECORDS") == NULL)
        return;
    json_t *of = shape_of("", result);
    char *text = json_dumps(result, 0), *shape = json_dumps(of, 0);
    keep(text, shape);
    json_decref(of);
    free(text);
    free(shape);
}

tacit_status __wrap_tacit_measure_run(tacit_ctx *cx, const tacit_measure *m, tacit_subject *subject,
                                      const tacit_args *args, tacit_result **out)
{
    const tacit_status status = __real_tacit_measure_run(cx, m, subject, args, out);
    if (status == TACIT_OK)
        keep_result(*out);
    return status;
}

tacit_status __wrap_tacit_linker_run(tacit_ctx *cx, const tacit_linker *linker,
                                     const tacit_link_job *job, const tacit_args *args,
                                     tacit_links *links, tacit_result **out)
{
    const tacit_status status = __real_tacit_linker_run(cx, linker, job, args, links, out);
    if (status == TACIT_OK)
        keep_result(*out);
    return status;
}

tacit_status __wrap_tacit_method_run(tacit_ctx *cx, const tacit_method *m, const tacit_job *job,
                                     tacit_table **out)
{
    const tacit_status status = __real_tacit_method_run(cx, m, job, out);
    if (status == TACIT_OK)
        keep_result(job->told);
    return status;
}

tacit_status __wrap_tacit_task_run(tacit_ctx *cx, const tacit_run_spec *spec,
                                   tacit_verdict *verdict, json_t **record)
{
    const tacit_status status = __real_tacit_task_run(cx, spec, verdict, record);
    if (status == TACIT_OK)
        keep_result(*record);
    return status;
}

/* Records and catalogs that the public calls gave, when the test gives them back. */
void __wrap_tacit_text_free(char *text)
{
    keep(text, text);
    __real_tacit_text_free(text);
}
