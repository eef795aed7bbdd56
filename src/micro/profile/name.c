/*
 * name.c - the words that a column's name is made of.
 *
 * Letters are case-folded and stripped of accents as Unicode does (decomposition, marks
 * dropped), so that "Größe" becomes "grosse" and "prénom" "prenom".
 * O(length of the name) to split, O(length of the list * length of the name) to look up.
 */
#include "micro/profile/name.h"

#include <string.h>

#include <utf8proc.h>

typedef enum letter_class { SIGN = 0, SMALL, CAPITAL, DIGIT } letter_class;

/* A name being split. */
typedef struct splitter {
    char text[TACIT_NAME_BYTES];
    size_t n;
    letter_class last;
} splitter;

static letter_class class_of(utf8proc_int32_t c)
{
    switch (utf8proc_category(c)) {
    case UTF8PROC_CATEGORY_LU:
    case UTF8PROC_CATEGORY_LT:
        return CAPITAL;
    case UTF8PROC_CATEGORY_LL:
    case UTF8PROC_CATEGORY_LM:
    case UTF8PROC_CATEGORY_LO:
    case UTF8PROC_CATEGORY_MN:
    case UTF8PROC_CATEGORY_MC:
        return SMALL;
    case UTF8PROC_CATEGORY_ND:
        return DIGIT;
    default:
        return SIGN;
    }
}

/* The code point at `text`, and its bytes; a broken one is a sign of one byte. */
static utf8proc_int32_t point_at(const char *text, size_t *bytes)
{
    utf8proc_int32_t c = 0;
    const utf8proc_ssize_t n = utf8proc_iterate((const utf8proc_uint8_t *)text, -1, &c);
    *bytes = n > 0 ? (size_t)n : 1;
    return n > 0 ? c : ' ';
}

static bool begins_word(letter_class last, letter_class now, letter_class next)
{
    return last == SIGN || (last == SMALL && now == CAPITAL) || (last == DIGIT) != (now == DIGIT) ||
           (last == CAPITAL && now == CAPITAL && next == SMALL);
}

static void put_blank(splitter *s)
{
    if (s->n > 0 && s->text[s->n - 1] == ' ')
        return;
    s->text[s->n++] = ' ';
}

static void put_folded(splitter *s, utf8proc_int32_t c)
{
    enum { MOST = 8 };
    utf8proc_int32_t folded[MOST];
    int boundary = 0;
    const utf8proc_ssize_t n =
        utf8proc_decompose_char(c, folded, MOST,
                                (utf8proc_option_t)(UTF8PROC_DECOMPOSE | UTF8PROC_STRIPMARK |
                                                    UTF8PROC_CASEFOLD | UTF8PROC_COMPAT),
                                &boundary);
    for (utf8proc_ssize_t i = 0; i < n && i < MOST; i++)
        s->n += (size_t)utf8proc_encode_char(folded[i], (utf8proc_uint8_t *)s->text + s->n);
}

tacit_name_words tacit_name_split(const char *name)
{
    enum { LEFT = 40 }; /* bytes that one letter, a blank and the end need at most */
    splitter s = { .n = 0 };
    size_t bytes = 0, unused = 0;
    put_blank(&s);
    for (; *name != '\0' && s.n + LEFT < TACIT_NAME_BYTES; name += bytes) {
        const utf8proc_int32_t c = point_at(name, &bytes);
        const letter_class now = class_of(c);
        const letter_class next =
            name[bytes] != '\0' ? class_of(point_at(name + bytes, &unused)) : SIGN;
        if (now != SIGN && begins_word(s.last, now, next))
            put_blank(&s);
        if (now != SIGN)
            put_folded(&s, c);
        s.last = now;
    }
    put_blank(&s);
    tacit_name_words words = { "" };
    memcpy(words.text, s.text, s.n);
    return words;
}

/* Where the `n` bytes at `member` of a list occur in the name, or NULL. */
static const char *find_member(const tacit_name_words *words, const char *member, size_t n)
{
    char sought[TACIT_WORD_BYTES + 3];
    const bool whole = member[0] == '=', open = member[n - 1] == '*', begun = member[0] == '*';
    member += whole || begun;
    n -= (size_t)(whole || begun) + (size_t)open;
    TACIT_ASSERT(n > 0 && n < TACIT_WORD_BYTES);
    sought[0] = ' ';
    memcpy(sought + 1, member, n);
    sought[n + 1] = open ? '\0' : ' ';
    sought[n + 2] = '\0';
    if (whole)
        return strcmp(words->text, sought) == 0 ? words->text : NULL;
    if (!begun)
        return strstr(words->text, sought);
    const char *at = strstr(words->text, sought + 1);
    while (at != NULL && at[-1] != ' ')
        at--;
    return at != NULL ? at - 1 : NULL;
}

/* Copy the words that begin at `from` and reach at least `n` bytes further. */
static void copy_words(const char *from, size_t n, char found[TACIT_WORD_BYTES])
{
    n += strcspn(from + n, " ");
    n = n < TACIT_WORD_BYTES - 1 ? n : TACIT_WORD_BYTES - 1;
    while (n > 0 && ((unsigned char)from[n] & 0xc0) == 0x80)
        n--; /* not in the middle of a character */
    memcpy(found, from, n);
    found[n] = '\0';
}

bool tacit_name_has(const tacit_name_words *words, const char *list, char found[TACIT_WORD_BYTES])
{
    while (*list != '\0') {
        const size_t n = strcspn(list, "|");
        const char *at = n > 0 ? find_member(words, list, n) : NULL;
        if (at != NULL) {
            copy_words(at + 1, n - (list[0] == '=' || list[0] == '*') - (list[n - 1] == '*'),
                       found);
            return true;
        }
        list += n + (list[n] == '|');
    }
    return false;
}
