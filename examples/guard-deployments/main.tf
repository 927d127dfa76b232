terraform {
  required_version = ">= 1.5"

  required_providers {
    mergequeue = {
      source  = "mergequeue/mergequeue"
      version = "~> 2.0"
    }
  }
}

# Address and token come from MERGEQUEUE_BASE_URL and MERGEQUEUE_TOKEN.
provider "mergequeue" {}

variable "release" {
  description = "What to deploy."
  type        = string
  default     = "v1"
}

locals {
  repo          = { host = "github.com", owner = "acme", name = "web" }
  target_branch = "main"
}

data "mergequeue_queue" "main" {
  repo          = local.repo
  target_branch = local.target_branch
}

# A placeholder for the deployment. While the queue is paused, its precondition fails the plan.
resource "terraform_data" "deployment" {
  input = var.release

  lifecycle {
    precondition {
      condition     = data.mergequeue_queue.main.state != "paused"
      error_message = "Merge queue ${data.mergequeue_queue.main.id} is paused: nothing is deployed until it runs again."
    }
  }
}

# A check only warns, even if its read fails. It never stops a deployment.
check "queue_moves" {
  data "mergequeue_queue" "now" {
    repo          = local.repo
    target_branch = local.target_branch
  }

  assert {
    condition     = data.mergequeue_queue.now.state == "running"
    error_message = "Merge queue ${data.mergequeue_queue.now.id} does not run: it shows ${data.mergequeue_queue.now.state}."
  }

  assert {
    condition     = length(data.mergequeue_queue.now.enqueued_pull_requests) < 20
    error_message = "20 pull requests or more wait in merge queue ${data.mergequeue_queue.now.id}."
  }
}

output "waiting" {
  description = "How many pull requests are in the queue."
  value       = length(data.mergequeue_queue.main.enqueued_pull_requests)
}
