import { array, nat, string, tuple } from "fast-check";
import { formatLogLine } from "../../../src/plugin/logging/format-log-line";
import { formatPanic } from "../../../src/plugin/start-plugin";
import { createRedactor } from "../../../src/text/create-redactor";
import { type FuzzTarget, insist } from "../fuzz-target";

const LEVELS = ["trace", "debug", "info", "warn", "error"] as const;

/** Separates the parts of an input: secret, message, values of fields. */
const SEPARATOR = "\u001e";

/** A token, so long that no other text contains it by chance. */
const TOKEN = /^[\w.~+/-]{16,}$/;

const TIME = new Date("2026-03-01T12:00:00.045Z");

/**
 * Every log entry becomes one line of hclog's JSON, at most 32 KiB long and without the secret. Every crash
 * becomes a panic that Terraform shows (rules G-20 to G-24, rule S-04).
 */
export const LOG_WRITER: FuzzTarget = {
  name: "log-writer",
  words: [
    ...[SEPARATOR, "@level", "@timestamp", '{"@message":1}', '{"a":[1,{"b":null}]}'],
    ...["secret-0123456789", "\n{", "\u001b[2J", "\u202e", "\ud83d", "panic: "],
  ],
  samples: tuple(nat(255), array(string({ unit: "grapheme" }))).map(([level, parts]) =>
    Buffer.concat([Uint8Array.of(level), Buffer.from(parts.join(SEPARATOR))]),
  ),
  run(input) {
    const level = LEVELS[(input[0] ?? 0) % LEVELS.length] ?? "info";
    const [secret = "", message = "", ...rest] = Buffer.from(input.subarray(1)).toString().split(SEPARATOR);
    const fields = Object.fromEntries(rest.map((text, at) => [`field_${at}`, parseField(text)]));
    const redactor = createRedactor();
    redactor.add(secret);
    const redact = (text: string): string => redactor.redact(text);

    const line = formatLogLine({ level, module: "provider.fuzz", message, time: TIME, fields }, redact);
    checkLine(line, level);
    const panic = formatPanic(new Error(message, { cause: fields }), redact);
    checkPanic(panic);
    if (TOKEN.test(secret)) {
      insist(!line.includes(secret), "no log line contains the secret");
      insist(!panic.includes(secret), "no panic contains the secret");
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
  insist(line.indexOf("\n") === line.length - 1, "the only line feed is at the end");
  insist(Buffer.byteLength(line) <= 32 * 1024, "a line has at most 32 KiB");
  const parsed = new Map(Object.entries(JSON.parse(line) as object) as [string, unknown][]);
  insist(parsed.get("@level") === level, "@level is the entry's");
  insist(typeof parsed.get("@message") === "string", "@message is a string");
  insist(parsed.get("@module") === "provider.fuzz", "@module is the entry's");
  insist(parsed.get("@timestamp") === "2026-03-01T12:00:00.045000Z", "@timestamp has six decimals");
  const isFlat = [...parsed.values()].every((value) => typeof value !== "object" || value === null);
  insist(isFlat, "a field is flat");
}

function checkPanic(panic: string): void {
  const lines = panic.split("\n");
  insist(panic.startsWith("panic: "), "a panic starts with panic:");
  const looksLikeLog = lines.slice(1).some((line) => line.trimStart().startsWith("{"));
  insist(!looksLikeLog, "no line of a panic looks like a log line");
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern looks for control characters.
  insist(!/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/.test(panic), "a panic contains no control characters");
}
