import type { IResolvable } from "../cdk";

/** What answers the attributes of a queue as references: in most cases a resource or a data source. */
export interface MergeQueueValues {
  /** Terraform address, as a token. */
  readonly fqn: string;
  /**
   * Answers a reference to a text.
   * @param name - Terraform name of the attribute, `repo.host` for what is nested
   */
  getStringAttribute(name: string): string;
  /** Answers a reference to a number, as {@link MergeQueueValues.getStringAttribute} does to a text. */
  getNumberAttribute(name: string): number;
  /** Answers a reference to a truth value, as {@link MergeQueueValues.getStringAttribute} does to a text. */
  getBooleanAttribute(name: string): IResolvable;
  /** Answers a reference to a list of texts, as {@link MergeQueueValues.getStringAttribute} does to a text. */
  getListAttribute(name: string): string[];
}
