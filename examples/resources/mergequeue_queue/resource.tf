resource "mergequeue_queue" "main" {
  repo = {
    host  = "github.com"
    owner = "acme"
    name  = "web"
  }
  target_branch = "main"

  # Settings that are absent here are not managed.
  mode                           = "single"
  concurrency                    = 4
  testing_timeout_minutes        = 60
  batch                          = true
  batching_min_size              = 2
  batching_max_wait_time_minutes = 10
  required_statuses              = ["ci/build", "ci/test"]
  merge_method                   = "squash"
}
