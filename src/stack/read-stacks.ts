import { join } from "node:path";
import type { Finding } from "../queue/finding";
import { MergeQueueError } from "../queue/merge-queue-error";
import { toIdentityKey } from "../queue/queue-identity";
import { suggestName } from "../text/suggest-name";
import { parseTerraformFile } from "../text/terraform-json";
import { Configuration, isForeignConfiguration, isJsonConfiguration } from "./configuration";
import { findConfigurations } from "./find-configurations";
import { findStaleness } from "./find-staleness";
import { QueueBlocks } from "./queue-blocks";
import { readConfiguration } from "./read-configuration";
import { readRegularFile } from "./read-regular-file";
import {
  type ConfigurationFiles,
  type DeclaredProvider,
  FaultLog,
  type ReadFile,
  type StackInputs,
  type StackQueue,
  type StackReading,
} from "./stack-reading";
import { terraformOnly, UnreadError } from "./unread-error";
import { collectVariableValues } from "./variables";

/** Maximum number of findings in the message. `details.findings` contains all findings. */
const MAX_LINES = 100;

/**
 * Reads the queues of the synthesized stacks in a directory, and checks them by the provider's rules.
 * @throws MergeQueueError `invalid_stack` if there is no stack, or if a stack has problems.
 * `details.findings` contains all problems. The path of a problem consists of file, address and attribute.
 */
export async function readStacks(directory: string, inputs: StackInputs): Promise<StackReading> {
  const log = new FaultLog();
  const queues: StackQueue[] = [];
  const variables = new Set<string>();
  const { readFile = readRegularFile, isWanted = () => true, variables: given } = inputs;
  for (const place of await findConfigurations(directory, readFile)) {
    const configuration = await loadConfiguration(place, readFile, log);
    const values = await collectVariableValues(place, { ...inputs, readFile }, log);
    for (const name of configuration.variable.keys()) variables.add(name);
    const blocks = new QueueBlocks(configuration, values);
    queues.push(...readConfiguration({ stack: place.stack, blocks, isWanted, log }));
  }
  for (const name of [...(given?.keys() ?? [])].filter((each) => !variables.has(each))) {
    const suggestion = suggestName(name, variables);
    log.addFinding([`--var ${name}`], `No stack declares a variable of this name.${suggestion}`);
  }
  findDuplicates(queues, log);
  if (log.findings.length > 0) throw invalidStack(log.findings);
  const { warnings, ...staleness } = await findStaleness(directory);
  return { queues, ...staleness, warnings: [...warnings, ...log.warnings] };
}

/** Reads all files of a directory as one configuration, as Terraform does. */
async function loadConfiguration(
  { prefix, directory, names }: ConfigurationFiles,
  readFile: ReadFile,
  log: FaultLog,
): Promise<Configuration> {
  const configuration = new Configuration();
  const foreign: string[] = [];
  for (const name of names) {
    const file = prefix + name;
    if (!isJsonConfiguration(name) && !isForeignConfiguration(name)) continue;
    await log.catchFault([file], async () => {
      if (/(?:^|_)override\.[a-z.]+$/.test(name)) throw terraformOnly("it is an override file");
      if (isForeignConfiguration(name)) {
        foreign.push(file);
        return;
      }
      const text = await readFile(join(directory, name));
      const root = parseTerraformFile(text, (reason) => new UnreadError(reason));
      configuration.add(root, file, log);
    });
  }
  if (foreign.length > 0)
    log.warnings.add(`${foreign.join(", ")}: Files in HCL are not read, and queues in them are not planned.`);
  return configuration;
}

function findDuplicates(queues: readonly StackQueue[], log: FaultLog): void {
  const firsts = new Map<string, StackQueue>();
  for (const queue of queues) {
    const key = JSON.stringify([toIdentityKey(queue.identity), toServiceKey(queue.provider)]);
    const first = firsts.get(key) ?? queue;
    firsts.set(key, first);
    if (first === queue) continue;
    const other = first.stack === queue.stack ? first.address : `${first.address} of stack ${first.stack}`;
    const message = `It is the same queue as ${other} in ${first.file}; declare it once.`;
    log.addFinding([queue.file, queue.address], message);
  }
}

/** Returns equal keys for providers of one service. Absent arguments come from the same environment. */
function toServiceKey({ arguments: given, unresolved }: DeclaredProvider): unknown {
  return ["base_url", "token"].map((name) => [given.get(name) ?? null, unresolved.get(name) ?? null]);
}

function invalidStack(findings: readonly Finding[]): MergeQueueError {
  const lines = findings.slice(0, MAX_LINES).map(({ path: [file = "", ...rest], message }) => {
    const where = rest.length === 0 ? file : `${file}: ${rest.join(".")}`;
    return `- ${where}: ${message}`;
  });
  if (findings.length > MAX_LINES) lines.push(`- and ${findings.length - MAX_LINES} more`);
  const what = findings.length === 1 ? "a fault" : `${findings.length} faults`;
  const message = `The stack has ${what}; nothing was sent.\n${lines.join("\n")}`;
  return new MergeQueueError("invalid_stack", message, { findings });
}
