# Reads the queue, its pull requests and its metrics from the service, for the tests.

terraform {
  required_providers {
    mergequeue = {
      source  = "mergequeue/mergequeue"
      version = "~> 2.0"
    }
  }
}

variable "repo" {
  type = object({ host = string, owner = string, name = string })
}

variable "target_branch" {
  type = string
}

data "mergequeue_queue" "this" {
  repo          = var.repo
  target_branch = var.target_branch
}

data "mergequeue_pull_requests" "this" {
  repo          = var.repo
  target_branch = var.target_branch
}

data "mergequeue_metrics" "this" {
  repo = var.repo
}

output "queue" {
  value = data.mergequeue_queue.this
}

output "pull_requests" {
  value = data.mergequeue_pull_requests.this.pull_requests
}

output "metrics" {
  value = data.mergequeue_metrics.this
}
