import { type Construct, TerraformStack } from "../cdk";

/** The key of a mark that is the same in every copy of this package. */
export const BRAND = Symbol.for("terraform-provider-mergequeue/MergeQueueProvider");

/** A provider of merge queues. */
export interface BrandedProvider extends Construct {
  /** Whether its stack needs the plugin. */
  readonly [BRAND]: boolean;
}

/** Tells whether `brandProvider` of any copy of this package marked a value. */
export function isBrandedProvider(value: unknown): value is BrandedProvider {
  return typeof value === "object" && value !== null && BRAND in value;
}

/** Lists the providers of merge queues in a stack. */
export function listProviders(stack: TerraformStack): BrandedProvider[] {
  const providers = stack.node.findAll().filter(isBrandedProvider);
  return providers.filter((provider) => TerraformStack.of(provider) === stack);
}
