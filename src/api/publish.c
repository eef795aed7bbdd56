/*
 * publish.c - a plan carried out with its report: all outputs appear, or none.
 */
#include "api/publish.h"

#include "report/html.h"

static tacit_status add_report(tacit_ctx *cx, const json_t *record, tacit_release *release)
{
    const char *path = tacit_release_report(release);
    tacit_buffer page = { 0 };
    if (path == NULL)
        return TACIT_OK;
    tacit_status status = tacit_report_html(cx, record, &page);
    if (status == TACIT_OK)
        status = tacit_release_add(cx, release, path, page.text, page.length);
    tacit_buffer_free(&page);
    return status;
}

tacit_status tacit_publish(tacit_ctx *cx, const tacit_request *request, json_t **record)
{
    tacit_release *release = NULL;
    json_t *r = NULL;
    TACIT_TRY(tacit_run_protect(cx, request, &release, &r));
    tacit_status status = add_report(cx, r, release);
    if (status == TACIT_OK)
        status = tacit_release_commit(cx, release);
    tacit_release_free(release);
    if (status == TACIT_OK)
        *record = r;
    else
        json_decref(r);
    return status;
}
