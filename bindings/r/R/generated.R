# Functions of plans, one for each entry of the catalog.  Made by tools/bindings.py: do not edit.

step_drop <- function(plan, columns) {
  check_plan(plan)
  here <- parent.frame()
  columns <- names_in(substitute(columns), here, plan$data)
  add_step(plan, "drop", list(columns = columns))
}

step_sample <- function(plan, columns = NULL, share = NULL, size = NULL, how = NULL, each = NULL, by = NULL) {
  check_plan(plan)
  here <- parent.frame()
  columns <- names_in(substitute(columns), here, plan$data)
  by <- names_in(substitute(by), here, plan$data)
  add_step(plan, "sample", list(columns = columns, share = share, size = size, how = how, each = each,
    by = by))
}

step_recode <- function(plan, columns, breaks = NULL, width = NULL, origin = NULL, open = NULL, labels = NULL,
    groups = NULL, level = NULL, parts = NULL, equal = NULL, closed = NULL, others = NULL, missing = NULL,
    label = NULL) {
  check_plan(plan)
  here <- parent.frame()
  columns <- names_in(substitute(columns), here, plan$data)
  add_step(plan, "recode", list(columns = columns, breaks = breaks, width = width, origin = origin,
    open = open, labels = labels, groups = groups, level = level, parts = parts, equal = equal,
    closed = closed, others = others, missing = missing, label = label))
}

step_top_code <- function(plan, columns, at = NULL, share = NULL, replace = NULL, value = NULL,
    label = NULL) {
  check_plan(plan)
  here <- parent.frame()
  columns <- names_in(substitute(columns), here, plan$data)
  add_step(plan, "top_code", list(columns = columns, at = at, share = share, replace = replace,
    value = value, label = label))
}

step_bottom_code <- function(plan, columns, at = NULL, share = NULL, replace = NULL, value = NULL,
    label = NULL) {
  check_plan(plan)
  here <- parent.frame()
  columns <- names_in(substitute(columns), here, plan$data)
  add_step(plan, "bottom_code", list(columns = columns, at = at, share = share, replace = replace,
    value = value, label = label))
}

step_mv_top_code <- function(plan, columns, quantile = NULL, whole = NULL) {
  check_plan(plan)
  here <- parent.frame()
  columns <- names_in(substitute(columns), here, plan$data)
  add_step(plan, "mv_top_code", list(columns = columns, quantile = quantile, whole = whole))
}

step_round <- function(plan, columns, base, how = NULL) {
  check_plan(plan)
  here <- parent.frame()
  columns <- names_in(substitute(columns), here, plan$data)
  add_step(plan, "round", list(columns = columns, base = base, how = how))
}

step_generalize <- function(plan, columns = NULL, search = NULL, suppression = NULL, k = NULL, loss = NULL,
    aggregate = NULL, balance = NULL, weights = NULL, prices = NULL, attacker = NULL, profitable = NULL,
    levels = NULL, recoding = NULL, ranges = NULL, suppressed = NULL, target = NULL, checks = NULL,
    seconds = NULL, per = NULL) {
  check_plan(plan)
  here <- parent.frame()
  columns <- names_in(substitute(columns), here, plan$data)
  target <- names_in(substitute(target), here, plan$data)
  per <- names_in(substitute(per), here, plan$data)
  add_step(plan, "generalize", list(columns = columns, search = search, suppression = suppression, k = k,
    loss = loss, aggregate = aggregate, balance = balance, weights = weights, prices = prices,
    attacker = attacker, profitable = profitable, levels = levels, recoding = recoding, ranges = ranges,
    suppressed = suppressed, target = target, checks = checks, seconds = seconds, per = per))
}

step_local_suppress <- function(plan, columns = NULL, k = NULL, subsets = NULL, subset_k = NULL, sets = NULL,
    set_k = NULL, how = NULL, missing = NULL, weights = NULL, importance = NULL, nodes = NULL,
    threshold = NULL, risk = NULL, alpha = NULL, linked = NULL, per = NULL) {
  check_plan(plan)
  here <- parent.frame()
  columns <- names_in(substitute(columns), here, plan$data)
  per <- names_in(substitute(per), here, plan$data)
  add_step(plan, "local_suppress", list(columns = columns, k = k, subsets = subsets, subset_k = subset_k,
    sets = sets, set_k = set_k, how = how, missing = missing, weights = weights, importance = importance,
    nodes = nodes, threshold = threshold, risk = risk, alpha = alpha, linked = linked, per = per))
}

