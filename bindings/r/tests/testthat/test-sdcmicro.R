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
