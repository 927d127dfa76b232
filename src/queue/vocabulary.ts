import { toAttributeName } from "./attribute-name";
import type { ArgumentName } from "./provider-arguments";

/** How messages name arguments and settings to users of the provider, the command or the client. */
export interface Vocabulary {
  /** Where users set a token explicitly: `the provider argument "token"`. */
  readonly tokenSource: string;
  /** Returns the name of an argument of the provider: `base_url`, `--base-url`, `baseUrl`. */
  readonly nameArgument: (attribute: ArgumentName) => string;
  /** Returns the name of a setting or of a part of the identity; takes the wire name. */
  readonly nameSetting: (wireName: string) => string;
}

/** Returns a setting's wire name, for the command and the client. */
export function keepWireName(wireName: string): string {
  return wireName;
}

/** Names in Terraform: `base_url`, `testing_timeout_minutes`. */
export const TERRAFORM_VOCABULARY: Vocabulary = {
  tokenSource: 'the provider argument "token"',
  nameArgument: (attribute) => attribute,
  nameSetting: toAttributeName,
};

export const QUEUE_TYPE = "mergequeue_queue";
