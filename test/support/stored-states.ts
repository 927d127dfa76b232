/**
 * The attributes of `mergequeue_queue` as releases of this provider have stored them, frozen: Terraform hands
 * every one of them to every later version (rules C-62, C-64). All are of one queue with the same settings.
 */
export const STORED_STATES = {
  "1.0.0 with everything": `{
    "additional_settings": {
      "value": {"shiny": 1, "labels": ["a"], "off": null, "limits": {"low": 1, "high": 2}},
      "type": ["object", {
        "shiny": "number", "labels": ["tuple", ["string"]], "off": "dynamic", "limits": ["map", "number"]
      }]
    },
    "batch": false, "batching_max_wait_time_minutes": 5, "batching_min_size": 2, "bisection_concurrency": 1,
    "can_optimistically_merge": false, "commands_enabled": true, "comments_enabled": true, "concurrency": 3,
    "create_prs_for_testing_branches": false, "deletion_policy": "drain", "direct_merge_mode": "off",
    "id": "github.com/acme/web/main", "merge_method": "squash", "mode": "single", "on_existing": "adopt",
    "optimization_mode": "off", "pending_failure_depth": 1,
    "repo": {"host": "github.com", "name": "web", "owner": "acme"},
    "required_statuses": ["ci/build"], "state": "running", "status_check_enabled": true, "target_branch": "main",
    "testing_timeout_minutes": 60, "timeouts": {"create": null, "delete": "90m", "read": null, "update": null}
  }`,
  "1.4.0 with the settings that the interface does not name": `{
    "additional_settings": null,
    "batch": false, "batching_max_wait_time_minutes": 5, "batching_min_size": 2, "bisection_concurrency": 1,
    "can_optimistically_merge": false, "commands_enabled": true, "comments_enabled": true, "concurrency": 3,
    "create_prs_for_testing_branches": false, "deletion_policy": null, "direct_merge_mode": "off",
    "enqueueing_label": "merge", "extension_enabled": true, "id": "github.com/acme/web/main",
    "label_commands_enabled": true, "merge_method": "squash", "mode": "single", "on_existing": null,
    "optimization_mode": "off", "pending_failure_depth": 1,
    "repo": {"host": "github.com", "name": "web", "owner": "acme"},
    "required_statuses": ["ci/build"], "state": "running", "state_labels_enabled": false, "status_check_enabled": true,
    "target_branch": "main", "testing_timeout_minutes": 60, "timeouts": null
  }`,
} as const;
