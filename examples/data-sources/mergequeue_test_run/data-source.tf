variable "test_run_id" {
  description = "The service's id of a test run."
  type        = string
}

data "mergequeue_test_run" "last" {
  repo          = { host = "github.com", owner = "acme", name = "web" }
  target_branch = "main"
  test_run_id   = var.test_run_id
}

output "checks" {
  value = flatten(data.mergequeue_test_run.last.check_suites[*].check_runs[*].name)
}
