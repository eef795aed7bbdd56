/*
 * verdict.c - what a run came to, in the words of its task.
 */
#include "run/work.h"

static size_t count_failed(const json_t *required)
{
    size_t failed = 0;
    for (size_t i = 0; i < json_array_size(required); i++)
        failed += !json_is_true(json_object_get(json_array_get(required, i), "holds"));
    return failed;
}

static tacit_status good_headline(tacit_ctx *cx, const char *good, size_t required, char **out)
{
    if (required == 1)
        return tacit_scratch_format(cx, out, "%s: the required guarantee holds.", good);
    return tacit_scratch_format(cx, out, "%s: all %zu required guarantees hold.", good, required);
}

static tacit_status bad_headline(tacit_ctx *cx, const char *bad, size_t failed, size_t required,
                                 char **out)
{
    if (failed == 0)
        return tacit_scratch_format(cx, out, "%s.", bad);
    if (required == 1)
        return tacit_scratch_format(cx, out, "%s: the required guarantee does not hold.", bad);
    return tacit_scratch_format(cx, out, "%s: %zu of %zu required guarantees %s not hold.", bad,
                                failed, required, failed == 1 ? "does" : "do");
}

static tacit_status put_verdict(tacit_ctx *cx, const tacit_work *w, const char *mood,
                                const char *headline, const char *meaning)
{
    return tacit_json_put(cx, w->record, "verdict",
                          json_pack("{s:s, s:s, s:s}", "mood", mood, "headline", headline,
                                    "meaning", meaning != NULL ? meaning : ""));
}

/* What a verdict means, in full: with what the task has to remark. */
static tacit_status put_remarked(tacit_ctx *cx, const tacit_work *w, const char *mood,
                                 const char *headline, const char *meaning)
{
    const char *remark = w->verdict == TACIT_VERDICT_FAILS ? w->caveat : w->remark;
    char *both = NULL;
    if (remark == NULL)
        return put_verdict(cx, w, mood, headline, meaning);
    TACIT_TRY(tacit_scratch_format(cx, &both, "%s %s", meaning, remark));
    return put_verdict(cx, w, mood, headline, both);
}

static tacit_status put_words(tacit_ctx *cx, const tacit_work *w)
{
    const tacit_task_words *words = &w->task->words;
    const json_t *required = json_object_get(w->record, "requirements");
    const size_t n = json_array_size(required), failed = count_failed(required);
    char *headline = NULL;
    TACIT_ASSERT(w->verdict == TACIT_VERDICT_FAILS || failed == 0);
    switch (w->verdict) {
    case TACIT_VERDICT_FAILS:
        TACIT_TRY(bad_headline(cx, words->bad, failed, n, &headline));
        return put_remarked(cx, w, "bad", headline, words->bad_meaning);
    case TACIT_VERDICT_HOLDS:
        if (n == 0)
            return put_remarked(cx, w, "plain", words->open, words->open_meaning);
        TACIT_TRY(good_headline(cx, words->good, n, &headline));
        return put_remarked(cx, w, "good", headline, words->good_meaning);
    case TACIT_VERDICT_NONE:
        break;
    }
    return put_verdict(cx, w, "plain", words->plain != NULL ? words->plain : "Done.", "");
}

static tacit_status put_layout(tacit_ctx *cx, const tacit_work *w)
{
    const unsigned layout = w->task->layout;
    json_t *part = json_pack("{s:b, s:b, s:b}", "brief", (layout & TACIT_LAYOUT_BRIEF) != 0,
                             "columns", (layout & TACIT_LAYOUT_COLUMNS) != 0, "few_tables",
                             (layout & TACIT_LAYOUT_FEW_TABLES) != 0);
    TACIT_TRY(tacit_json_put(cx, w->record, "layout", part));
    if (w->task->words.risks == NULL)
        return TACIT_OK;
    return tacit_json_put(cx, part, "risks", json_string(w->task->words.risks));
}

tacit_status tacit_work_tell_verdict(tacit_ctx *cx, const tacit_work *w)
{
    TACIT_TRY(tacit_json_put(cx, w->record, "title", json_string(w->task->section.about.title)));
    TACIT_TRY(put_layout(cx, w));
    return put_words(cx, w);
}
