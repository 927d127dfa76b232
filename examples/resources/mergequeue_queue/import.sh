terraform import mergequeue_queue.main github.com/acme/web/main
