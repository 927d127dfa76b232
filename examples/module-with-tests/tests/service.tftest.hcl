# Applies against a service: the one of MERGEQUEUE_BASE_URL and MERGEQUEUE_TOKEN, for example `mergequeue serve`.
# Each run continues from the one before; at the end Terraform destroys everything.

variables {
  repo              = { host = "github.com", owner = "acme", name = "module-with-tests" }
  target_branch     = "main"
  required_statuses = ["ci/build", "ci/test"]
}

run "create" {
  assert {
    condition     = output.id == "github.com/acme/module-with-tests/main"
    error_message = "The queue got another id: ${output.id}."
  }

  assert {
    condition     = output.queue.concurrency == 1 && output.queue.mode == "single"
    error_message = "By default one pull request is tested at a time."
  }
}

# The module's check reads the queue during the plan, or after the apply if the plan changes the queue. With any change,
# the check's result would be unknown here, and this run would fail.
run "a_second_plan_changes_nothing" {
  command = plan

  assert {
    condition     = output.queue.concurrency == 1 && output.queue.comments_enabled != null
    error_message = "A second plan differs from the first, or does not know the settings that the service has chosen."
  }
}

run "a_refused_value_changes_nothing" {
  command = plan

  variables {
    concurrency = 0
  }

  expect_failures = [var.concurrency]
}

run "more_at_once" {
  variables {
    concurrency = 4
    batch_size  = 5
  }

  assert {
    condition     = output.queue.mode == "parallel" && output.queue.batch
    error_message = "Batches of 5 are tested side by side."
  }
}

# A resource could store and report the same wrong value; data sources read the service.
run "the_service_has_what_was_asked" {
  module {
    source = "./tests/look"
  }

  assert {
    condition     = output.queue.concurrency == 4 && output.queue.batching_min_size == 5
    error_message = "The service has ${output.queue.concurrency} at once, in batches of ${output.queue.batching_min_size}."
  }

  assert {
    condition     = output.queue.required_statuses == toset(["ci/build", "ci/test"])
    error_message = "The service requires other statuses: ${join(", ", output.queue.required_statuses)}."
  }

  assert {
    condition     = output.queue.merge_method == "squash" && output.queue.state == "running"
    error_message = "The service's settings differ from those of the module."
  }

  assert {
    condition     = length(output.pull_requests) == 0
    error_message = "The new queue is not empty."
  }

  assert {
    condition     = length([for sample in output.metrics.samples : sample if sample.labels["branch"] == "main"]) > 0
    error_message = "The service has no metrics of the queue."
  }
}
