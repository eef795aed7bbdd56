# More functions by the names of sdcMicro: what objects hold, files, measures.

# ---- objects ----

nextSdcObj <- function(obj) obj # the one before is always kept

get.sdcMicroObj <- function(object, type) {
  switch(type, origData = object$plan$data, keyVars = object$keys, numVars = object$numbers, pramVars = object$pram,
         weightVar = , hhId = , strataVar = object$plan$parts$roles[[c(weightVar = "weight", hhId = "household", strataVar = "strata")[[type]]]],
         manipKeyVars = object$current[object$keys], manipNumVars = object$current[object$numbers],
         manipPramVars = object$current[object$pram], seed = object$plan$parts$seed, risk = , utility = object$record,
         refuse("There is no '", type, "' in an object; str(obj) shows what there is, obj$record what was measured."))
}

# The object over other data or roles, with its steps so far.
changed_object <- function(obj, change) {
  after <- change(obj)
  after$previous <- obj
  carried_out(after)
}

`strataVar<-` <- function(object, value) {
  changed_object(object, function(obj) {
    obj$plan$parts$roles$strata <- if (is.numeric(value)) names(obj$plan$data)[value] else value
    obj
  })
}

addGhostVars <- function(obj, keyVar, ghostVars) {
  changed_object(obj, function(obj) linked_with(obj, keyVar, ghostVars))
}

varToFactor <- function(obj, var) retyped(obj, var, as.factor)

varToNumeric <- function(obj, var) {
  retyped(obj, var, function(x) if (is.factor(x)) as.numeric(as.character(x)) else as.numeric(x))
}

retyped <- function(obj, var, as) {
  changed_object(obj, function(obj) {
    for (name in var) obj$plan$data[[name]] <- as(obj$plan$data[[name]])
    obj
  })
}

removeDirectID <- function(obj, var) and_then(obj, "drop", columns = var)

generateStrata <- function(df, stratavars, name) {
  df[[name]] <- do.call(paste, c(unname(as.list(df[stratavars])), sep = "-"))
  df
}

# ---- methods ----

# Where the risk by all keys is above the threshold, one of them is blanked.
localSupp <- function(obj, threshold = 0.15, keyVar) {
  before <- colSums(is.na(obj$current[obj$keys]))
  blanked_since(and_then(obj, "local_suppress", columns = keyVar, threshold = threshold,
                         risk = if (obj$weighted) "individual" else "prosecutor", missing = "sdcmicro", alpha = obj$alpha),
                before)
}

microaggrGower <- function(obj, variables = NULL, aggr = 3, ...) {
  and_then(obj, "microaggregate", columns = if (is.null(variables)) obj$keys else variables, k = aggr, algorithm = "gower", ...)
}

dataGen <- function(obj, ...) and_then(obj, "gadp", columns = obj$numbers, ...)

# ---- risk and utility ----

risks_of <- function(obj, measures) {
  all <- as.data.frame(obj$record)
  all[all$measure %in% measures & all$when %in% c("before", "after"), c("when", "measure", "name", "title", "value")]
}

measure_risk <- function(obj, ...) risks_of(obj, c("individual", "household", "frequencies"))

riskyCells <- function(obj, maxDim = 3, threshold = 2, ...) {
  measure_now(obj, list(risky_cells = list(dimension = maxDim, threshold = threshold, ...)))
}

# A figure of the object's numbers, before and after what was done to them.
of_numbers <- function(obj, measure, name, ...) {
  plan <- full_plan(obj)
  plan$parts$measures <- list(stats::setNames(list(list(columns = I(obj$numbers), ...)), measure))
  figures(protect(plan, progress = FALSE), measure)[[name]]
}

dRiskRMD <- function(obj, k = 0.1) of_numbers(obj, "mahalanobis", "at_risk_share", radius = k)

dUtility <- function(obj, method = "IL1") {
  switch(method, IL1 = of_numbers(obj, "il_one", "il_one"),
         eigen = of_numbers(obj, "eigenvalues", "eigenvalue_change", robust = FALSE),
         robeigen = of_numbers(obj, "eigenvalues", "robust_change", robust = TRUE),
         refuse("There is no method '", method, "': IL1, eigen, robeigen."))
}

# ---- files ----

writeSafeFile <- function(obj, fileOut, ...) {
  plan <- full_plan(obj)
  plan$parts$output <- fileOut
  invisible(protect(plan, progress = FALSE))
}

# For the public, or all of it for the custodian.
report <- function(obj, outdir = getwd(), filename = "SDC-Report.html", internal = FALSE, ...) {
  plan <- full_plan(obj)
  path <- file.path(outdir, filename)
  plan$parts[[if (internal) "custodian_report" else "report"]] <- path
  protect(plan, progress = FALSE)
  invisible(path)
}

sdcApp <- function(...) workbench(...)
