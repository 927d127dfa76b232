import type { IResolvable } from "./cdk";

/** What answers the attributes of a queue as references: in most cases a resource or a data source. */
export interface MergeQueueValues {
  /** Terraform address, as a token. */
  readonly fqn: string;
  /** @param name - Terraform name, `repo.host` for what is nested */
  getStringAttribute(name: string): string;
  getNumberAttribute(name: string): number;
  getBooleanAttribute(name: string): IResolvable;
  getListAttribute(name: string): string[];
}
