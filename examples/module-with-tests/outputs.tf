output "id" {
  description = "The queue's id: what `terraform import` takes."
  value       = mergequeue_queue.this.id
}

output "queue" {
  description = "The queue with all its settings, including those that the module leaves to the service."
  value       = mergequeue_queue.this
}
