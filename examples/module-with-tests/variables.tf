variable "repo" {
  description = "The repository whose pull requests the queue merges."
  type = object({
    host  = optional(string, "github.com")
    owner = string
    name  = string
  })
}

variable "target_branch" {
  description = "The branch that the queue merges into."
  type        = string
  default     = "main"
}

variable "required_statuses" {
  description = "Statuses that must pass for a pull request to merge; at least one."
  type        = set(string)

  validation {
    condition     = length(var.required_statuses) > 0
    error_message = "Name at least one required status: an empty list would replace those of branch protection with none."
  }
}

variable "concurrency" {
  description = "How many pull requests, or batches, are tested at once; from 2 on, each must report its impacted targets."
  type        = number
  default     = 1

  validation {
    condition     = contains(range(1, 9), var.concurrency)
    error_message = "Our CI has room for 1 to 8 tests at once."
  }
}

variable "batch_size" {
  description = "How many pull requests make a batch at least; 1 means no batches."
  type        = number
  default     = 1

  validation {
    condition     = contains(range(1, 21), var.batch_size)
    error_message = "A batch has 1 to 20 pull requests: bisecting a larger one takes too long."
  }
}
