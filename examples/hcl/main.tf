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

variable "branches" {
  description = "Branches of the repository that get a merge queue."
  type        = set(string)
  default     = ["main", "release/1.x"]
}

resource "mergequeue_queue" "branch" {
  for_each = var.branches

  repo = {
    host  = "github.com"
    owner = "acme"
    name  = "web"
  }
  target_branch = each.value

  mode                    = "single"
  concurrency             = each.value == "main" ? 4 : 1
  testing_timeout_minutes = 60
  required_statuses       = ["ci/build", "ci/test"]
  merge_method            = "squash"

  timeouts = {
    create = "2m"
  }
}

output "queue_ids" {
  value = [for queue in mergequeue_queue.branch : queue.id]
}
