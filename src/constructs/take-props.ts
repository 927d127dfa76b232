import { quote } from "../text/quote";
import type { Construct } from "./cdk";

/**
 * Takes the props of a construct. Callers in JavaScript can pass anything: what is no object counts as props without
 * any, and is reported when the stack is synthesized.
 */
export function takeProps<Props extends object>(construct: Construct, props: Props): Props {
  const given: unknown = props;
  if (typeof given === "object" && given !== null && !Array.isArray(given)) return props;
  construct.node.addValidation({
    validate: () => [`props: Must be an object of props, got ${quote(given)}.`],
  });
  return {} as Props;
}
