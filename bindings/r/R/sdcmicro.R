# Functions by the names of sdcMicro, each of which adds steps to a plan and carries it out.
#
# An object holds the original, the plan so far and what it gives.  The plan is always carried out
# from the original with one seed, so that the object and its plan (sdc_plan) give the same.

told <- new.env(parent = emptyenv())

# Say how something differs from sdcMicro, once in a session of R.
tell_once <- function(key, ...) {
  if (!is.null(told[[key]])) return(invisible())
  told[[key]] <- TRUE
  note(...)
}

# ---- objects ----

createSdcObj <- function(dat, keyVars, numVars = NULL, pramVars = NULL, ghostVars = NULL, weightVar = NULL,
                         hhId = NULL, strataVar = NULL, sensibleVar = NULL, excludeVars = NULL, options = NULL,
                         seed = NULL, randomizeRecords = FALSE, alpha = 1) {
  named <- function(vars) if (is.numeric(vars)) names(dat)[vars] else vars
  keys <- named(keyVars)
  roles <- given(list(key = keys, weight = named(weightVar), household = named(hhId), strata = named(strataVar),
                      sensitive = named(sensibleVar)))
  plan <- new_plan(dat, list(roles = roles, seed = if (is.null(seed)) fresh_seed() else seed))
  if (length(excludeVars)) plan <- add_step(plan, "drop", list(columns = named(excludeVars)))
  if (!is.null(hhId)) tell_once("hhId", "Households are released under random numbers.")
  object <- structure(list(plan = plan, keys = keys, numbers = named(numVars), pram = named(pramVars), alpha = alpha,
                           weighted = !is.null(weightVar), household = !is.null(hhId),
                           shuffled = !isFALSE(randomizeRecords) && !identical(randomizeRecords, "no"),
                           blanked = NULL, previous = NULL), class = "tacit_sdc")
  for (link in ghostVars) object <- linked_with(object, named(link[[1L]]), named(link[[2L]]))
  carried_out(object)
}

# The object with columns that are blanked wherever the key is.
linked_with <- function(object, key, columns) {
  if (length(key) != 1L || !key %in% object$keys) refuse("Columns are linked with a key.")
  object$linked[[key]] <- I(c(object$linked[[key]], columns))
  object
}

# A seed of 64 bits from the operating system, as the library draws it for a plan that has none.
fresh_seed <- function() {
  text <- plan_text(list(data = "memory:data", steps = list(list(reorder = list(keep = FALSE))), measures = list("moments"),
                         output = "memory:released"))
  structure(do_task("protect", text, list(data = data.frame(x = 1:9)))$record$secret$seed, class = "tacit_digits")
}

# What sdcMicro counts, with its rule for missing keys and, of individual risk, its approximation.
sdc_measures <- function(object) {
  rule <- list(missing = "sdcmicro", alpha = object$alpha)
  asked <- list(list(frequencies = c(list(k = c(2, 3, 5)), rule)))
  compat <- c(rule, list(compat = "sdcmicro"))
  if (object$weighted) asked <- c(asked, list(list(individual = compat)))
  if (object$weighted && object$household) asked <- c(asked, list(list(household = compat)))
  numbers <- intersect(object$numbers, numeric_columns(object))
  if (length(numbers) == 0L) return(asked)
  c(asked, list(list(interval = list(columns = I(numbers), width = 0.05)), list(il_one = list(columns = I(numbers)))),
    if (length(numbers) > 1L) list(list(eigenvalues = list(columns = I(numbers), robust = FALSE))))
}

# Columns that are numbers still.
numeric_columns <- function(object) {
  now <- if (is.null(object$current)) object$plan$data else object$current
  names(now)[vapply(now, is.numeric, NA)]
}

full_plan <- function(object) {
  plan <- object$plan
  plan$parts$measures <- sdc_measures(object)
  if (!object$shuffled) plan <- add_step(plan, "reorder", list(keep = TRUE))
  plan
}

