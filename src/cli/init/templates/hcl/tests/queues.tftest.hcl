# Plans without a service: nothing listens at this address, and the token is invalid.
provider "mergequeue" {
  base_url = "http://127.0.0.1:9/v1"
  token    = "not-used-by-plans"
}

# Also checks the policy.
run "the_branch_has_a_queue" {
  command = plan

  assert {
    condition     = mergequeue_queue.__NAME__.id == "__ID__"
    error_message = "The queue is ${mergequeue_queue.__NAME__.id}."
  }
}
