import { convertValue } from "../hcl/values/convert-value";
import { suggestName } from "../text/suggest-name";
import type { Configuration } from "./configuration";
import { COMMENT } from "./configuration";
import type { DeclaredProvider } from "./declared-queue";
import { tryEvaluateNode } from "./evaluate-node";
import type { FaultLog } from "./fault-log";
import type { ModuleScope } from "./module-scope";
import { PROVIDER_ARGUMENTS } from "./queue-attributes";
import { toPlainValue } from "./to-plain-value";

/**
 * Evaluates the provider of a name, `mergequeue` or `mergequeue.ALIAS`. One without an alias need not be declared.
 * @param log - takes what is wrong with its arguments
 * @returns undefined if it is not declared
 */
export function tryReadProvider(
  name: string,
  configuration: Configuration,
  { evaluation }: ModuleScope,
  log: FaultLog,
): DeclaredProvider | undefined {
  const { stack } = configuration;
  const block = configuration.providers.get(name);
  const settled = new Map<string, string | number | boolean>();
  const unresolved = new Map<string, string>();
  if (block === undefined) {
    return name.includes(".") ? undefined : { name, stack, arguments: settled, unresolved };
  }
  for (const [argument, node] of block.body.fields) {
    if (argument === COMMENT || argument === "alias" || argument === "version") continue;
    const type = PROVIDER_ARGUMENTS.get(argument);
    const path = [block.file, `provider.${name}`, argument];
    if (type === undefined) {
      log.addFinding(
        path,
        `The provider has no argument of this name.${suggestName(argument, PROVIDER_ARGUMENTS.keys())}`,
      );
      continue;
    }
    const result = tryEvaluateNode(
      node,
      evaluation,
      (value) => convertValue(value, type),
      argument === "token",
    );
    if (result.fault === undefined) {
      const value = toPlainValue(result.value);
      if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") {
        settled.set(argument, value);
      }
    } else if (result.fault.kind === "unresolved") {
      unresolved.set(argument, result.fault.message);
    } else {
      log.addFinding(path, result.fault.message);
    }
  }
  return { name, stack, arguments: settled, unresolved };
}
