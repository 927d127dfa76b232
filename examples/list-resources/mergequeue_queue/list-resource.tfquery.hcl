list "mergequeue_queue" "acme" {
  provider = mergequeue

  config {
    repos = [
      for name in ["api", "docs", "web"] : { host = "github.com", owner = "acme", name = name }
    ]
    target_branches = ["main", "release/2.0"]
  }
}