step_suppress <- function(plan, columns, combinations = NULL, by = NULL, rows = NULL, how = NULL) {
  check_plan(plan)
  here <- parent.frame()
  columns <- names_in(substitute(columns), here, plan$data)
  by <- names_in(substitute(by), here, plan$data)
  add_step(plan, "suppress", list(columns = columns, combinations = combinations, by = by, rows = rows,
    how = how))
}

step_pseudonymise <- function(plan, columns, key, domain = NULL, length = NULL) {
  check_plan(plan)
  here <- parent.frame()
  columns <- names_in(substitute(columns), here, plan$data)
  add_step(plan, "pseudonymise", list(columns = columns, key = key, domain = domain, length = length))
}

step_renumber <- function(plan, columns, map = NULL, keep = NULL, draw = NULL, order = NULL) {
  check_plan(plan)
  here <- parent.frame()
  columns <- names_in(substitute(columns), here, plan$data)
  add_step(plan, "renumber", list(columns = columns, map = map, keep = keep, draw = draw, order = order))
}

step_shift_dates <- function(plan, columns, most, by = NULL, weeks = NULL, always = NULL) {
  check_plan(plan)
  here <- parent.frame()
  columns <- names_in(substitute(columns), here, plan$data)
  by <- names_in(substitute(by), here, plan$data)
  add_step(plan, "shift_dates", list(columns = columns, most = most, by = by, weeks = weeks,
    always = always))
}

step_noise <- function(plan, columns, kind = NULL, scale = NULL, law = NULL, restore = NULL, whole = NULL,
    keep_zeros = NULL, sd = NULL, mean = NULL, pull = NULL) {
  check_plan(plan)
  here <- parent.frame()
  columns <- names_in(substitute(columns), here, plan$data)
  add_step(plan, "noise", list(columns = columns, kind = kind, scale = scale, law = law, restore = restore,
    whole = whole, keep_zeros = keep_zeros, sd = sd, mean = mean, pull = pull))
}

step_romm <- function(plan, columns, kept = NULL, sweeps = NULL, whole = NULL) {
  check_plan(plan)
  here <- parent.frame()
  columns <- names_in(substitute(columns), here, plan$data)
  add_step(plan, "romm", list(columns = columns, kept = kept, sweeps = sweeps, whole = whole))
}

step_k_noise <- function(plan, columns, k = NULL, cover = NULL, law = NULL, delta = NULL, repeat_ = NULL,
    whole = NULL) {
  check_plan(plan)
  here <- parent.frame()
  columns <- names_in(substitute(columns), here, plan$data)
  add_step(plan, "k_noise", list(columns = columns, k = k, cover = cover, law = law, delta = delta,
    `repeat` = repeat_, whole = whole))
}

step_shuffle <- function(plan, columns, by = NULL, proximity = NULL, correlation = NULL, exact = NULL) {
  check_plan(plan)
  here <- parent.frame()
  columns <- names_in(substitute(columns), here, plan$data)
  by <- names_in(substitute(by), here, plan$data)
  add_step(plan, "shuffle", list(columns = columns, by = by, proximity = proximity,
    correlation = correlation, exact = exact))
}

step_copula_shuffle <- function(plan, columns, by = NULL, fit = NULL, margins = NULL) {
  check_plan(plan)
  here <- parent.frame()
  columns <- names_in(substitute(columns), here, plan$data)
  by <- names_in(substitute(by), here, plan$data)
  add_step(plan, "copula_shuffle", list(columns = columns, by = by, fit = fit, margins = margins))
}

step_gadp <- function(plan, columns, by = NULL, proximity = NULL, exact = NULL, whole = NULL) {
  check_plan(plan)
  here <- parent.frame()
  columns <- names_in(substitute(columns), here, plan$data)
  by <- names_in(substitute(by), here, plan$data)
  add_step(plan, "gadp", list(columns = columns, by = by, proximity = proximity, exact = exact,
    whole = whole))
}

step_microaggregate <- function(plan, columns, k = NULL, algorithm = NULL, aggregate = NULL, trim = NULL,
    standardise = NULL, groups = NULL, axis = NULL, gain = NULL, clusters = NULL, neighbours = NULL,
    passes = NULL, whole = NULL) {
  check_plan(plan)
  here <- parent.frame()
  columns <- names_in(substitute(columns), here, plan$data)
  axis <- names_in(substitute(axis), here, plan$data)
  add_step(plan, "microaggregate", list(columns = columns, k = k, algorithm = algorithm,
    aggregate = aggregate, trim = trim, standardise = standardise, groups = groups, axis = axis,
    gain = gain, clusters = clusters, neighbours = neighbours, passes = passes, whole = whole))
}

