import type { Finding } from "../queue/finding";
import { MergeQueueError } from "../queue/merge-queue-error";
import { suggestName } from "../text/suggest-name";
import type { Configuration } from "./configuration";
import type { DeclaredQueue } from "./declared-queue";
import { FaultLog } from "./fault-log";
import { findConfigurations } from "./find-configurations";
import { findDuplicates } from "./find-duplicates";
import { findWorkspace } from "./find-workspace";
import { listStalenessWarnings } from "./list-staleness-warnings";
import { loadConfiguration } from "./load-configuration";
import { readConfiguration } from "./read-configuration";
import type { StackInputs, StackReading } from "./stack-reading";
import { collectVariableValues } from "./variable-values";

/** Most findings that are told in the message; the details have all of them. */
const MAX_LINES = 100;

/**
 * Reads what synthesized stacks declare, without Terraform: every expression resolved, everything checked by the rules
 * of the provider.
 * @param directory - the CDK's output directory, or any directory with `*.tf.json`
 * @throws MergeQueueError `invalid_stack` with everything that is wrong, in the message and as `details.findings`; paths
 *   are file, address and attribute
 */
export async function readStacks(directory: string, inputs: StackInputs): Promise<StackReading> {
  const log = new FaultLog();
  const places = await findConfigurations(directory);
  for (const warning of await listStalenessWarnings(directory)) log.addWarning(warning);
  const queues: DeclaredQueue[] = [];
  const configurations: Configuration[] = [];
  for (const place of places) {
    const workspace = await findWorkspace(place.directory, inputs.environment);
    const configuration = await loadConfiguration(place, workspace, log);
    const values = await collectVariableValues(place, inputs, log);
    configurations.push(configuration);
    queues.push(...readConfiguration(configuration, values, inputs.isWanted ?? (() => true), log));
  }
  checkVariables(configurations, inputs, log);
  findDuplicates(queues, log);
  if (log.findings.length > 0) throw invalidStack(log.findings);
  return { queues, stacks: places.map(({ stack }) => stack), warnings: log.warnings };
}

/** A value for a variable that is nowhere declared is a slip of the pen. */
function checkVariables(
  configurations: readonly Configuration[],
  { variables }: StackInputs,
  log: FaultLog,
): void {
  for (const name of variables.keys()) {
    if (configurations.some((configuration) => configuration.variables.has(name))) continue;
    const declared = configurations.flatMap((configuration) => [...configuration.variables.keys()]);
    const suggestion = suggestName(name, declared);
    log.addFinding([`--var ${name}`], `No stack declares a variable of this name.${suggestion}`);
  }
}

function invalidStack(findings: readonly Finding[]): MergeQueueError {
  const lines = findings.slice(0, MAX_LINES).map(({ path, message }) => `- ${formatPath(path)}: ${message}`);
  const more = findings.length - lines.length;
  if (more > 0) lines.push(`- and ${more} more`);
  const what = findings.length === 1 ? "a fault" : `${findings.length} faults`;
  return new MergeQueueError(
    "invalid_stack",
    `The stack has ${what}; nothing was sent.\n${lines.join("\n")}`,
    { findings },
  );
}

/** `file: address.attribute`. */
function formatPath([file = "", ...rest]: readonly string[]): string {
  return rest.length === 0 ? file : `${file}: ${rest.join(".")}`;
}
