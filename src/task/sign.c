/*
 * sign.c - the task that signs the certificate of a release.
 *
 * Who signs vouches for what the certificate says, so a release that does not have the
 * certified hash is not signed.
 */
#include <string.h>

#include "base/hash.h"
#include "run/certificate/certificate.h"
#include "run/signature.h"
#include "run/work.h"
#include "task/tasks.h"

enum { CERTIFICATE, KEY };

/* Fail unless the certificate at `path` is whole and is that of the release. */
static tacit_status check_release(tacit_ctx *cx, const tacit_work *w, const char *path)
{
    json_t *certificate = NULL;
    char digest[TACIT_DIGEST_BYTES];
    uint64_t bytes = 0;
    bool whole = false;
    TACIT_TRY(tacit_digest_file(cx, w->plan->data, digest, &bytes));
    TACIT_TRY(tacit_certificate_read(cx, path, &certificate));
    const json_t *release = json_object_get(certificate, "release");
    const bool same = strcmp(json_string_value(json_object_get(release, "sha256")), digest) == 0;
    const tacit_status status = tacit_certificate_is_whole(cx, certificate, &whole);
    json_decref(certificate);
    TACIT_TRY(status);
    return same && whole ? TACIT_OK
                         : tacit_fail(cx, TACIT_ERR_DATA,
                                      "%s is not the certificate of %s as it is now, so it was not "
                                      "signed; 'tacit verify' says more.",
                                      path, w->plan->data);
}

static tacit_status write_signature(tacit_ctx *cx, tacit_work *w, const char *path)
{
    char name[TACIT_KEY_NAME], *target = NULL, *says = NULL;
    tacit_buffer text = { 0 };
    TACIT_TRY(tacit_scratch_format(cx, &target, "%s" TACIT_SIGNATURE_ENDING, path));
    tacit_status status =
        tacit_signature_make(cx, tacit_arg_text(&w->ask->args, KEY), path, name, &text);
    if (status == TACIT_OK)
        status = tacit_work_write_text(cx, w, "signature", target, &text);
    tacit_buffer_free(&text);
    TACIT_TRY(status);
    TACIT_TRY(
        tacit_scratch_format(cx, &says, "Signed %s with the key %s: %s.\n", path, name, target));
    return tacit_json_put(cx, w->record, "says", json_string(says));
}

static tacit_status run(tacit_ctx *cx, tacit_work *w)
{
    const char *path = tacit_arg_text(&w->ask->args, CERTIFICATE);
    char *beside = NULL;
    if (path == NULL) {
        TACIT_TRY(tacit_scratch_format(cx, &beside, "%s" TACIT_CERTIFICATE_ENDING, w->plan->data));
        path = beside;
    }
    TACIT_TRY(check_release(cx, w, path));
    return write_signature(cx, w, path);
}

static const tacit_param PARAMS[] = {
    [CERTIFICATE] = { .name = "certificate",
                      .type = TACIT_PARAM_FILE,
                      .need = TACIT_OPTIONAL,
                      .help = "the certificate, if it does not stand beside the release under its "
                              "usual name" },
    [KEY] = { .name = "key",
              .type = TACIT_PARAM_FILE,
              .need = TACIT_REQUIRED,
              .help = "the secret key, which 'tacit key sign' makes" },
    TACIT_PARAM_END
};

const tacit_task tacit_task_sign = {
    .section = { .about = { .name = "sign",
                            .title = "Signature",
                            .summary = "sign the certificate of a release",
                            .params = PARAMS } },
    .needs = TACIT_PART_DATA,
    .arguments = "RELEASE [CERTIFICATE]",
    .positions = "data certificate",
    .details =
        "Writes an Ed25519 signature beside the certificate, with the ending .sig. It is "
        "over the whole certificate, which has the hash of the release. Whoever has the public "
        "key checks both with 'tacit verify --key'. Verify a release before you sign it.",
    .examples =
        (const tacit_task_example[]){
            { "sign survey-safe.csv --key office.key", "Sign a release." },
            { NULL, NULL },
        },
    .run = run,
};
