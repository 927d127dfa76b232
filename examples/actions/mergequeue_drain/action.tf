action "mergequeue_drain" "docs" {
  config {
    repo          = { host = "github.com", owner = "acme", name = "docs" }
    target_branch = "main"
    timeouts      = { invoke = "90m" }
  }
}

action "mergequeue_resume" "docs" {
  config {
    repo          = { host = "github.com", owner = "acme", name = "docs" }
    target_branch = "main"
  }
}
