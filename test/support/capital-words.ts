import { type Fault, rewriteAnswer } from "../../src/emulator/faults";
import { SETTINGS } from "../../src/queue/settings";

/** Fields of the interface whose values are words of an enumeration. */
const WORD_FIELDS: ReadonlySet<string> = new Set([
  ...SETTINGS.filter(({ kind }) => kind === "enum").map(({ name }) => name),
  "hostMergeability",
  "requiredStatusesSource",
  "status",
]);

/** Makes the local service return every enum word in capitals, as a public service does. */
export const capitalWords: Fault = rewriteAnswer(capitalize);

function capitalize(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(capitalize);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]: [string, unknown]) => [
      name,
      typeof inner === "string" && WORD_FIELDS.has(name) ? inner.toUpperCase() : capitalize(inner),
    ]),
  );
}
