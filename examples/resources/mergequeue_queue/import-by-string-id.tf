import {
  to = mergequeue_queue.main
  id = "github.com/acme/web/main"
}
