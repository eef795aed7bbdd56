/*
 * topic.h - what texts are about: diseases and deaths, which must not be learnt of a person.
 */
#ifndef TACIT_MICRO_PROFILE_TOPIC_H
#define TACIT_MICRO_PROFILE_TOPIC_H

#include "base/context.h"

typedef enum tacit_topic {
    TACIT_TOPIC_NONE = 0,
    TACIT_TOPIC_DEATH,  /* alive or dead */
    TACIT_TOPIC_HEALTH, /* words for diseases and parts of the body that they are sorted by */
    TACIT_TOPIC_ICD,    /* codes of the International Classification of Diseases */
    TACIT_TOPICS
} tacit_topic;

/* What the values do, for people: "name diseases"; "" for no topic. */
const char *tacit_topic_words(tacit_topic t);

/* A running count over different texts; starts with all 0. */
typedef struct tacit_topic_count {
    size_t seen;
    size_t about[TACIT_TOPICS]; /* texts about each */
    uint32_t letters;           /* first letters of codes, as bits */
} tacit_topic_count;

/* Look at one more text.  Only the first few hundred are looked at. */
void tacit_topic_see(tacit_topic_count *c, const char *text);

/* The topic of at least half of the texts, two at the least; codes must all be ones and begin
 * with four different letters. */
tacit_topic tacit_topic_end(const tacit_topic_count *c);

#endif