step_hybrid <- function(plan, columns, k = NULL, search = NULL, standardise = NULL, whole = NULL) {
  check_plan(plan)
  here <- parent.frame()
  columns <- names_in(substitute(columns), here, plan$data)
  add_step(plan, "hybrid", list(columns = columns, k = k, search = search, standardise = standardise,
    whole = whole))
}

step_synthesize <- function(plan, columns, generator = NULL, by = NULL, settings = NULL, where = NULL,
    constraints = NULL, draw = NULL) {
  check_plan(plan)
  here <- parent.frame()
  columns <- names_in(substitute(columns), here, plan$data)
  by <- names_in(substitute(by), here, plan$data)
  add_step(plan, "synthesize", list(columns = columns, generator = generator, by = by, settings = settings,
    where = where, constraints = constraints, draw = draw))
}

step_pram <- function(plan, columns, kind = NULL, diagonal = NULL, stay = NULL, alpha = NULL, matrix = NULL,
    keep_with = NULL, missing = NULL, posterior = NULL, categories = NULL, stays = NULL, counts = NULL) {
  check_plan(plan)
  here <- parent.frame()
  columns <- names_in(substitute(columns), here, plan$data)
  keep_with <- names_in(substitute(keep_with), here, plan$data)
  add_step(plan, "pram", list(columns = columns, kind = kind, diagonal = diagonal, stay = stay,
    alpha = alpha, matrix = matrix, keep_with = keep_with, missing = missing, posterior = posterior,
    categories = categories, stays = stays, counts = counts))
}

step_k_pram <- function(plan, columns, k = NULL, law = NULL, values = NULL, groups = NULL, draw = NULL,
    order = NULL) {
  check_plan(plan)
  here <- parent.frame()
  columns <- names_in(substitute(columns), here, plan$data)
  add_step(plan, "k_pram", list(columns = columns, k = k, law = law, values = values, groups = groups,
    draw = draw, order = order))
}

step_rank_swap <- function(plan, columns, p = NULL, most = NULL, keep_correlation = NULL, keep_means = NULL,
    top = NULL, bottom = NULL, ends = NULL, whole = NULL) {
  check_plan(plan)
  here <- parent.frame()
  columns <- names_in(substitute(columns), here, plan$data)
  add_step(plan, "rank_swap", list(columns = columns, p = p, most = most,
    keep_correlation = keep_correlation, keep_means = keep_means, top = top, bottom = bottom, ends = ends,
    whole = whole))
}

step_data_swap <- function(plan, columns, keep = NULL, share = NULL, first = NULL) {
  check_plan(plan)
  here <- parent.frame()
  columns <- names_in(substitute(columns), here, plan$data)
  keep <- names_in(substitute(keep), here, plan$data)
  add_step(plan, "data_swap", list(columns = columns, keep = keep, share = share, first = first))
}

step_record_swap <- function(plan, columns, carry = NULL, similar = NULL, fallback = NULL, size = NULL,
    risk = NULL, k = NULL, share = NULL) {
  check_plan(plan)
  here <- parent.frame()
  columns <- names_in(substitute(columns), here, plan$data)
  carry <- names_in(substitute(carry), here, plan$data)
  similar <- names_in(substitute(similar), here, plan$data)
  risk <- names_in(substitute(risk), here, plan$data)
  add_step(plan, "record_swap", list(columns = columns, carry = carry, similar = similar,
    fallback = fallback, size = size, risk = risk, k = k, share = share))
}

step_randomised_response <- function(plan, columns, epsilon, categories, otherwise = NULL) {
  check_plan(plan)
  here <- parent.frame()
  columns <- names_in(substitute(columns), here, plan$data)
  add_step(plan, "randomised_response", list(columns = columns, epsilon = epsilon, categories = categories,
    otherwise = otherwise))
}

step_unary_encoding <- function(plan, columns, epsilon, categories, otherwise = NULL) {
  check_plan(plan)
  here <- parent.frame()
  columns <- names_in(substitute(columns), here, plan$data)
  add_step(plan, "unary_encoding", list(columns = columns, epsilon = epsilon, categories = categories,
    otherwise = otherwise))
}

step_local_hashing <- function(plan, columns, epsilon, categories, otherwise = NULL) {
  check_plan(plan)
  here <- parent.frame()
  columns <- names_in(substitute(columns), here, plan$data)
  add_step(plan, "local_hashing", list(columns = columns, epsilon = epsilon, categories = categories,
    otherwise = otherwise))
}

