test_that("figures by their names, before and after", {
  record <- tacit_measure(tacit_plan(people, key = age), "prosecutor")
  expect_equal(1 / figures(record, "prosecutor")[["highest"]], 10) # 40 ages, 10 records each
  release <- protect(tacit_plan(people, key = age, measures = "prosecutor") |> step_recode(age, width = 10))
  expect_equal(figures(release, "prosecutor")[["highest"]], 0.01) # 4 groups of 100
  expect_error(figures(record, "prosecuter"), class = "tacit_wrong_request")
  expect_true(all(c("before", "after") %in% summary(release)$when))
  expect_output(print(release), "400 records, 3 columns")
  expect_identical(holds(record), NA)
  lines <- utils::capture.output(print(release))
  expect_lte(max(nchar(lines)), getOption("width"))
  expect_match(lines, "before +after$", all = FALSE)
  expect_match(utils::capture.output(print(record)), "prosecutor: Records at risk +0$", all = FALSE)
})

test_that("pictures are drawn", {
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  release <- protect(tacit_plan(people, key = age) |> step_microaggregate(pay, k = 3))
  expect_s3_class(plot(release), "tacit_release")
  map <- explore(tacit_plan(people, seed = 1), numbers = I("pay"), methods = list(noise = 0.1, rank_swap = 5))
  expect_s3_class(plot(map), "tacit_exploration")
  expect_true(any(frontier(map)$best))
  expect_output(print(map), "Ways tried.*way +risk +by +loss +best")
  expect_s3_class(protect(best(map)), "tacit_release")
})

test_that("progress is told, and what it throws stops the work", {
  told <- 0
  big <- data.frame(a = rnorm(20000), b = rnorm(20000))
  plan <- tacit_plan(big) |> step_microaggregate(c(a, b), k = 3, algorithm = "mdav")
  expect_error(protect(plan, progress = function(...) stop("enough")), "enough")
  expect_identical(same(people), people)
})

test_that("Ctrl-C stops it and work goes on after", {
  skip_on_os("windows")
  big <- data.frame(a = rnorm(60000), b = rnorm(60000))
  plan <- tacit_plan(big) |> step_microaggregate(c(a, b), k = 3, algorithm = "mdav")
  caught <- tryCatch(protect(plan, progress = function(...) tools::pskill(Sys.getpid(), tools::SIGINT)),
                     interrupt = function(i) "interrupted")
  expect_identical(caught, "interrupted")
  expect_identical(same(people), people)
})

test_that("compare, and any task", {
  release <- protect(tacit_plan(people, key = age) |> step_recode(age, width = 10) |> step_reorder(keep = TRUE))
  record <- tacit_compare(tacit_plan(people, measures = "moments"), protected(release))
  expect_identical(record$command, "compare")
  told <- tacit_run("measure", "data: memory:people\nroles: {key: age}\nmeasures: [uniques]\n", list(people = people))
  expect_equal(figures(told, "uniques")[["uniques"]], 0)
})

test_that("a release is verified", {
  folder <- tempfile()
  dir.create(folder)
  out <- file.path(folder, "safe.csv")
  protect(tacit_plan(people, key = age, output = out) |> require_k_anonymity(k = 5))
  expect_true(tacit_verify(out)$verified)
})

test_that("the workbench begins and ends", {
  old <- setwd(tempdir())
  on.exit(setwd(old))
  bench <- workbench(command = command(), browse = FALSE)
  expect_match(bench$address, "^http://127.0.0.1:[0-9]+/")
  close(bench)
})
