terraform {
  required_version = ">= 1.5"

  required_providers {
    mergequeue = {
      source  = "mergequeue/mergequeue"
      version = "~> 2.0"
    }
  }
}

# No provider block: the caller of the module configures the provider.

resource "mergequeue_queue" "this" {
  repo          = var.repo
  target_branch = var.target_branch

  # From 2 on, CI has to report what each pull request changes, with mergequeue pr impacted-targets.
  mode              = var.concurrency == 1 ? "single" : "parallel"
  concurrency       = var.concurrency
  batch             = var.batch_size > 1
  batching_min_size = var.batch_size > 1 ? var.batch_size : null

  required_statuses       = var.required_statuses
  testing_timeout_minutes = 60
  merge_method            = "squash"

  # `state` is left out, so that applying never undoes an operator's pause.
}

# Only warns: an operator can pause the queue on purpose, and this does not stop an apply.
check "queue_runs" {
  data "mergequeue_queue" "now" {
    repo          = var.repo
    target_branch = var.target_branch

    # Not before the queue exists.
    depends_on = [mergequeue_queue.this]
  }

  assert {
    condition     = data.mergequeue_queue.now.state == "running"
    error_message = "Merge queue ${data.mergequeue_queue.now.id} does not run: it shows ${data.mergequeue_queue.now.state}."
  }
}
