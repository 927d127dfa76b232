import {
  to = mergequeue_queue.main
  identity = {
    host          = "github.com"
    owner         = "acme"
    name          = "web"
    target_branch = "main"
  }
}
