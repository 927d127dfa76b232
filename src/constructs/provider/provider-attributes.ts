import { toAttributeName } from "../../queue/attribute-name";
import { replaceNumberTokens } from "../values/terraform-value";
import type { MergeQueueProviderProps } from "./merge-queue-provider-props";

/** The props that are arguments of the provider; their Terraform names follow from them. */
export const PROVIDER_ARGUMENTS = [
  "baseUrl",
  "token",
  "requestTimeoutSeconds",
  "maxRetries",
  "maxRequestsPerSecond",
  "allowInsecureHttp",
  "caFile",
] as const satisfies readonly (keyof MergeQueueProviderProps)[];

/** Answers the arguments of the provider for props, by their Terraform names; absent ones are left out. */
export function toProviderAttributes(props: MergeQueueProviderProps): Record<string, unknown> {
  return Object.fromEntries(
    PROVIDER_ARGUMENTS.flatMap((name) => {
      const value = props[name];
      if (value === undefined) return [];
      return [[toAttributeName(name), typeof value === "string" ? replaceNumberTokens(value) : value]];
    }),
  );
}
