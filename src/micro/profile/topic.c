/*
 * topic.c - what texts are about: diseases and deaths, which must not be learnt of a person.
 *
 * Words are looked up as in names of columns (name.h): English, German, French, Spanish, without
 * accents.  The words of diseases are those of the chapters of ICD-10 (World Health Organization
 * 1992) and common names; a code of ICD-10 is a letter, two digits and perhaps a dot with one or
 * two more.  Half of the texts are enough, because "none" and "other" are among them.
 *
 * Missing values are never seen.  O(words) a text, for the first 300.
 */
#include "micro/profile/topic.h"

#include <string.h>

#include "micro/profile/name.h"

enum { MOST_SEEN = 300, FEWEST_LETTERS = 4 };

static const char *const DEATH =
    "=dead|=alive|=died|=deceased|=living|=death|=lebend|=verstorben|=tot|=gestorben|=vivant|"
    "=decede|=vivo|=muerto|=fallecido|=censored|=lebt";

static const char *const HEALTH =
    "neoplasm*|cancer*|carcinom*|tumor*|tumour*|krebs*|leukem*|leukaem*|lymphom*|circulatory|"
    "respiratory|digestive|genitourinary|endocrine|infectious|infection*|parasitic|"
    "musculoskeletal|nervous|congenital|perinatal|diabet*|hyperten*|asthma*|hepatit*|hiv|aids|"
    "pneumonia|bronchit*|influenza|flu|gastr*|ulcer*|stroke|cardi*|heart|herz*|renal|kidney|"
    "liver|depress*|schizo*|anxiety|dementia|alzheimer*|epilep*|arthrit*|injur*|fracture*|"
    "disease*|disorder*|syndrome*|krankheit*|maladie*|enfermedad*|viral|bacterial|covid*|"
    "tubercul*|malaria|sepsis|anemia|anaemia|obes*|allerg*|migraine*|pregnan*";

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* The letter that a code of a disease begins with, from 0; -1 if the text is none. */
static int code_letter(const char *text)
{
    const size_t n = strlen(text);
    if (n < 3 || n > 6 || text[0] < 'A' || text[0] > 'Z' || !is_digit(text[1]) ||
        !is_digit(text[2]))
        return -1;
    if (n > 3 && (text[3] != '.' || n == 4 || !is_digit(text[4])))
        return -1;
    return text[0] - 'A';
}

const char *tacit_topic_words(tacit_topic t)
{
    static const char *const words[TACIT_TOPICS] = { "", "tell who died", "name diseases",
                                                     "look like codes of diseases (ICD-10)" };
    return words[t];
}

void tacit_topic_see(tacit_topic_count *c, const char *text)
{
    char word[TACIT_WORD_BYTES];
    if (c->seen >= MOST_SEEN)
        return;
    c->seen++;
    const int letter = code_letter(text);
    if (letter >= 0) {
        c->about[TACIT_TOPIC_ICD]++;
        c->letters |= 1u << letter;
        return;
    }
    const tacit_name_words words = tacit_name_split(text);
    if (tacit_name_has(&words, DEATH, word))
        c->about[TACIT_TOPIC_DEATH]++;
    else if (tacit_name_has(&words, HEALTH, word))
        c->about[TACIT_TOPIC_HEALTH]++;
}

static int count_bits(uint32_t x)
{
    int n = 0;
    for (; x != 0; x &= x - 1)
        n++;
    return n;
}

tacit_topic tacit_topic_end(const tacit_topic_count *c)
{
    if (c->seen < 2)
        return TACIT_TOPIC_NONE;
    if (c->about[TACIT_TOPIC_ICD] == c->seen)
        return count_bits(c->letters) >= FEWEST_LETTERS ? TACIT_TOPIC_ICD : TACIT_TOPIC_NONE;
    for (size_t t = TACIT_TOPIC_DEATH; t <= TACIT_TOPIC_HEALTH; t++)
        if (2 * c->about[t] >= c->seen && c->about[t] >= 2)
            return (tacit_topic)t;
    return TACIT_TOPIC_NONE;
}
