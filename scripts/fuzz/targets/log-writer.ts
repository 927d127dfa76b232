import { formatPanic } from "../../../src/plugin/lifecycle/format-panic";
import { formatLogLine } from "../../../src/plugin/logging/format-log-line";
import { createRedactor } from "../../../src/text/create-redactor";
import { type FuzzTarget, insist } from "../fuzz-target";

const LEVELS = ["trace", "debug", "info", "warn", "error"] as const;

/** Between the parts of an input: secret, message, then keys and values in turn. */
const SEPARATOR = "\u001e";

/** What is long enough that no innocent text holds it, and made of what tokens are made of. */
const TOKEN = /^[\w.~+/-]{16,}$/;

const TIME = new Date("2026-03-01T12:00:00.045Z");

/**
 * Whatever is logged becomes one line of JSON as hclog writes it, of 32 KiB at most and without the secret; whatever
 * crashes becomes a panic that Terraform shows (rules G-20 to G-24, promise S-04).
 */
export const LOG_WRITER: FuzzTarget = {
  name: "log-writer",
  words: [
    SEPARATOR,
    "@level",
    "@timestamp",
    '{"@message":1}',
    '{"a":[1,{"b":null}]}',
    "secret-0123456789",
    "\n{",
    "\u001b[2J",
    "\u202e",
    "\ud83d",
    "panic: ",
  ],
  run(input) {
    const level = LEVELS[(input[0] ?? 0) % LEVELS.length] ?? "info";
    const [secret = "", message = "", ...rest] = Buffer.from(input.subarray(1)).toString().split(SEPARATOR);
    const fields = Object.create(null) as Record<string, unknown>;
    for (let at = 0; at < rest.length; at += 2) fields[rest[at] ?? ""] = parseField(rest[at + 1] ?? "");
    const redactor = createRedactor();
    redactor.add(secret);
    const redact = (text: string): string => redactor.redact(text);

    const line = formatLogLine({ level, module: "provider.fuzz", message, time: TIME, fields }, redact);
    checkLine(line, level);
    const panic = formatPanic(new Error(message, { cause: fields }), redact);
    checkPanic(panic);
    if (TOKEN.test(secret)) {
      insist(!line.includes(secret), "no log line holds the secret");
      insist(!panic.includes(secret), "no panic holds the secret");
    }
  },
};

function parseField(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function checkLine(line: string, level: string): void {
  insist(line.indexOf("\n") === line.length - 1, "a line feed ends the line, and only that");
  insist(Buffer.byteLength(line) <= 32 * 1024, "a line has 32 KiB at most");
  const parsed = new Map(Object.entries(JSON.parse(line) as object) as [string, unknown][]);
  insist(parsed.get("@level") === level, "@level is the entry's");
  insist(typeof parsed.get("@message") === "string", "@message is a text");
  insist(parsed.get("@module") === "provider.fuzz", "@module is the entry's");
  insist(parsed.get("@timestamp") === "2026-03-01T12:00:00.045000Z", "@timestamp has six decimals");
  for (const [key, value] of parsed) {
    insist(
      !key.startsWith("@") || /^@(level|message|module|timestamp)$/.test(key),
      "no field takes a reserved name",
    );
    insist(typeof value !== "object" || value === null, "a field is flat");
  }
}

function checkPanic(panic: string): void {
  const lines = panic.split("\n");
  insist(panic.startsWith("panic: "), "a panic begins as Terraform expects");
  insist(
    lines.slice(1).every((line) => !line.trimStart().startsWith("{")),
    "no line of a panic looks like a log line",
  );
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
  insist(!/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/.test(panic), "a panic steers no terminal");
}
