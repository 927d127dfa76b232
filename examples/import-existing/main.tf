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

# The id is host/owner/name/branch.
import {
  to = mergequeue_queue.main
  id = "github.com/acme/web/main"
}
