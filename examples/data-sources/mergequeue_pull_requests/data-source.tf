data "mergequeue_pull_requests" "failed_today" {
  repo          = { host = "github.com", owner = "acme", name = "web" }
  target_branch = "main"

  state = "failed"
  since = timeadd(plantimestamp(), "-24h")
}

output "failed_today" {
  value = data.mergequeue_pull_requests.failed_today.pull_requests[*].title
}