step_private_noise <- function(plan, columns, epsilon, bounds, decimals = NULL, missing = NULL,
    clamp = NULL) {
  check_plan(plan)
  here <- parent.frame()
  columns <- names_in(substitute(columns), here, plan$data)
  add_step(plan, "private_noise", list(columns = columns, epsilon = epsilon, bounds = bounds,
    decimals = decimals, missing = missing, clamp = clamp))
}

step_private_microdata <- function(plan, columns, epsilon, bounds, decimals = NULL, missing = NULL,
    k = NULL) {
  check_plan(plan)
  here <- parent.frame()
  columns <- names_in(substitute(columns), here, plan$data)
  add_step(plan, "private_microdata", list(columns = columns, epsilon = epsilon, bounds = bounds,
    decimals = decimals, missing = missing, k = k))
}

step_safepub <- function(plan, columns, epsilon, delta) {
  check_plan(plan)
  here <- parent.frame()
  columns <- names_in(substitute(columns), here, plan$data)
  add_step(plan, "safepub", list(columns = columns, epsilon = epsilon, delta = delta))
}

step_reorder <- function(plan, columns = NULL, keep = NULL) {
  check_plan(plan)
  here <- parent.frame()
  columns <- names_in(substitute(columns), here, plan$data)
  add_step(plan, "reorder", list(columns = columns, keep = keep))
}

require_k_anonymity <- function(plan, k = NULL, subset = NULL, sets = NULL, missing = NULL) {
  check_plan(plan)
  add_requirement(plan, "k_anonymity", list(k = k, subset = subset, sets = sets, missing = missing))
}

require_k_map <- function(plan, k = NULL, estimator = NULL, significance = NULL, compat = NULL,
    missing = NULL) {
  check_plan(plan)
  add_requirement(plan, "k_map", list(k = k, estimator = estimator, significance = significance,
    compat = compat, missing = missing))
}

require_average_risk <- function(plan, average = NULL, highest = NULL, at_risk = NULL, missing = NULL) {
  check_plan(plan)
  add_requirement(plan, "average_risk", list(average = average, highest = highest, at_risk = at_risk,
    missing = missing))
}

require_population_uniqueness <- function(plan, threshold = NULL, estimator = NULL, population = NULL,
    compat = NULL, missing = NULL) {
  check_plan(plan)
  add_requirement(plan, "population_uniqueness", list(threshold = threshold, estimator = estimator,
    population = population, compat = compat, missing = missing))
}

require_profitability <- function(plan, cost = NULL, gain = NULL, missing = NULL) {
  check_plan(plan)
  add_requirement(plan, "profitability", list(cost = cost, gain = gain, missing = missing))
}

require_population_profitability <- function(plan, cost = NULL, gain = NULL, missing = NULL) {
  check_plan(plan)
  add_requirement(plan, "population_profitability", list(cost = cost, gain = gain, missing = missing))
}

require_delta_presence <- function(plan, min = NULL, max = NULL, compat = NULL) {
  check_plan(plan)
  add_requirement(plan, "delta_presence", list(min = min, max = max, compat = compat))
}

require_l_diversity <- function(plan, kind = NULL, l = NULL, c = NULL, sensitive = NULL, missing = NULL,
    drivers = NULL) {
  check_plan(plan)
  here <- parent.frame()
  sensitive <- names_in(substitute(sensitive), here, plan$data)
  add_requirement(plan, "l_diversity", list(kind = kind, l = l, c = c, sensitive = sensitive,
    missing = missing, drivers = drivers))
}

require_t_closeness <- function(plan, t = NULL, distance = NULL, order = NULL, sensitive = NULL,
    missing = NULL, drivers = NULL) {
  check_plan(plan)
  here <- parent.frame()
  sensitive <- names_in(substitute(sensitive), here, plan$data)
  add_requirement(plan, "t_closeness", list(t = t, distance = distance, order = order,
    sensitive = sensitive, missing = missing, drivers = drivers))
}

require_delta_disclosure <- function(plan, delta = NULL, unit = NULL, compat = NULL, sensitive = NULL,
    missing = NULL, drivers = NULL) {
  check_plan(plan)
  here <- parent.frame()
  sensitive <- names_in(substitute(sensitive), here, plan$data)
  add_requirement(plan, "delta_disclosure", list(delta = delta, unit = unit, compat = compat,
    sensitive = sensitive, missing = missing, drivers = drivers))
}

