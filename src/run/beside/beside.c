/*
 * beside.c - a release that is two files: data with fixed places, and the metadata beside it.
 */
#include "run/beside/beside.h"

#include <string.h>
#include <unistd.h>

#include "engine/argus/argus.h"
#include "run/certificate/certificate.h"

tacit_status tacit_beside_of(tacit_ctx *cx, const char *target, const char **out)
{
    *out = NULL;
    return tacit_argus_writes(target) ? tacit_argus_beside(cx, target, out) : TACIT_OK;
}

tacit_status tacit_beside_stage(tacit_ctx *cx, tacit_work *w, const char *target, const char **path)
{
    const char *other = NULL, *staged = NULL, *found = NULL;
    TACIT_TRY(tacit_beside_of(cx, target, &other));
    TACIT_TRY(tacit_work_stage(cx, w, target, path));
    if (other == NULL)
        return TACIT_OK;
    TACIT_TRY(tacit_work_stage(cx, w, other, &staged));
    TACIT_TRY(tacit_beside_of(cx, *path, &found));
    TACIT_ASSERT(found != NULL && strcmp(found, staged) == 0); /* one folder, one lock */
    return TACIT_OK;
}

tacit_status tacit_beside_list(tacit_ctx *cx, tacit_work *w, const char *target, const char *path)
{
    const char *other = NULL, *staged = NULL;
    TACIT_TRY(tacit_beside_of(cx, target, &other));
    TACIT_TRY(tacit_beside_of(cx, path, &staged));
    if (other != NULL)
        TACIT_TRY(tacit_work_list(cx, w, TACIT_BESIDE_KIND, other, staged));
    return tacit_work_list(cx, w, "data", target, path);
}

tacit_status tacit_beside_drop(tacit_ctx *cx, tacit_work *w, const char *path)
{
    const char *staged = NULL;
    if (path == NULL) {
        tacit_work_unmake(w);
        return TACIT_OK;
    }
    TACIT_TRY(tacit_beside_of(cx, path, &staged));
    if (staged != NULL)
        tacit_staged_drop(w->staged, staged);
    tacit_staged_drop(w->staged, path);
    return TACIT_OK;
}

tacit_status tacit_beside_check(tacit_ctx *cx, const tacit_work *w, const char *target)
{
    return tacit_argus_writes(target) ? TACIT_OK : tacit_work_check_table(cx, w, target);
}

tacit_status tacit_beside_other(tacit_ctx *cx, tacit_work *w, const char *file, const json_t *said,
                                bool *there, bool *same)
{
    const char *name = json_string_value(json_object_get(said, "file"));
    const char *slash = strrchr(file, '/');
    const int folder = slash == NULL ? 0 : (int)(slash - file) + 1;
    char *path = NULL;
    if (strchr(name, '/') != NULL)
        return TACIT_OK;
    TACIT_TRY(tacit_scratch_format(cx, &path, "%.*s%s", folder, file, name));
    *there = access(path, F_OK) == 0;
    if (!*there)
        return TACIT_OK;
    TACIT_TRY(tacit_work_reads(cx, w, path));
    return tacit_certificate_tells(cx, said, path, same);
}

tacit_status tacit_beside_certified(tacit_ctx *cx, const char *file, const json_t *release,
                                    bool *asked, bool *same)
{
    const json_t *others = json_object_get(release, "others");
    const tacit_source source = { .uri = file };
    const char *found = NULL;
    *same = false;
    TACIT_TRY(tacit_argus_metadata(cx, &source, &found));
    *asked = found != NULL || tacit_argus_writes(file);
    for (size_t i = 0; found != NULL && !*same && i < json_array_size(others); i++)
        TACIT_TRY(tacit_certificate_tells(cx, json_array_get(others, i), found, same));
    return TACIT_OK;
}
