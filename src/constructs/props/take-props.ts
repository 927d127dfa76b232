import { quote } from "../../text/quote";
import type { Construct } from "../cdk";

/**
 * Takes the props of a construct. JavaScript callers can pass anything: a value that is not an object counts as empty
 * props, and is reported when the stack is synthesized.
 */
export function takeProps<Props extends object>(construct: Construct, props: Props): Props {
  if (isObject(props)) return props;
  construct.node.addValidation({
    validate: () => [`props: Must be an object of props, got ${quote(props)}.`],
  });
  return {} as Props;
}

/** Tells whether a value is an object, and not a list. */
export function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
