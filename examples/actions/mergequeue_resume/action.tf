action "mergequeue_resume" "api" {
  config {
    repo          = { host = "github.com", owner = "acme", name = "api" }
    target_branch = "main"
  }
}