carried_out <- function(object) {
  release <- withCallingHandlers(protect(full_plan(object), progress = FALSE),
                                 tacit_note = function(n) tryInvokeRestart("muffleMessage"),
                                 tacit_warning = function(w) tryInvokeRestart("muffleWarning"))
  object$current <- protected(release)
  object$record <- release
  object
}

# The object with one more step.
and_then <- function(object, name, ...) {
  if (!inherits(object, "tacit_sdc")) refuse("The first argument is an object, as createSdcObj() makes it.")
  after <- object
  after$plan <- add_step(object$plan, name, list(...))
  after$previous <- object
  carried_out(after)
}

sdc_plan <- function(obj) full_plan(obj)

undolast <- function(object) {
  if (is.null(object$previous)) refuse("There is nothing to undo.")
  object$previous
}

extractManipData <- function(obj, ...) obj$current

calcRisks <- function(obj, ...) carried_out(obj)

# ---- recoding ----

# Values outside the breaks become missing there, which lowers every count of rare combinations: it is
# done as there, by a step of its own, and said.
globalRecode <- function(obj, column, breaks, labels = NULL, method = NULL, ...) {
  if (length(breaks) == 1L) {
    equal <- c(equidistant = "width", logEqui = "ratio", equalAmount = "counts")[if (is.null(method)) "equidistant" else method]
    return(and_then(obj, "recode", columns = column, parts = breaks, equal = unname(equal), labels = labels))
  }
  x <- obj$current[[column]]
  outside <- sum(!is.na(x) & (x <= min(breaks) | x > max(breaks)))
  if (is.null(labels)) labels <- paste0("(", utils::head(breaks, -1L), ",", breaks[-1L], "]")
  if (outside == 0L) return(and_then(obj, "recode", columns = column, breaks = breaks, labels = labels, closed = "right"))
  warning(structure(class = c("tacit_warning", "warning", "condition"), list(call = NULL, message = paste0(
    "Of '", column, "', ", outside, " values lie outside the breaks and became missing, as in sdcMicro; ",
    "each then counts as any value, which makes the file look safer than it is."))))
  all <- and_then(obj, "recode", columns = column, breaks = c(-1e15, breaks, 1e15), closed = "right",
                  labels = c("outside", as.character(labels), "outside"))
  made <- and_then(all, "suppress", columns = column, by = column, combinations = list(outside = "outside"))
  made$previous <- obj
  made
}

groupAndRename <- function(obj, var, before, after, addNA = FALSE) {
  if (length(after) == 1L) after <- rep(after, length(before))
  if (length(before) != length(after)) refuse("'before' and 'after' are of one length.")
  groups <- lapply(split(as.character(before), factor(after, unique(after))), I)
  and_then(obj, "recode", columns = var, groups = groups, missing = if (addNA) as.character(after[is.na(before)][1L]))
}

topBotCoding <- function(obj, value, replacement, kind = "top", column) {
  step <- c(top = "top_code", bottom = "bottom_code")[[kind]]
  if (isTRUE(replacement == value)) return(and_then(obj, step, columns = column, at = value))
  and_then(obj, step, columns = column, at = value, replace = "value", value = replacement)
}

# ---- suppression ----

kAnon <- function(obj, k = 2, importance = NULL, combs = NULL, ...) {
  before <- colSums(is.na(obj$current[obj$keys]))
  if (length(combs) && length(k) == 1L) k <- rep(k, length(combs))
  made <- if (length(combs)) {
    and_then(obj, "local_suppress", columns = obj$keys, subsets = I(combs), subset_k = I(k), importance = importance,
             how = "compat", missing = "sdcmicro", alpha = obj$alpha, linked = obj$linked)
  } else {
    and_then(obj, "local_suppress", columns = obj$keys, k = k, importance = importance, how = "compat",
             missing = "sdcmicro", alpha = obj$alpha, linked = obj$linked)
  }
  blanked_since(made, before)
}

blanked_since <- function(made, before) {
  made$blanked <- colSums(is.na(made$current[made$keys])) - before
  made
}

localSuppression <- kAnon

# ---- categories by chance ----

