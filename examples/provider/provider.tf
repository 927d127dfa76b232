terraform {
  required_providers {
    mergequeue = {
      source  = "mergequeue/mergequeue"
      version = "~> 2.0"
    }
  }
}

# Address and token come from MERGEQUEUE_BASE_URL and MERGEQUEUE_TOKEN.
provider "mergequeue" {}

resource "mergequeue_queue" "docs" {
  repo = {
    host  = "github.com"
    owner = "acme"
    name  = "docs"
  }
  target_branch = "main"

  mode              = "single"
  concurrency       = 4
  required_statuses = ["ci/build", "ci/test"]
}
