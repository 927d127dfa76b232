import { toAttributeName } from "./attribute-name";
import type { ArgumentName } from "./provider-arguments";

/** How messages name arguments and settings. Provider, command and client have different names for them. */
export interface Vocabulary {
  /** Words for the place where users set a token, such as `the provider argument "token"`. */
  readonly tokenSource: string;
  /** Returns the name that users know for a provider argument: `base_url`, `--base-url` or `baseUrl`. */
  readonly nameArgument: (attribute: ArgumentName) => string;
  /** Converts a wire name (of a setting, or of a part of the identity) to the name that users know. */
  readonly nameSetting: (wireName: string) => string;
}

/** Returns the wire name unchanged, because users of the command and of the client know wire names. */
export function keepWireName(wireName: string): string {
  return wireName;
}

/** Names that Terraform's users know, such as `base_url` and `testing_timeout_minutes`. */
export const TERRAFORM_VOCABULARY: Vocabulary = {
  tokenSource: 'the provider argument "token"',
  nameArgument: (attribute) => attribute,
  nameSetting: toAttributeName,
};

export const QUEUE_TYPE = "mergequeue_queue";