pram <- function(obj, variables = NULL, strata_variables = NULL, pd = 0.8, alpha = 0.5) {
  if (!is.null(strata_variables)) refuse("Strata are a role: createSdcObj(strataVar = ).")
  chosen <- if (is.null(variables)) obj$pram else variables
  if (length(chosen) == 0L) refuse("Name the variables, or pramVars of createSdcObj().")
  and_then(obj, "pram", columns = chosen, diagonal = pd, alpha = alpha)
}

# ---- numbers ----

numbers_of <- function(obj, variables) {
  chosen <- if (is.null(variables)) obj$numbers else variables
  if (length(chosen) == 0L) refuse("Name the variables, or numVars of createSdcObj().")
  chosen
}

algorithms <- c(mdav = "mdav", onedims = "individual", pca = "pca", single = "single", simple = "simple",
                clustpca = "cluster", clustmcdpca = "cluster", clustpppca = "cluster")

microaggregation <- function(obj, variables = NULL, aggr = 3, strata_variables = NULL, method = "mdav",
                             measure = "mean", trim = 0, ...) {
  if (!method %in% names(algorithms)) {
    refuse("There is no method '", method, "' of microaggregation here; step_microaggregate() has better ones.")
  }
  aggregate <- c(mean = "mean", median = "median", trim = "trimmed", onestep = "robust")[[measure]]
  and_then(obj, "microaggregate", columns = numbers_of(obj, variables), k = aggr, algorithm = algorithms[[method]],
           aggregate = aggregate, trim = if (measure == "trim") trim)
}

mafast <- function(obj, variables = NULL, by = NULL, aggr = 3, measure = mean) {
  and_then(obj, "microaggregate", columns = numbers_of(obj, variables), k = aggr, algorithm = "individual")
}

addNoise <- function(obj, variables = NULL, noise = 150, method = "additive", ...) {
  chosen <- numbers_of(obj, variables)
  tell_once("noise", "'noise' is here the standard deviation of what is added in per cent of the column's own, ",
            "for every method.")
  if (method == "ROMM") return(and_then(obj, "romm", columns = chosen))
  kind <- c(additive = "additive", additive0 = "additive", correlated = "correlated", correlated2 = "correlated",
            restr = "restricted", outdect = "outlier_aware")[method]
  if (is.na(kind)) refuse("There is no method '", method, "' of noise.")
  and_then(obj, "noise", columns = chosen, kind = unname(kind), scale = noise / 100,
           keep_zeros = if (method == "additive0") TRUE)
}

rankSwap <- function(obj, variables = NULL, TopPercent = 5, BottomPercent = 5, K0 = NULL, R0 = NULL, P = NULL, ...) {
  if (is.null(K0) && is.null(R0) && is.null(P)) R0 <- 0.95
  and_then(obj, "rank_swap", columns = numbers_of(obj, variables), p = if (!is.null(P)) 100 * P,
           keep_correlation = R0, keep_means = K0, top = TopPercent, bottom = BottomPercent, ends = "mean")
}

shuffle <- function(obj, method = "ds", form, ...) {
  sides <- list(all.vars(form[[2L]]), all.vars(form[[3L]]))
  numeric <- sides[[2L]][sides[[2L]] %in% numeric_columns(obj)]
  if (length(numeric) < length(sides[[2L]])) {
    tell_once("shuffle", "shuffle() predicts from numbers here; categories of the formula are left out.")
  }
  and_then(obj, "shuffle", columns = sides[[1L]], by = if (length(numeric)) numeric)
}

recordSwap <- function(obj, ...) and_then(obj, "record_swap", ...)

# ---- risk and utility ----

suda2 <- function(obj, ...) measure_now(obj, list(suda = given(list(...))))

ldiversity <- function(obj, ldiv_index = NULL, ...) {
  plan <- current_plan(obj)
  if (!is.null(ldiv_index)) plan$parts$roles$sensitive <- if (is.numeric(ldiv_index)) names(obj$current)[ldiv_index] else ldiv_index
  tacit_measure(add_requirement(plan, "l_diversity", list(...)))
}

