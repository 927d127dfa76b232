import type * as z from "zod";
import type { Finding } from "../../../queue/finding";
import { toErrorMessage } from "../../../queue/merge-queue-error";
import { parseQueueId } from "../../../queue/parse-queue-id";
import { isSameQueue, type QueueIdentity } from "../../../queue/queue-identity";
import { quote } from "../../../text/quote";

/** The lines of a file, and everything that is wrong with it. */
export interface JsonLines<Line> {
  readonly lines: readonly Line[];
  readonly findings: Finding[];
}

/**
 * Reads JSON Lines about a queue. A last line without its end is left out: the command was killed while it wrote it.
 * @param toQueue - returns the queue's id that a line names; undefined if it names none
 */
export function readJsonLines<Line>(
  text: string,
  schema: z.ZodType<Line>,
  queue: QueueIdentity,
  toQueue: (line: Line) => string | undefined,
): JsonLines<Line> {
  const findings: Finding[] = [];
  const lines = text
    .split("\n")
    .slice(0, -1)
    .flatMap((line, index) => {
      if (line.trim() === "") return [];
      const { value, problems } = readLine(line, schema);
      const id = value === undefined ? undefined : toQueue(value);
      if (id !== undefined && !isQueue(id, queue))
        problems.push(`Queue ${quote(id)} was recorded here, which is another one.`);
      findings.push(...problems.map((message) => ({ path: ["line", String(index + 1)], message })));
      return value === undefined ? [] : [value];
    });
  return { lines, findings };
}

function readLine<Line>(
  line: string,
  schema: z.ZodType<Line>,
): { readonly value?: Line; readonly problems: string[] } {
  let json: unknown;
  try {
    json = JSON.parse(line);
  } catch (error) {
    return { problems: [`It is not JSON: ${toErrorMessage(error)}.`] };
  }
  const { success, data, error } = schema.safeParse(json);
  if (success) return { value: data, problems: [] };
  return { problems: error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`) };
}

function isQueue(id: string, queue: QueueIdentity): boolean {
  try {
    return isSameQueue(parseQueueId(id), queue);
  } catch {
    return false;
  }
}
