terraform {
  # Ephemeral variables; OpenTofu has them from 1.11 on.
  required_version = ">= 1.10"

  required_providers {
    mergequeue = {
      source  = "mergequeue/mergequeue"
      version = "~> 1.0"
    }
  }
}

# In no plan file and in no state: it is given anew to whoever applies.
variable "mergequeue_token" {
  type      = string
  sensitive = true
  ephemeral = true
}

provider "mergequeue" {
  token = var.mergequeue_token
}

resource "mergequeue_queue" "web" {
  repo          = { host = "github.com", owner = "acme", name = "web" }
  target_branch = "main"
  concurrency   = 4
}
