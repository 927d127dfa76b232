data "mergequeue_queue" "main" {
  repo          = { host = "github.com", owner = "acme", name = "web" }
  target_branch = "main"
}

output "waiting" {
  description = "Numbers of the pull requests that wait for their tests."
  value       = [for pr in data.mergequeue_queue.main.enqueued_pull_requests : pr.number if pr.state == "pending"]
}

check "queue_runs" {
  assert {
    condition     = data.mergequeue_queue.main.state == "running"
    error_message = "Queue ${data.mergequeue_queue.main.id} does not run: it shows ${data.mergequeue_queue.main.state}."
  }
}
