/*
 * dp_network.c - records of a network that was taught with noise in its gradient.
 *
 * Abadi et al. (2016) teach a network by gradients that are bounded for each record and get noise
 * for all (train.c).  `sequence` learns the law of each column given those before it, whose
 * likelihood needs no adversary; `adversary` is the pair of a generator and a critic of Goodfellow
 * et al. (2014), of which only the critic sees records (Xie et al. 2018).  Rows are drawn from the
 * law that was learnt, which looks at no record any more.
 *
 * Neighbours are data sets with a record more or less: who takes part in a step is drawn for each
 * record by itself.  So the number of records is not told, and the plan says how many are made; the
 * average of a step goes by that number.  A missing value is a class like others.
 * Cost: steps * (share * records * weights of a record + weights draws of noise).
 */
#include <math.h>

#include "synth/generator.h"
#include "synth/private/dp_network/train.h"

enum { HOW = TACIT_DP_DELTA + 1, STEPS, SHARE, HIDDEN, CLIP, RATE };

static const char *const HOWS[] = { "sequence", "adversary", NULL };

static const tacit_param PARAMS[] = {
    [TACIT_GENERATOR_COLUMNS] = TACIT_GENERATOR_COLUMNS_PARAM,
    [TACIT_DP_EPSILON] = TACIT_DP_PARAM_EPSILON,
    [TACIT_DP_RECORDS] = TACIT_DP_PARAM_RECORDS,
    [TACIT_DP_DELTA] = TACIT_DP_PARAM_DELTA,
    [HOW] = { .name = "how",
              .type = TACIT_PARAM_CHOICE,
              .choices = HOWS,
              .help = "the law of each column given those before it, or a generator and a critic, "
                      "which is far worse on tables" },
    [STEPS] = { .name = "steps",
                .type = TACIT_PARAM_INTEGER,
                .preset = 600,
                .min = 1,
                .max = 100000,
                TACIT_USEFUL_LOG(100, 5000, "steps"),
                .help = "steps of learning" },
    [SHARE] = { .name = "share",
                .type = TACIT_PARAM_REAL,
                .preset = 0.03,
                .min = 1e-6,
                .max = 0.5,
                TACIT_USEFUL_LOG(0.001, 0.1, "share"),
                .help = "the probability with which a record takes part in a step" },
    [HIDDEN] = { .name = "hidden",
                 .type = TACIT_PARAM_INTEGER,
                 .preset = 16,
                 .min = 1,
                 .max = 1024,
                 TACIT_USEFUL_LOG(8, 64, "units"),
                 .importance = TACIT_ADVANCED,
                 .help = "hidden units: of each column, or of generator and critic" },
    [CLIP] = { .name = "clip",
               .type = TACIT_PARAM_REAL,
               .preset = 1,
               .min = 1e-3,
               .max = 1e3,
               TACIT_USEFUL_LOG(0.1, 10, NULL),
               .importance = TACIT_ADVANCED,
               .help = "to which the gradient of a record is scaled down" },
    [RATE] = { .name = "rate",
               .type = TACIT_PARAM_REAL,
               .preset = 0.02,
               .min = 1e-6,
               .max = 1,
               TACIT_USEFUL_LOG(0.001, 0.1, NULL),
               .importance = TACIT_ADVANCED,
               .help = "how far a step goes at first; it falls to 0" },
    TACIT_PARAM_END
};

static tacit_status check(tacit_ctx *cx, const tacit_private_job *job)
{
    if (job->purse->replaces)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "dp_network does not tell who is in the data; leave 'records' out.");
    if (job->rows == 0)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "dp_network does not find out how many records there are; say under "
                          "'synth' how many to make, as 'rows'.");
    return TACIT_OK;
}

static tacit_lessons lessons_of(const tacit_private_job *job)
{
    const double share = tacit_arg_real(job->args, SHARE);
    return (tacit_lessons){ .steps = (uint64_t)tacit_arg_integer(job->args, STEPS),
                            .share = (uint32_t)(share * 0x1p32),
                            .batch = (size_t)fmax(1.0, share * (double)job->rows),
                            .clip = tacit_arg_real(job->args, CLIP),
                            .rate = tacit_arg_real(job->args, RATE) };
}

/* A network for the columns of the data, with random weights. */
static tacit_status start(tacit_ctx *cx, const tacit_private_job *job, tacit_neural **out)
{
    const size_t d = job->data->columns;
    const tacit_neural_kind kind = (tacit_neural_kind)tacit_arg_choice(job->args, HOW);
    uint32_t *classes = NULL;
    TACIT_TRY(tacit_scratch(cx, d, sizeof *classes, &classes));
    for (size_t j = 0; j < d; j++)
        classes[j] = (uint32_t)job->data->size[j];
    return tacit_neural_new(cx, &(tacit_row_shape){ d, classes }, kind,
                            (size_t)tacit_arg_integer(job->args, HIDDEN), &job->rng, out);
}

static tacit_status draw_rows(tacit_ctx *cx, const tacit_private_job *job, tacit_neural *net,
                              tacit_private_table *out)
{
    const size_t d = job->data->columns;
    tacit_rng rng = tacit_rng_fork(&job->rng, "rows");
    uint32_t *row = NULL;
    TACIT_TRY(tacit_private_room(cx, job->data, job->rows, out));
    TACIT_TRY(tacit_scratch(cx, d, sizeof *row, &row));
    for (size_t i = 0; i < out->rows; i++) {
        tacit_neural_draw(net, &rng, row);
        for (size_t j = 0; j < d; j++)
            out->code[j][i] = (uint16_t)row[j];
    }
    return TACIT_OK;
}

static tacit_status answer(tacit_ctx *cx, const tacit_private_job *job, tacit_private_table *out)
{
    const double promise[2] = { tacit_arg_real(job->args, TACIT_DP_EPSILON),
                                tacit_arg_real(job->args, TACIT_DP_DELTA) };
    const tacit_lessons lessons = lessons_of(job);
    tacit_neural *net = NULL;
    tacit_paid_look look;
    TACIT_TRY(check(cx, job));
    TACIT_TRY(start(cx, job, &net));
    TACIT_TRY(tacit_lessons_settle(cx, &lessons, tacit_neural_size(net), promise, &look));
    TACIT_TRY(tacit_purse_new(cx, promise[0], promise[1], 1, job->purse));
    TACIT_TRY(tacit_purse_sample(cx, job->purse, &look));
    TACIT_TRY(tacit_lessons_teach(cx, &lessons, job, &look, net));
    return draw_rows(cx, job, net, out);
}

const tacit_generator tacit_generator_dp_network = {
    .about = { .name = "dp_network",
               .title = "Private networks",
               .summary = "Draws records from a network that was taught with bounded gradients and "
                          "noise.",
               .source = "Abadi et al. (2016), Deep learning with differential privacy; Goodfellow "
                         "et al. (2014), Generative adversarial nets; Bengio and Bengio (2000), "
                         "Modeling high-dimensional discrete data with multi-layer neural networks",
               .params = PARAMS },
    .accepts = TACIT_TYPE_ANY,
    .answer = answer,
};
