import { isBatchingSetting, toPropName } from "../queue/batching-settings";
import { suggestName } from "../text/suggest-name";

/** Says that a construct has no prop of a name, and which one is most likely meant. */
export function describeUnknownProp(name: string, known: readonly string[]): string {
  const isInBatching = known.includes("batching") && isBatchingSetting(name);
  const suggestion = isInBatching ? ` Did you mean ${toPropName(name)}?` : suggestName(name, known);
  return `There is no prop of this name.${suggestion}`;
}
