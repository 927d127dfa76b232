# Applies with a mocked provider: without service, address or token, and with every state of a queue.

mock_provider "mergequeue" {
  mock_resource "mergequeue_queue" {
    defaults = {
      id = "github.com/acme/web/main"
    }
  }

  mock_data "mergequeue_queue" {
    defaults = {
      id    = "github.com/acme/web/main"
      state = "running"
    }
  }
}

variables {
  repo              = { owner = "acme", name = "web" }
  required_statuses = ["ci/build"]
}

run "a_queue_that_runs_is_fine" {
  assert {
    condition     = output.id == "github.com/acme/web/main"
    error_message = "The module shows another id than the provider: ${output.id}."
  }

  assert {
    condition     = output.queue.required_statuses == toset(["ci/build"])
    error_message = "The module does not show the required statuses of the queue."
  }
}

run "a_paused_queue_is_told" {
  override_data {
    target = data.mergequeue_queue.now
    values = {
      state = "paused"
    }
  }

  expect_failures = [check.queue_runs]
}

run "what_is_read_can_be_mocked_too" {
  module {
    source = "./tests/look"
  }

  variables {
    repo          = { host = "github.com", owner = "acme", name = "web" }
    target_branch = "main"
  }

  override_data {
    target = data.mergequeue_metrics.this
    values = {
      text = "queue_depth 3"
    }
  }

  assert {
    condition     = output.metrics.text == "queue_depth 3"
    error_message = "The module does not read the mocked values."
  }

  # A mock cannot fill lists of objects: they are empty.
  assert {
    condition     = length(output.pull_requests) == 0 && length(output.metrics.samples) == 0
    error_message = "A mocked list is not empty."
  }
}
