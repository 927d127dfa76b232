action "mergequeue_pause" "web" {
  config {
    repo          = { host = "github.com", owner = "acme", name = "web" }
    target_branch = "main"
  }
}

action "mergequeue_resume" "web" {
  config {
    repo          = { host = "github.com", owner = "acme", name = "web" }
    target_branch = "main"
  }
}

# A placeholder for the deployment.
resource "terraform_data" "web" {
  input = "v2"

  lifecycle {
    action_trigger {
      events  = [before_create, before_update]
      actions = [action.mergequeue_pause.web]
    }

    action_trigger {
      events  = [after_create, after_update]
      actions = [action.mergequeue_resume.web]
    }
  }
}
