terraform {
  # Ephemeral variables; OpenTofu has them from 1.11 on.
  required_version = ">= 1.10"

  required_providers {
    mergequeue = {
      source  = "mergequeue/mergequeue"
      version = "~> 2.0"
    }
  }
}

# Never written to a plan file or a state, so set it again for the apply.
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
  mode          = "single"
}
