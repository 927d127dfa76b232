data "mergequeue_metrics" "web" {
  repo = { host = "github.com", owner = "acme", name = "web" }
}

output "measured" {
  description = "Values by the name of the metric."
  value       = { for sample in data.mergequeue_metrics.web.samples : sample.name => sample.value... if sample.value != null }
}
