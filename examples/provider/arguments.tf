variable "staging_url" {
  description = "Address of the staging service."
  type        = string
  default     = "https://queue.staging.example.com/v1"
}

# The token still comes from MERGEQUEUE_TOKEN.
provider "mergequeue" {
  alias = "staging"

  base_url                = var.staging_url
  request_timeout_seconds = 10
  max_requests_per_second = 5
}

data "mergequeue_queue" "staging" {
  provider = mergequeue.staging

  repo          = { host = "github.com", owner = "acme", name = "web" }
  target_branch = "main"
}
