/*
 * judge_own.h - shared by judge.c and release.c alone.
 */
#ifndef TACIT_MICRO_MODEL_JUDGE_OWN_H
#define TACIT_MICRO_MODEL_JUDGE_OWN_H

#include "micro/model/class_judge.h"

/* Room in which the class of blanked records is shown to the parts. */
typedef struct tacit_blank_room {
    uint64_t **sum; /* [column][value]: counts of the class */
    uint32_t **value;
    uint64_t **count;
    size_t (*start)[2];
    tacit_judge_pairs *pairs;
    uint64_t *size; /* of `classes` and one more: those that are kept, and the blanks */
    bool *marked;
    size_t classes;
} tacit_blank_room;

struct tacit_judge {
    tacit_ctx *own; /* its scratch memory is the judge's */
    tacit_requirement *require;
    tacit_class_judge *part; /* of each requirement */
    size_t n;
    tacit_judge_frame frame;
    tacit_select sensitive;
    unsigned traits;
    uint64_t floor;
    bool only_size, population;
    tacit_blank_room blank;
};

/* Let the parts that judge single classes, or those that do not, mark more. */
uint64_t tacit_judge_mark_by(const tacit_judge *j, bool local, const tacit_judge_view *view,
                             bool *marked);

/* Make the room for blanks, in the judge's own memory; its columns are known. */
tacit_status tacit_judge_make_room(tacit_ctx *cx, tacit_judge *j);

#endif