require_beta_likeness <- function(plan, kind = NULL, beta = NULL, sensitive = NULL, missing = NULL,
    drivers = NULL) {
  check_plan(plan)
  here <- parent.frame()
  sensitive <- names_in(substitute(sensitive), here, plan$data)
  add_requirement(plan, "beta_likeness", list(kind = kind, beta = beta, sensitive = sensitive,
    missing = missing, drivers = drivers))
}

require_alpha_k <- function(plan, alpha = NULL, k = NULL, values = NULL, sensitive = NULL, missing = NULL,
    drivers = NULL) {
  check_plan(plan)
  here <- parent.frame()
  sensitive <- names_in(substitute(sensitive), here, plan$data)
  add_requirement(plan, "alpha_k", list(alpha = alpha, k = k, values = values, sensitive = sensitive,
    missing = missing, drivers = drivers))
}

require_p_sensitive <- function(plan, p = NULL, k = NULL, sensitive = NULL, missing = NULL, drivers = NULL) {
  check_plan(plan)
  here <- parent.frame()
  sensitive <- names_in(substitute(sensitive), here, plan$data)
  add_requirement(plan, "p_sensitive", list(p = p, k = k, sensitive = sensitive, missing = missing,
    drivers = drivers))
}

require_differential_privacy <- function(plan, epsilon, delta = NULL) {
  check_plan(plan)
  add_requirement(plan, "differential_privacy", list(epsilon = epsilon, delta = delta))
}

require_membership <- function(plan, advantage = NULL, copies = NULL) {
  check_plan(plan)
  add_requirement(plan, "membership", list(advantage = advantage, copies = copies))
}

hierarchy_file <- function(plan, column, path) {
  check_plan(plan)
  here <- parent.frame()
  of <- names_in(substitute(column), here, plan$data)
  add_hierarchy(plan, of, "file", list(path = path))
}

hierarchy_argus <- function(plan, column, path, mark = NULL) {
  check_plan(plan)
  here <- parent.frame()
  of <- names_in(substitute(column), here, plan$data)
  add_hierarchy(plan, of, "argus", list(path = path, mark = mark))
}

hierarchy_intervals <- function(plan, column, widths = NULL, origin = NULL, breaks = NULL, parts = NULL) {
  check_plan(plan)
  here <- parent.frame()
  of <- names_in(substitute(column), here, plan$data)
  add_hierarchy(plan, of, "intervals", list(widths = widths, origin = origin, breaks = breaks,
    parts = parts))
}

hierarchy_mask <- function(plan, column, levels = NULL, character = NULL, from = NULL) {
  check_plan(plan)
  here <- parent.frame()
  of <- names_in(substitute(column), here, plan$data)
  add_hierarchy(plan, of, "mask", list(levels = levels, character = character, from = from))
}

hierarchy_order <- function(plan, column, sizes = NULL, values = NULL, groups = NULL) {
  check_plan(plan)
  here <- parent.frame()
  of <- names_in(substitute(column), here, plan$data)
  add_hierarchy(plan, of, "order", list(sizes = sizes, values = values, groups = groups))
}

hierarchy_prefix <- function(plan, column, lengths) {
  check_plan(plan)
  here <- parent.frame()
  of <- names_in(substitute(column), here, plan$data)
  add_hierarchy(plan, of, "prefix", list(lengths = lengths))
}

hierarchy_codes <- function(plan, column) {
  check_plan(plan)
  here <- parent.frame()
  of <- names_in(substitute(column), here, plan$data)
  add_hierarchy(plan, of, "codes", list())
}

hierarchy_dates <- function(plan, column, levels = NULL, order = NULL) {
  check_plan(plan)
  here <- parent.frame()
  of <- names_in(substitute(column), here, plan$data)
  add_hierarchy(plan, of, "dates", list(levels = levels, order = order))
}

hierarchy_tree <- function(plan, column, branches) {
  check_plan(plan)
  here <- parent.frame()
  of <- names_in(substitute(column), here, plan$data)
  add_hierarchy(plan, of, "tree", list(branches = branches))
}

hierarchy_frequency <- function(plan, column, keep = NULL, levels = NULL, first = NULL, other = NULL) {
  check_plan(plan)
  here <- parent.frame()
  of <- names_in(substitute(column), here, plan$data)
  add_hierarchy(plan, of, "frequency", list(keep = keep, levels = levels, first = first, other = other))
}

hierarchy_cluster <- function(plan, column, levels = NULL, by = NULL) {
  check_plan(plan)
  here <- parent.frame()
  of <- names_in(substitute(column), here, plan$data)
  by <- names_in(substitute(by), here, plan$data)
  add_hierarchy(plan, of, "cluster", list(levels = levels, by = by))
}
