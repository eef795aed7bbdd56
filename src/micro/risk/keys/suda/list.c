/*
 * list.c - lists of minimal sample uniques while they grow.
 *
 * A set is minimal if no set found before is part of it, because the search visits every
 * part of a set before the set.  Cost: O(sets on the list) for each call; 64 bytes for each
 * piece of up to 13 sets.
 */
#include "micro/risk/keys/suda/list.h"

#include "base/memory.h"

enum { BLOCK_PIECES = 4096 };

typedef struct tacit_suda_block {
    struct tacit_suda_block *next;
    size_t used;
    tacit_suda_msus piece[BLOCK_PIECES];
} tacit_suda_block;

static bool has_part(const tacit_suda_msus *list, uint32_t set)
{
    for (; list != NULL; list = list->next)
        for (uint32_t i = 0; i < list->n; i++)
            if ((list->mask[i] & ~set) == 0)
                return true;
    return false;
}

static tacit_status new_piece(tacit_ctx *cx, tacit_suda_pieces *from, tacit_suda_msus **out)
{
    if (from->blocks == NULL || from->blocks->used == BLOCK_PIECES) {
        tacit_suda_block *b = NULL;
        TACIT_TRY(tacit_alloc(cx, 1, sizeof *b, &b));
        b->next = from->blocks;
        from->blocks = b;
    }
    *out = &from->blocks->piece[from->blocks->used++];
    return TACIT_OK;
}

tacit_status tacit_suda_list_add(tacit_ctx *cx, tacit_suda_pieces *from, tacit_suda_msus **list,
                                 uint32_t set)
{
    if (has_part(*list, set))
        return TACIT_OK;
    if (*list == NULL || (*list)->n == TACIT_SUDA_PIECE) {
        tacit_suda_msus *piece = NULL;
        TACIT_TRY(new_piece(cx, from, &piece));
        piece->next = *list;
        *list = piece;
    }
    (*list)->mask[(*list)->n++] = set;
    return TACIT_OK;
}

void tacit_suda_pieces_free(tacit_suda_pieces *p)
{
    while (p->blocks != NULL) {
        tacit_suda_block *next = p->blocks->next;
        tacit_wipe(p->blocks, sizeof *p->blocks);
        tacit_free(p->blocks);
        p->blocks = next;
    }
}
