import { INTEGER_BOUNDS } from "../../queue/settings";
import { quote } from "../../text/quote";
import type { Construct } from "../cdk";
import { IDENTITY_CHECKS } from "../queue/validate-queue-props";
import { checkText, optional } from "../values/check-props";
import { type DataMergeQueueProps, declareDataSource } from "./declare-data-source";
import { DataMergeQueuePullRequestAttributes } from "./references.generated";

/** Props of `DataMergeQueuePullRequest`. Set exactly one of `number` and `branch`. */
export interface DataMergeQueuePullRequestProps extends DataMergeQueueProps {
  /** Number of the pull request: a whole number from 0 to 4294967295. @default - selected by `branch` */
  readonly number?: number | undefined;
  /**
   * Head branch. Selects the branch's open pull request or, if none is open, the one that was closed last.
   * @default - selected by `number`
   */
  readonly branch?: string | undefined;
}

/**
 * A pull request that was submitted to a queue, found by its number or its branch. Fields that the service
 * leaves out are null. The plan fails if no such pull request was ever submitted.
 *
 * Directly in a stack, the address of the data source is `data.mergequeue_pull_request.<id>`.
 *
 * @example
 * ```ts
 * const change = new DataMergeQueuePullRequest(this, "change", {
 *   repo: "github.com/acme/web",
 *   targetBranch: "main",
 *   number: 7,
 * });
 * ```
 */
export class DataMergeQueuePullRequest extends DataMergeQueuePullRequestAttributes {
  /** Terraform type of the data source. The CDK's test matchers read this property. */
  static readonly tfResourceType = "mergequeue_pull_request";

  constructor(scope: Construct, id: string, props: DataMergeQueuePullRequestProps) {
    const checks = { ...IDENTITY_CHECKS, number: optional(checkNumber), branch: optional(checkText) };
    super(scope, id, (element) =>
      declareDataSource(element, DataMergeQueuePullRequest.tfResourceType, props, checks),
    );
    this.node.addValidation({ validate: () => checkSelector(Object(props) as typeof props) });
  }
}

function checkNumber(value: unknown): string | undefined {
  const { max } = INTEGER_BOUNDS;
  if (Number.isInteger(value) && Number(value) >= 0 && Number(value) <= max) return undefined;
  return `Must be a whole number from 0 to ${max}, got ${quote(value)}.`;
}

function checkSelector({ number, branch }: DataMergeQueuePullRequestProps): string[] {
  if (number === undefined && branch === undefined)
    return ["number: Set number or branch to say which pull request to read."];
  if (number === undefined || branch === undefined) return [];
  return ["branch: Set number or branch, not both: they could name different pull requests."];
}
