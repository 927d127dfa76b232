export MERGEQUEUE_BASE_URL="https://queue.example.com/v1"
export MERGEQUEUE_TOKEN="..."
