import { inspect } from "node:util";
import { LOG_LEVELS, type LogLevel, type LogSink } from "./logger";

export interface LogEntry {
  readonly level: LogLevel;
  /** Source of the line, for example `provider.mergequeue`. */
  readonly module: string;
  readonly message: string;
  readonly time: Date;
  readonly fields: { readonly [key: string]: unknown };
}

/** Well below 64 KiB, because Terraform splits longer lines, and the second part then has no level. */
const MAX_LINE_BYTES = 32 * 1024;

/** Maximum length of a field, so that one long field does not use up the whole line. */
const MAX_TEXT_LENGTH = 8 * 1024;

/** Formats a line of at most 32 KiB as hclog's JSON. @param redact - hides secrets before truncation */
export function formatLogLine(entry: LogEntry, redact: (text: string) => string): string {
  const cut = (text: string): string => truncate(redact(text), MAX_TEXT_LENGTH);
  const message = cut(entry.message);
  const fields = Object.entries(entry.fields).map(([key, value]) => {
    const plain = toPlainField(value);
    return [key, typeof plain === "string" ? cut(plain) : plain] as const;
  });
  const line = toLine(entry, message, fields);
  if (Buffer.byteLength(line) <= MAX_LINE_BYTES) return line;
  // A JSON escape takes at most six bytes a character.
  return toLine(entry, truncate(message, MAX_LINE_BYTES / 8), [["fields_dropped", fields.length]]);
}

type PlainField = string | number | boolean | null;

/** Writes the four reserved keys first, as strings: Terraform panics if one of them has another type. */
function toLine(
  { level, module, time }: LogEntry,
  message: string,
  fields: readonly (readonly [string, PlainField])[],
): string {
  // hclog's parser takes exactly six decimals.
  const timestamp = time.toISOString().replace("Z", "000Z");
  const head = { "@level": level, "@message": message, "@module": module, "@timestamp": timestamp };
  return `${JSON.stringify({ ...head, ...Object.fromEntries(fields) })}\n`;
}

/** Strings are not truncated here: the redactor would not recognize half a secret. */
const INSPECT_OPTIONS = { depth: 4, breakLength: Infinity, maxStringLength: Infinity };

function toPlainField(value: unknown): PlainField {
  if (value === null || typeof value === "string" || typeof value === "boolean") return value;
  return Number.isFinite(value) ? (value as number) : inspect(value, INSPECT_OPTIONS);
}

function truncate(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length)}… (${text.length} characters)`;
}

interface LogSinkOptions extends Pick<LogEntry, "module"> {
  /** Lowest level to write. If undefined, all lines are dropped. */
  readonly level: LogLevel | undefined;
  /** Writes a line, including its line feed. Must not throw. */
  readonly write: (line: string) => void;
  readonly redact: (text: string) => string;
  readonly now: () => Date;
}

export function createLogSink(options: LogSinkOptions): LogSink {
  const { level: threshold, module, write, redact, now } = options;
  if (threshold === undefined) return () => undefined;
  const lowest = LOG_LEVELS.indexOf(threshold);
  return (level, message, fields = {}) => {
    if (LOG_LEVELS.indexOf(level) < lowest) return;
    write(formatLogLine({ level, module, message, time: now(), fields }, redact));
  };
}
