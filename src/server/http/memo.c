/*
 * memo.c - what was told of some words, so that they need not be read again.
 *
 * The same words of the same policy are the same question, and the same question has one answer for
 * ever; so an answer that is stored is told again without parsing, the ledger's file or the data.
 * A table of SLOTS places by the hash of the words, where the later takes the place of the earlier:
 * at most SLOTS * MOST bytes.  O(bytes of the words) a look.
 */
#include <pthread.h>
#include <string.h>

#include "base/hash.h"
#include "base/memory.h"
#include "server/http/own.h"

enum { SLOTS = 1024, MOST = 32768 };

typedef struct slot {
    char *words, *text;
    tacit_memo_answer answer; /* its text is `text` */
} slot;

struct tacit_memo {
    pthread_mutex_t lock;
    tacit_ctx *cx; /* used under the lock */
    slot at[SLOTS];
};

tacit_status tacit_memo_new(tacit_ctx *cx, tacit_memo **out)
{
    tacit_memo *m = NULL;
    TACIT_TRY(tacit_alloc(cx, 1, sizeof *m, &m));
    m->cx = tacit_ctx_new();
    if (m->cx == NULL) {
        tacit_free(m);
        return tacit_fail_memory(cx);
    }
    (void)pthread_mutex_init(&m->lock, NULL);
    *out = m;
    return TACIT_OK;
}

void tacit_memo_free(tacit_memo *m)
{
    if (m == NULL)
        return;
    for (size_t i = 0; i < SLOTS; i++) {
        tacit_free(m->at[i].words);
        tacit_free(m->at[i].text);
    }
    tacit_ctx_free(m->cx);
    (void)pthread_mutex_destroy(&m->lock);
    tacit_free(m);
}

/* Words are kept as the name of the data set, a line's end, and the question. */
static slot *find_slot(tacit_memo *m, const char *dataset, const char *sql)
{
    const uint64_t part = dataset == NULL ? 0 : tacit_hash_bytes(dataset, strlen(dataset));
    return &m->at[tacit_hash_keyed(sql, strlen(sql), part) % SLOTS];
}

static bool is_same(const slot *s, const char *dataset, const char *sql)
{
    const char *name = dataset == NULL ? "" : dataset;
    const size_t n = strlen(name);
    return s->words != NULL && strncmp(s->words, name, n) == 0 && s->words[n] == '\n' &&
           strcmp(s->words + n + 1, sql) == 0;
}

bool tacit_memo_find(tacit_ctx *cx, tacit_memo *m, const char *dataset, const char *sql,
                     tacit_memo_answer *out)
{
    char *copy = NULL;
    (void)pthread_mutex_lock(&m->lock);
    const slot *s = find_slot(m, dataset, sql);
    const bool found =
        is_same(s, dataset, sql) && tacit_scratch_text(cx, s->text, &copy) == TACIT_OK;
    if (found)
        *out = s->answer;
    (void)pthread_mutex_unlock(&m->lock);
    out->text = copy;
    return found;
}

bool tacit_memo_has(tacit_memo *m, const char *dataset, const char *sql)
{
    (void)pthread_mutex_lock(&m->lock);
    const bool has = is_same(find_slot(m, dataset, sql), dataset, sql);
    (void)pthread_mutex_unlock(&m->lock);
    return has;
}

/* Owned words of a slot. */
static tacit_status make_words(tacit_ctx *cx, const char *dataset, const char *sql, char **out)
{
    const char *name = dataset == NULL ? "" : dataset;
    const size_t n = strlen(name), all = n + strlen(sql) + 2;
    TACIT_TRY(tacit_alloc(cx, all, 1, out));
    memcpy(*out, name, n);
    (*out)[n] = '\n';
    memcpy(*out + n + 1, sql, all - n - 1);
    return TACIT_OK;
}

void tacit_memo_keep(tacit_memo *m, const char *dataset, const char *sql,
                     const tacit_memo_answer *answer)
{
    char *words = NULL, *copy = NULL;
    if (strlen(sql) + strlen(answer->text) > MOST ||
        (dataset != NULL && strchr(dataset, '\n') != NULL))
        return;
    (void)pthread_mutex_lock(&m->lock);
    slot *s = find_slot(m, dataset, sql);
    if (make_words(m->cx, dataset, sql, &words) == TACIT_OK &&
        tacit_copy_text(m->cx, answer->text, &copy) == TACIT_OK) {
        tacit_free(s->words);
        tacit_free(s->text);
        *s = (slot){ .words = words, .text = copy, .answer = *answer };
        s->answer.text = copy;
    } else {
        tacit_free(words);
    }
    (void)pthread_mutex_unlock(&m->lock);
}
