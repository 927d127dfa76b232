import { PROVIDER_ARGUMENTS } from "../../queue/provider-arguments";
import { replaceNumberTokens } from "../values/terraform-value";
import type { MergeQueueProviderProps } from "./merge-queue-provider-props";

/** Returns the provider's arguments that the props set, by their Terraform names. */
export function toProviderAttributes(props: MergeQueueProviderProps): Record<string, unknown> {
  return Object.fromEntries(
    PROVIDER_ARGUMENTS.flatMap(({ attribute, name }) => {
      const value = props[name];
      if (value === undefined) return [];
      return [[attribute, typeof value === "string" ? replaceNumberTokens(value) : value]];
    }),
  );
}
