output "queue_id" {
  value = provider::mergequeue::queue_id("github.com", "acme", "web", "release/1.x")
}
