# The lecture session (Templ 2019, Part 5); figures are those of its slides unless said.
lecture <- function() {
  folder <- Sys.getenv("TACIT_SDCMICRO_DATA")
  if (!nzchar(folder)) skip("testdata of sdcMicro is not there")
  data <- utils::read.csv(file.path(folder, "testdata.csv"))
  for (name in c("urbrur", "water", "relat", "walls")) data[[name]] <- factor(data[[name]])
  data
}

start <- function(data) {
  suppressMessages(createSdcObj(data, keyVars = c("urbrur", "water", "sex", "age", "relat"),
                                numVars = c("expend", "income", "savings"), pramVars = "walls",
                                weightVar = "sampling_weight", hhId = "ori_hid", alpha = 0.7, seed = 1))
}

test_that("counts of the session", {
  data <- lecture()
  sdc <- start(data)
  expect_equal(kAnon_violations(sdc)$original, c(653, 1087, 1781))
  expect_warning(sdc <- globalRecode(sdc, column = "age", breaks = c(0, 9, 19, 29, 39, 49, 59, 69, 79, 130),
                                     labels = c("1-9", "10-19", "20-29", "30-39", "40-49", "50-59", "60-69", "70-79", "80-130")),
                 "98 values lie outside", class = "tacit_warning")
  expect_equal(kAnon_violations(sdc)$current, c(113, 188, 362))
  sdc <- groupAndRename(sdc, var = "water", before = levels(data$water), after = c("1", "2", "3", "4", "5", "6-9", "6-9", "6-9"))
  sdc <- groupAndRename(sdc, var = "relat", before = levels(data$relat), after = c("1", "2", "3", "4", "5", "6", "7", "8-9", "8-9"))
  expect_equal(kAnon_violations(sdc)$current, c(106, 171, 316))
  sdc <- kAnon(sdc, k = c(10, 20, 30), combs = 5:3, importance = c(3, 4, 2, 1, 5))
  expect_equal(unname(sdc$blanked), c(82, 533, 6, 0, 545))
  sdc <- undolast(sdc)
  expect_equal(kAnon_violations(sdc)$current, c(106, 171, 316))
  sdc <- kAnon(sdc, k = 3, importance = c(3, 4, 2, 1, 5))
  expect_equal(unname(sdc$blanked), c(2, 20, 0, 0, 157))
  expect_output(print(sdc, "ls"), "relat +157 +3.428")
  # sdcMicro 5.8.1 run on the same data: 40.4178 before, 1.9814 after
  risk <- as.data.frame(sdc$record)
  expect_equal(risk$value[risk$measure == "individual" & risk$name == "expected"], c(40.4178, 1.9814), tolerance = 1e-5)
})

test_that("numbers of the session", {
  sdc <- start(lecture())
  sdc <- topBotCoding(sdc, value = 5e5, replacement = 5e5, column = "income") # a step that the slides leave out
  loss <- function(sdc) {
    all <- as.data.frame(sdc$record)
    c(all$value[all$measure == "il_one" & all$title == "Relative change, sum of per cent"],
      all$value[all$measure == "eigenvalues" & all$title == "Change of eigenvalues"])
  }
  mdav <- microaggregation(sdc, aggr = 3, method = "mdav")
  expect_equal(loss(mdav), c(543198.41, 0.04530), tolerance = 1e-4)
  expect_equal(loss(microaggregation(sdc, aggr = 3, method = "onedims")), c(444503.76, 0.04450), tolerance = 1e-3)
  expect_equal(round(100 * dRisk(mdav), 2), 0.02) # of sdcMicro 5.8.1; the slides have an older formula
})

test_that("methods by chance, and the plan behind", {
  data <- lecture()
  sdc <- pram(start(data))
  expect_gt(sum(as.character(extractManipData(sdc)$walls) != as.character(data$walls)), 0)
  expect_output(print(sdc, "pram"), "walls")
  for (how in c("additive", "correlated2")) {
    noisy <- suppressMessages(addNoise(sdc, noise = 5, method = how))
    expect_false(isTRUE(all.equal(extractManipData(noisy)$savings, data$savings)))
  }
  mixed <- suppressMessages(shuffle(sdc, form = savings + expend ~ urbrur + walls + water))
  expect_equal(sort(extractManipData(mixed)$savings), sort(as.numeric(data$savings)))
  again <- protected(suppressWarnings(protect(sdc_plan(mixed), progress = FALSE)))
  expect_identical(again, extractManipData(mixed))
  expect_error(undolast(start(data)), class = "tacit_wrong_request")
})

