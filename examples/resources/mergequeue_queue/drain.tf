resource "mergequeue_queue" "release" {
  for_each = toset(["release/1.x", "release/2.x"])

  repo          = { host = "github.com", owner = "acme", name = "web" }
  target_branch = each.value

  mode        = "single"
  concurrency = 1

  deletion_policy = "drain"
  timeouts        = { delete = "90m" }
}
