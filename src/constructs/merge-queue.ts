import type { Repository } from "../queue/queue-identity";
import type { IResolvable, ITerraformDependable, TerraformResource } from "./cdk";
import { Construct, Fn } from "./cdk";
import { brandQueue, isBrandedQueue, tryFindDuplicateQueue } from "./find-duplicate-queue";
import type { MergeQueueProps } from "./merge-queue-props";
import { MergeQueueResource } from "./merge-queue-resource";
import { pickMetaArguments, toQueueAttributes } from "./queue-attributes";
import { validateQueueProps } from "./validate-queue-props";

/**
 * A merge queue: it tests and merges the pull requests of one repository that target one branch.
 *
 * Its Terraform resource is a child with the id `Default`, so that its address is `mergequeue_queue.<id>` for a
 * queue that is created directly in a stack. Props are checked when the stack is synthesized: everything that
 * is wrong is reported at once, with the path of the construct, and without a request to the service.
 *
 * @example
 * new MergeQueue(this, "main", {
 *   repo: "github.com/acme/web",
 *   targetBranch: "main",
 *   mode: "parallel",
 *   concurrency: 4,
 *   batching: { minSize: 2, maxWaitMinutes: 10 },
 *   requiredStatuses: ["ci/build", "ci/test"],
 * });
 */
export class MergeQueue extends Construct implements ITerraformDependable {
  /** The Terraform resource, for what the props do not offer: overrides, `importFrom`, moves. */
  readonly resource: TerraformResource;

  constructor(scope: Construct, id: string, props: MergeQueueProps) {
    super(scope, id);
    this.resource = new MergeQueueResource(
      this,
      "Default",
      toQueueAttributes(props),
      pickMetaArguments(props),
    );
    brandQueue(this, props);
    this.node.addValidation({ validate: () => this.#validate(props) });
  }

  /** Tells whether a value is a `MergeQueue`, also one of another copy of this package. */
  static isMergeQueue(value: unknown): value is MergeQueue {
    return isBrandedQueue(value);
  }

  /** Address of the resource as a token, so that the queue can stand in `dependsOn` of another resource. */
  get fqn(): string {
    return this.resource.fqn;
  }

  /** The queue's id, `host/owner/name/branch`: what an import takes. */
  get id(): string {
    return this.resource.getStringAttribute("id");
  }

  /** The repository whose pull requests the queue merges. */
  get repo(): Repository {
    return {
      host: this.resource.getStringAttribute("repo.host"),
      owner: this.resource.getStringAttribute("repo.owner"),
      name: this.resource.getStringAttribute("repo.name"),
    };
  }

  /** The branch that the queue merges into. */
  get targetBranch(): string {
    return this.resource.getStringAttribute("target_branch");
  }

  /** Whether the queue works: `running`, `paused` or `draining`. */
  get state(): string {
    return this.resource.getStringAttribute("state");
  }

  /** `single` or `parallel`. */
  get mode(): string {
    return this.resource.getStringAttribute("mode");
  }

  /** How many pull requests, or batches of them, are tested at once. */
  get concurrency(): number {
    return this.resource.getNumberAttribute("concurrency");
  }

  /** How many tests may run at once while a failed batch is bisected. */
  get bisectionConcurrency(): number {
    return this.resource.getNumberAttribute("bisection_concurrency");
  }

  /** How many minutes to wait for the tests of a pull request before they count as timed out. */
  get testingTimeoutMinutes(): number {
    return this.resource.getNumberAttribute("testing_timeout_minutes");
  }

  /** How many pull requests below a failing one must finish testing before the failing one is removed. */
  get pendingFailureDepth(): number {
    return this.resource.getNumberAttribute("pending_failure_depth");
  }

  /** Whether a pull request that passes also marks the ones ahead of it as passing. */
  get canOptimisticallyMerge(): IResolvable {
    return this.resource.getBooleanAttribute("can_optimistically_merge");
  }

  /** Whether pull requests are grouped into batches for testing. */
  get batch(): IResolvable {
    return this.resource.getBooleanAttribute("batch");
  }

  /** How many minutes to wait at most for a batch to fill. */
  get batchingMaxWaitTimeMinutes(): number {
    return this.resource.getNumberAttribute("batching_max_wait_time_minutes");
  }

  /** How many pull requests make a batch at least. */
  get batchingMinSize(): number {
    return this.resource.getNumberAttribute("batching_min_size");
  }

  /** Whether pull requests are created for testing branches. */
  get createPrsForTestingBranches(): IResolvable {
    return this.resource.getBooleanAttribute("create_prs_for_testing_branches");
  }

  /** Whether the queue comments on pull requests. */
  get commentsEnabled(): IResolvable {
    return this.resource.getBooleanAttribute("comments_enabled");
  }

  /** Whether a comment with the merge command submits a pull request. */
  get commandsEnabled(): IResolvable {
    return this.resource.getBooleanAttribute("commands_enabled");
  }

  /** Whether the queue posts a status check on pull requests with their place in it. */
  get statusCheckEnabled(): IResolvable {
    return this.resource.getBooleanAttribute("status_check_enabled");
  }

  /** Names of the statuses that must pass during testing, as a list in no particular order. */
  get requiredStatuses(): string[] {
    return Fn.tolist(this.resource.getListAttribute("required_statuses"));
  }

  /** `off` or `always`. */
  get directMergeMode(): string {
    return this.resource.getStringAttribute("direct_merge_mode");
  }

  /** `off` or `bisection_skip_redundant_tests`. */
  get optimizationMode(): string {
    return this.resource.getStringAttribute("optimization_mode");
  }

  /** How pull requests are merged: `merge_commit`, `squash` or `rebase`. */
  get mergeMethod(): string {
    return this.resource.getStringAttribute("merge_method");
  }

  #validate(props: MergeQueueProps): string[] {
    const findings = validateQueueProps(props).map(({ path, message }) => `${path.join(".")}: ${message}`);
    const duplicate = tryFindDuplicateQueue(this);
    return duplicate === undefined ? findings : [...findings, duplicate];
  }
}
