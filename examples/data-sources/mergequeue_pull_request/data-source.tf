data "mergequeue_pull_request" "release" {
  repo          = { host = "github.com", owner = "acme", name = "web" }
  target_branch = "main"
  branch        = "release/2.0"
}

check "release_can_start" {
  assert {
    condition     = data.mergequeue_pull_request.release.can_start_testing != false
    error_message = "Pull request ${data.mergequeue_pull_request.release.number} cannot be tested yet."
  }
}
