locals {
  queue = provider::mergequeue::parse_queue_id("github.com/acme/web/main")
}

data "mergequeue_queue" "by_id" {
  repo          = local.queue.repo
  target_branch = local.queue.target_branch
}

output "branch" {
  value = local.queue.target_branch
}
