/*
 * write.c - a certificate beside its release.
 */
#include "base/result.h"
#include "plan/public.h"
#include "run/certificate/certificate.h"
#include "run/work.h"

tacit_status tacit_certificate_beside(tacit_ctx *cx, const char *output, const char **out)
{
    char *path = NULL;
    const char *name = tacit_data_is_served(output) ? tacit_public_name(output) : output;
    TACIT_TRY(tacit_scratch_format(cx, &path, "%s%s", name, TACIT_CERTIFICATE_ENDING));
    for (char *c = path; name != output && *c != '\0'; c++)
        if (*c == '/' || *c == '"')
            *c = '_';
    *out = path;
    return TACIT_OK;
}

tacit_status tacit_certificate_write(tacit_ctx *cx, tacit_work *w, json_t *certificate)
{
    const char *target = w->plan->certificate;
    tacit_buffer text = { 0 };
    if (target == NULL && tacit_session_is_memory(w->plan->output))
        return tacit_json_put(cx, w->record, "certificate", certificate);
    tacit_status status = TACIT_OK;
    if (target == NULL)
        status = tacit_certificate_beside(cx, w->plan->output, &target);
    if (status == TACIT_OK)
        status = tacit_json_text(cx, certificate, JSON_INDENT(2), &text);
    json_decref(certificate);
    if (status == TACIT_OK)
        status = tacit_work_write_text(cx, w, "certificate", target, &text);
    tacit_buffer_free(&text);
    return status;
}
