import type { BenchPart } from "./bench-part";
import { measureFleet } from "./fleet/measure-fleet";
import { measureEngine } from "./measure-engine";
import { measureSynth } from "./measure-synth";
import { measureStart } from "./start/measure-start";
import { measureMemory } from "./terraform/measure-memory";
import { measureTerraform } from "./terraform/measure-terraform";

/** Everything that is measured, in this order. */
const PARTS: readonly BenchPart[] = [
  { name: "start", what: "how fast providers start", run: measureStart },
  { name: "terraform", what: "Terraform's plans and applies with each provider", run: measureTerraform },
  { name: "memory", what: "what a provider process holds after many queues", run: measureMemory },
  { name: "fleet", what: "the command's plans of many queues", run: measureFleet },
  { name: "synth", what: "the synthesis of many queues", run: measureSynth },
  { name: "engine", what: "the engine of the local service", run: measureEngine },
];

/**
 * Looks up parts by name.
 * @param names - as given on the command line; none means all
 * @throws Error naming the known parts if one is unknown
 */
export function findParts(names: readonly string[]): readonly BenchPart[] {
  const unknown = names.filter((name) => !PARTS.some((part) => part.name === name));
  if (unknown.length > 0) {
    const known = PARTS.map(({ name, what }) => `${name} (${what})`).join(", ");
    throw new Error(`There is no part ${unknown.join(", ")}. There are: ${known}.`);
  }
  return names.length === 0 ? PARTS : PARTS.filter(({ name }) => names.includes(name));
}
