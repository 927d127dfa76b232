resource "mergequeue_queue" "api" {
  repo          = { host = "github.com", owner = "acme", name = "api" }
  target_branch = "main"

  on_existing  = "adopt"
  merge_method = "squash"
}