test_that("linked columns are blanked with their key, by risk as by numbers of records", {
  data <- lecture()
  data$source <- paste0("w", data$water)
  sdc <- suppressMessages(createSdcObj(data, keyVars = c("urbrur", "water", "sex", "age"), weightVar = "sampling_weight",
                                       ghostVars = list(list("water", "source")), seed = 1))
  safe <- extractManipData(kAnon(sdc, k = 20))
  expect_gt(sum(is.na(safe$water)), 20)
  expect_identical(is.na(safe$source), is.na(safe$water))
  expect_error(addGhostVars(sdc, "income", "source"), "linked with a key")
  # the risk by all keys, of a sample unique p / q * log(1 / p) with the sampling fraction p
  keys <- do.call(paste, data[c("urbrur", "water", "sex", "age")])
  f <- stats::ave(rep(1, nrow(data)), keys, FUN = sum)
  p <- f / stats::ave(data$sampling_weight, keys, FUN = sum)
  risk <- ifelse(f == 1, p / (1 - p) * log(1 / p), 0)
  expect_equal(localSupp(sdc, threshold = 0.04, keyVar = "age")$blanked[["age"]], sum(risk > 0.04))
})

test_that("what objects hold, and what they write", {
  people$who <- seq_len(nrow(people))
  sdc <- createSdcObj(people, keyVars = c("age", "sex"), numVars = "pay", excludeVars = NULL, seed = 1)
  sdc <- removeDirectID(nextSdcObj(sdc), "who")
  expect_false("who" %in% names(extractManipData(sdc)))
  expect_identical(get.sdcMicroObj(sdc, "manipKeyVars"), people[c("age", "sex")])
  expect_error(get.sdcMicroObj(sdc, "nothing"), class = "tacit_wrong_request")
  strataVar(sdc) <- "sex"
  expect_identical(get.sdcMicroObj(sdc, "strataVar"), "sex")
  expect_s3_class(extractManipData(varToFactor(sdc, "sex"))$sex, "factor")
  expect_identical(extractManipData(varToNumeric(varToFactor(sdc, "age"), "age"))$age, as.numeric(people$age))
  expect_identical(generateStrata(people, c("sex", "age"), "both")$both[1], paste(people$sex[1], people$age[1], sep = "-"))
  noisy <- suppressMessages(addNoise(sdc, noise = 10))
  expect_equal(c(dUtility(sdc), dUtility(sdc, "eigen")), c(0, 0))
  expect_gt(dUtility(noisy), 0)
  expect_gt(dRiskRMD(sdc), dRiskRMD(noisy))
  expect_equal(figures(riskyCells(sdc, threshold = 9), "risky_cells")[["records"]], 0) # 10 of each age
  expect_true("frequencies" %in% measure_risk(sdc)$measure)
  folder <- tempfile()
  dir.create(folder)
  writeSafeFile(noisy, file.path(folder, "safe.csv"))
  expect_identical(utils::read.csv(file.path(folder, "safe.csv"))$pay, extractManipData(noisy)$pay)
  expect_true(file.exists(report(noisy, folder)))
})

test_that("every function of sdcMicro 5.8.1 has its line in the page, and is here if the page says so", {
  all <- c("AI_applyAnonymization", "AI_createSdcObj", "IL_correl", "IL_variables", "LocalRecProg", "addGhostVars", "addNoise",
           "argus_microaggregation", "argus_rankswap", "calcRisks", "createDat", "createNewID", "createSdcObj", "dRisk",
           "dRiskRMD", "dUtility", "dataGen", "extractManipData", "freq", "freqCalc", "generateStrata", "get.sdcMicroObj",
           "globalRecode", "groupAndRename", "importProblem", "indivRisk", "infoLoss", "kAnon", "kAnon_violations",
           "ldiversity", "localSupp", "localSuppression", "mafast", "measure_risk", "mergeHouseholdData", "microaggrGower",
           "microaggregation", "modRisk", "mvTopCoding", "nextSdcObj", "plot.localSuppression", "plotMicro", "pram",
           "rankSwap", "readMicrodata", "recordLinkage", "recordSwap", "removeDirectID", "report", "riskyCells", "sdcApp",
           "selectHouseholdData", "set.sdcMicroObj", "shuffle", "strataVar<-", "suda2", "topBotCoding", "undolast",
           "valTable", "varToFactor", "varToNumeric", "writeSafeFile")
  expect_length(all, 62)
  page <- paste(readLines(project("docs", "from-sdcmicro.md"), encoding = "UTF-8"), collapse = "\n")
  expect_identical(all[!vapply(all, grepl, NA, page, fixed = TRUE)], character())
  listed <- sub("(?s).*<!-- in the package for R -->(.*)<!-- end -->.*", "\\1", page, perl = TRUE)
  here <- regmatches(listed, gregexpr("(?<=`)[^` ]+(?=`)", listed, perl = TRUE))[[1L]]
  expect_setequal(intersect(all, c(getNamespaceExports("tacit"))), intersect(all, here))
})
