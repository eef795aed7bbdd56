/*
 * release.c - outputs that are written but do not have their final names yet.
 */
#include "plan/release.h"

#include "base/memory.h"
#include "engine/engine.h"

tacit_status tacit_release_new(tacit_ctx *cx, const char *report, tacit_release **out)
{
    tacit_release *r = NULL;
    TACIT_TRY(tacit_alloc(cx, 1, sizeof *r, &r));
    tacit_status status = tacit_staged_new(cx, &r->staged);
    if (status == TACIT_OK && report != NULL)
        status = tacit_copy_text(cx, report, &r->report);
    if (status != TACIT_OK) {
        tacit_release_free(r);
        return status;
    }
    *out = r;
    return TACIT_OK;
}

void tacit_release_free(tacit_release *release)
{
    if (release == NULL)
        return;
    tacit_staged_free(release->staged);
    tacit_free(release->report);
    tacit_free(release);
}

tacit_status tacit_release_add(tacit_ctx *cx, tacit_release *release, const char *target,
                               const char *bytes, size_t n)
{
    const char *path = NULL;
    TACIT_TRY(tacit_staged_add(cx, release->staged, target, &path));
    return tacit_staged_write(cx, path, bytes, n);
}

tacit_status tacit_release_commit(tacit_ctx *cx, tacit_release *release)
{
    return tacit_staged_commit(cx, release->staged);
}

const char *tacit_release_report(const tacit_release *release)
{
    return release->report;
}

tacit_status tacit_release_table(tacit_ctx *cx, const tacit_table *t, const char *target)
{
    tacit_release *release = NULL;
    const char *path = NULL;
    TACIT_TRY(tacit_release_new(cx, NULL, &release));
    tacit_status status = tacit_staged_add(cx, release->staged, target, &path);
    if (status == TACIT_OK)
        status = tacit_write_table(cx, t, target, path);
    if (status == TACIT_OK)
        status = tacit_release_commit(cx, release);
    tacit_release_free(release);
    return status;
}
