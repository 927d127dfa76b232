terraform {
  required_version = ">= 1.5"

  # Address, lock and credentials come from TF_HTTP_ADDRESS, TF_HTTP_LOCK_ADDRESS, TF_HTTP_UNLOCK_ADDRESS,
  # TF_HTTP_USERNAME and TF_HTTP_PASSWORD.
  backend "http" {}

  required_providers {
    mergequeue = {
      source  = "mergequeue/mergequeue"
      version = "~> 2.0"
    }
  }
}

provider "mergequeue" {}

resource "mergequeue_queue" "web" {
  repo              = { host = "github.com", owner = "acme", name = "web" }
  target_branch     = "main"
  mode              = "single"
  merge_method      = "squash"
  required_statuses = ["ci/build", "ci/test"]
}