modRisk <- function(obj, ...) measure_now(obj, list(log_linear = given(list(...))))

dRisk <- function(obj, k = 0.05) {
  plan <- full_plan(obj)
  plan$parts$measures <- list(list(interval = list(columns = I(obj$numbers), width = k)))
  unname(figures(protect(plan, progress = FALSE), "interval")["at_risk"]) / nrow(obj$current)
}

current_plan <- function(obj) new_plan(obj$current, list(roles = obj$plan$parts$roles))

measure_now <- function(obj, measure) tacit_measure(current_plan(obj), list(arguments_in(measure)))

arguments_in <- function(measure) if (length(measure[[1L]])) measure else names(measure)

# Records below each k, before and after, as a data frame.
kAnon_violations <- function(obj) {
  parts <- Filter(function(r) r$name == "frequencies", results_in(unclass(obj$record)))
  below <- function(when) {
    rows <- Filter(function(r) r$when == when, parts)[[1L]]$tables[[1L]]$rows
    vapply(rows, function(row) as.numeric(row[[2L]]), 0)
  }
  k <- vapply(parts[[1L]]$tables[[1L]]$rows, function(row) as.numeric(row[[1L]]), 0)
  data.frame(k = k, original = below("before"), current = below("after"))
}

# ---- print ----

print.tacit_sdc <- function(x, type = "kAnon", ...) {
  switch(type, kAnon = print_kanon(x), ls = print_blanks(x), pram = print_pram(x), numrisk = print_numbers(x),
         risk = print_risk(x), refuse("There is no type '", type, "' to print: kAnon, ls, pram, numrisk, risk."))
  invisible(x)
}

of_records <- function(x, n) sprintf("%d (%.3f%%)", as.integer(n), 100 * n / nrow(x$current))

print_kanon <- function(x) {
  counts <- kAnon_violations(x)
  cat("Infos on 2/3-Anonymity:\n\nNumber of observations violating\n")
  cat(sprintf("  - %d-anonymity: %s | in original data: %s\n", counts$k, of_records(x, counts$current),
              of_records(x, counts$original)), sep = "")
}

print_blanks <- function(x) {
  if (is.null(x$blanked)) return(cat("Nothing was suppressed.\n"))
  cat("Local suppression:\n")
  print(data.frame(KeyVar = names(x$blanked), Suppressions = unname(x$blanked),
                   Percent = round(100 * unname(x$blanked) / nrow(x$current), 3)), row.names = FALSE)
}

print_pram <- function(x) {
  steps <- Filter(function(s) s$name == "pram", x$record$steps)
  if (length(steps) == 0L) return(cat("Nothing was randomised.\n"))
  cat("Post-Randomization (PRAM):\n")
  changed <- unlist(lapply(steps, `[[`, "changed"), recursive = FALSE)
  cells <- vapply(changed, function(c) as.numeric(c$cells), 0)
  print(data.frame(variable = vapply(changed, function(c) c$column, ""), nrChanges = cells,
                   percChanges = round(100 * cells / nrow(x$current), 2)), row.names = FALSE)
}

print_numbers <- function(x) {
  all <- as.data.frame(x$record)
  of <- function(measure, name) all$value[all$when %in% c("after", "utility") & all$measure == measure & all$name == name]
  cat("Numerical key variables:", x$numbers, "\n")
  cat(sprintf("  Disclosure risk: between 0.00%% and %.2f%%\n", 100 * of("interval", "at_risk") / nrow(x$current)))
  cat("  Information loss:\n")
  loss <- all[all$measure %in% c("il_one", "eigenvalues"), c("measure", "title", "value")]
  print(loss, row.names = FALSE)
}

print_risk <- function(x) {
  all <- as.data.frame(x$record)
  risks <- all[all$measure %in% c("individual", "household") & all$name %in% c("expected", "global"), ]
  if (nrow(risks) == 0L) return(cat("Without a weight there is no individual risk; createSdcObj(weightVar = ).\n"))
  print(risks[c("when", "measure", "title", "value")], row.names = FALSE)
}
