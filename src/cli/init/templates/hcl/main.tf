terraform {
  required_version = ">= 1.5"

  # Pipelines need a place for the state. Uncomment this, or write another backend; the workflow says what to set.
  # backend "http" {}

  required_providers {
    mergequeue = {
      source  = "mergequeue/mergequeue"
      version = "~> 2.0"
    }
  }
}

# Address and token come from MERGEQUEUE_BASE_URL and MERGEQUEUE_TOKEN.
provider "mergequeue" {}

# if new
# A setting that is left out is not managed: it is read and shown, but never changed.
resource "mergequeue_queue" "__NAME__" {
  repo          = { host = "__HOST__", owner = "__OWNER__", name = "__REPOSITORY__" }
  target_branch = "__BRANCH__"

  # Tests one pull request at a time. With "parallel", each pull request must report its impacted targets.
  mode         = "single"
  merge_method = "squash"

  # end
  # if statuses
  required_statuses = ["__STATUSES__"]
  # end
  # if protection
  # Required statuses are those of branch protection. A list here would replace them.
  # end
  # if new
}
# end
# if live
# As the queue is now. A setting that is left out is not managed: it is read and shown, but never changed.
# end
# if inherited
# Required statuses are a comment, because they may come from branch protection. Uncomment them if not.
# end
# if live
# __CODE__
# end

# The policy: what is broken is a warning of each plan, and fails the tests.
check "policy" {
  assert {
    condition     = mergequeue_queue.__NAME__.deletion_policy != "abandon"
    error_message = "${mergequeue_queue.__NAME__.id} would be forgotten instead of deleted."
  }
}
