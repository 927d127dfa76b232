action "mergequeue_drain" "api" {
  config {
    repo          = { host = "github.com", owner = "acme", name = "api" }
    target_branch = "main"
    timeouts      = { invoke = "90m" }
  }
}
