# Plans only, without a service: the provider's reads during a plan are optional.

# There is no service at this address, and the token is invalid.
provider "mergequeue" {
  base_url = "http://127.0.0.1:9/v1"
  token    = "not-used-by-plans"
}

variables {
  repo              = { owner = "acme", name = "web" }
  required_statuses = ["ci/build"]
}

run "defaults" {
  command = plan

  # The check's result is unknown before the queue exists; a test counts this as a failure.
  expect_failures = [check.queue_runs]

  assert {
    condition     = output.id == "github.com/acme/web/main"
    error_message = "The queue's id is not known while planning: ${output.id}."
  }

  assert {
    condition     = mergequeue_queue.this.mode == "single" && mergequeue_queue.this.batch == false
    error_message = "By default one pull request is tested at a time."
  }
}

run "several_at_once" {
  command = plan

  variables {
    target_branch = "release/1.x"
    concurrency   = 4
    batch_size    = 5
  }

  expect_failures = [check.queue_runs]

  assert {
    condition     = output.id == "github.com/acme/web/release/1.x"
    error_message = "The branch's slash belongs to the id: ${output.id}."
  }

  assert {
    condition     = mergequeue_queue.this.mode == "parallel" && mergequeue_queue.this.batching_min_size == 5
    error_message = "Batches of 5 are tested side by side."
  }
}

run "too_many_at_once_are_refused" {
  command = plan

  variables {
    concurrency = 9
  }

  expect_failures = [var.concurrency]
}

run "a_queue_that_tests_nothing_is_refused" {
  command = plan

  variables {
    required_statuses = []
  }

  expect_failures = [var.required_statuses]
}

run "half_a_batch_is_refused" {
  command = plan

  variables {
    batch_size = 2.5
  }

  expect_failures = [var.batch_size]
}
