/*
 * key.c - the task that makes keys: for pseudonyms, and pairs for signatures.
 *
 * All bytes come from the system's random generator.  A secret key is written to a file that only
 * its owner can read, is never shown, and replaces no file.
 */
#include <string.h>
#include <sys/stat.h>

#include "base/memory.h"
#include "base/secret.h"
#include "run/signature.h"
#include "run/work.h"
#include "task/tasks.h"

enum { KIND, OUTPUT };
enum { PSEUDONYM, SIGN };
enum { BYTES = 32 };

static const char *const KINDS[] = { "pseudonym", "sign", NULL };

/* Refuse to write where anything is, be it a link to nowhere. */
static tacit_status check_free(tacit_ctx *cx, const char *path)
{
    struct stat st;
    if (lstat(path, &st) == 0)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "%s is there already, and a key that is replaced is lost; give another "
                          "name.",
                          path);
    return TACIT_OK;
}

/* Stage a key; one for everybody is a "public_key". */
static tacit_status write_key(tacit_ctx *cx, tacit_work *w, const char *kind, const char *target,
                              const tacit_buffer *text)
{
    const char *path = NULL;
    TACIT_TRY(check_free(cx, target));
    TACIT_TRY(tacit_work_stage(cx, w, target, &path));
    if (strcmp(kind, "public_key") != 0)
        tacit_staged_make_private(w->staged, path);
    TACIT_TRY(tacit_staged_write(cx, path, text->text, text->length));
    return tacit_work_list(cx, w, kind, target, NULL);
}

static tacit_status make_pseudonym_key(tacit_ctx *cx, tacit_work *w, const char *target)
{
    unsigned char bytes[BYTES];
    tacit_buffer text = { 0 };
    char *says = NULL;
    TACIT_TRY(tacit_random_bytes(cx, bytes, sizeof bytes));
    tacit_status status = tacit_buffer_bytes(cx, &text, (const char *)bytes, sizeof bytes);
    tacit_wipe(bytes, sizeof bytes);
    if (status == TACIT_OK)
        status = write_key(cx, w, "key", target, &text);
    tacit_wipe(text.text, text.length);
    tacit_buffer_free(&text);
    TACIT_TRY(status);
    TACIT_TRY(tacit_scratch_format(cx, &says,
                                   "Wrote a key for pseudonyms to %s. Keep it to yourself and "
                                   "apart from releases.\n",
                                   target));
    return tacit_json_put(cx, w->record, "says", json_string(says));
}

static tacit_status write_pair(tacit_ctx *cx, tacit_work *w, const char *target,
                               const tacit_buffer *secret, const tacit_buffer *pub)
{
    char *beside = NULL;
    TACIT_TRY(tacit_scratch_format(cx, &beside, "%s" TACIT_PUBLIC_ENDING, target));
    TACIT_TRY(write_key(cx, w, "key", target, secret));
    return write_key(cx, w, "public_key", beside, pub);
}

static tacit_status make_pair(tacit_ctx *cx, tacit_work *w, const char *target)
{
    tacit_buffer secret = { 0 }, pub = { 0 };
    char name[TACIT_KEY_NAME], *says = NULL;
    tacit_status status = tacit_signature_keys(cx, &secret, &pub, name);
    if (status == TACIT_OK)
        status = write_pair(cx, w, target, &secret, &pub);
    tacit_wipe(secret.text, secret.length);
    tacit_buffer_free(&secret);
    tacit_buffer_free(&pub);
    TACIT_TRY(status);
    TACIT_TRY(tacit_scratch_format(cx, &says,
                                   "Wrote the key %s for signatures to %s: keep it to yourself. "
                                   "Hand out %s" TACIT_PUBLIC_ENDING
                                   ", with which others check them.\n",
                                   name, target, target));
    return tacit_json_put(cx, w->record, "says", json_string(says));
}

static tacit_status run(tacit_ctx *cx, tacit_work *w)
{
    const char *target = tacit_arg_text(&w->ask->args, OUTPUT);
    return tacit_arg_choice(&w->ask->args, KIND) == SIGN ? make_pair(cx, w, target)
                                                         : make_pseudonym_key(cx, w, target);
}

static const tacit_param PARAMS[] = {
    [KIND] = { .name = "kind",
               .type = TACIT_PARAM_CHOICE,
               .preset = PSEUDONYM,
               .choices = KINDS,
               .help = "what the key is for" },
    [OUTPUT] = { .name = "output",
                 .type = TACIT_PARAM_OUTPUT,
                 .need = TACIT_REQUIRED,
                 .help = "the file to write; a public key goes beside it, with the ending .pub" },
    TACIT_PARAM_END
};

const tacit_task tacit_task_key = {
    .section = { .about = { .name = "key",
                            .title = "Key",
                            .summary = "make a key for pseudonyms or for signatures",
                            .params = PARAMS } },
    .arguments = "[pseudonym|sign]",
    .positions = "kind",
    .details =
        "Makes a key of 32 random bytes for 'pseudonymise', or with 'sign' a pair of keys: "
        "a secret one for 'tacit sign' and a public one for 'tacit verify'. Only you can read "
        "the secret file. Nothing is replaced.",
    .examples =
        (const tacit_task_example[]){
            { "key --output persons.key", "A key for pseudonyms." },
            { "key sign --output office.key", "A pair for signatures: office.key and "
                                              "office.key.pub." },
            { NULL, NULL },
        },
    .run = run,
};
