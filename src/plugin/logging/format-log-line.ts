import { inspect } from "node:util";
import { LOG_LEVELS, type LogLevel, type LogSink } from "./logger";

/** Content of a log line. */
export interface LogEntry {
  readonly level: LogLevel;
  /** Source of the line, for example `provider.mergequeue`. */
  readonly module: string;
  readonly message: string;
  readonly time: Date;
  readonly fields: { readonly [key: string]: unknown };
}

/** Terraform splits lines over 64 KiB, and the rest loses its level (rule G-22). */
const MAX_LINE_BYTES = 32 * 1024;

/** Keeps one field from displacing the others. */
const MAX_TEXT_LENGTH = 8 * 1024;

/**
 * Formats a log line as hclog's JSON (rule G-20), with its line feed, at most 32 KiB long. Fields can never override the
 * strings `@level`, `@message`, `@module` and `@timestamp`; otherwise Terraform panics (rule G-21).
 * @param redact - hides secrets; applied to every string before it is truncated
 */
export function formatLogLine(entry: LogEntry, redact: (text: string) => string): string {
  const cut = (text: string): string => truncate(redact(text), MAX_TEXT_LENGTH);
  const message = cut(entry.message);
  const fields = Object.entries(toPlainFields(entry.fields)).map(
    ([key, value]) => [cut(key).replace(/^@/, "_@"), typeof value === "string" ? cut(value) : value] as const,
  );
  for (let kept = fields.length; kept > 0; kept -= 1) {
    const dropped = kept < fields.length ? [["fields_dropped", fields.length - kept] as const] : [];
    const line = toLine(entry, message, [...fields.slice(0, kept), ...dropped]);
    if (Buffer.byteLength(line) <= MAX_LINE_BYTES) return line;
  }
  // A JSON escape takes at most six bytes a character.
  return toLine(entry, truncate(message, MAX_LINE_BYTES / 8), []);
}

/** Strings are not truncated here: the redactor would not recognize half a secret. */
const INSPECT_OPTIONS = { depth: 4, breakLength: Infinity, maxStringLength: Infinity };

type PlainField = string | number | boolean | null;

function toLine(
  entry: LogEntry,
  message: string,
  fields: readonly (readonly [string, PlainField])[],
): string {
  const head = [
    ["@level", entry.level],
    ["@message", message],
    ["@module", entry.module],
    // hclog's parser takes exactly six decimals.
    ["@timestamp", entry.time.toISOString().replace("Z", "000Z")],
  ] as const;
  return `{${[...head, ...fields].map((pair) => pair.map((part) => JSON.stringify(part)).join(":")).join(",")}}\n`;
}

function toPlainFields(fields: LogEntry["fields"]): Record<string, PlainField> {
  const plain = Object.create(null) as Record<string, PlainField>;
  let keys: readonly string[];
  try {
    keys = Object.keys(fields);
  } catch {
    return plain;
  }
  for (const key of keys) plain[key] = toPlainField(() => fields[key]);
  return plain;
}

/** Reading a field may run foreign code: getters, toJSON, inspectors, proxies. */
function toPlainField(read: () => unknown): PlainField {
  try {
    const value = read();
    if (value === null || typeof value === "string" || typeof value === "boolean") return value;
    if (typeof value === "number") return Number.isFinite(value) ? value : String(value);
    return inspect(value, INSPECT_OPTIONS);
  } catch {
    return "(not printable)";
  }
}

function truncate(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length)}… (${text.length} characters)`;
}

interface LogSinkOptions extends Pick<LogEntry, "module"> {
  /** Lines below it are dropped. Undefined drops all. */
  readonly level: LogLevel | undefined;
  /** Writes a line, with its line feed. Must not throw. */
  readonly write: (line: string) => void;
  /** Hides secrets. */
  readonly redact: (text: string) => string;
  readonly now: () => Date;
}

/** Creates a sink that writes hclog JSON lines (rules G-20 to G-23). */
export function createLogSink(options: LogSinkOptions): LogSink {
  const { level: threshold, module, write, redact, now } = options;
  if (threshold === undefined) return () => undefined;
  const lowest = LOG_LEVELS.indexOf(threshold);
  return (level, message, fields = {}) => {
    if (LOG_LEVELS.indexOf(level) < lowest) return;
    write(formatLogLine({ level, module, message, time: now(), fields }, redact));
  };
}
