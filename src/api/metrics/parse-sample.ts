import { quote } from "../../text/quote";
import type { LineReader } from "./line-reader";
import type { MetricSample } from "./metric-family";

/** Name of a metric; also the first token behind HELP and TYPE. */
export const METRIC_NAME = /[a-zA-Z_:][a-zA-Z0-9_:]*/y;

const LABEL_NAME = /[a-zA-Z_][a-zA-Z0-9_]*/y;
const PLAIN_TEXT = /[^"\\]+/y;
const ESCAPED = /\\["\\n]/y;
// Digits can be matched in one way only: thousands of them before something wrong take no more time for it.
const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;
const INFINITY = /^[+-]?inf(inity)?$/i;

/**
 * Reads a line with a sample: name, labels, value, timestamp (Prometheus text format 0.0.4, "Line format").
 * @throws MergeQueueError `unexpected_response` naming the line and what is wrong
 */
export function parseSample(line: LineReader): MetricSample {
  const name = line.take(METRIC_NAME);
  if (name === "") throw line.fail("the name of a metric");
  line.skipBlanks();
  const labels = line.tryTake("{") ? takeLabels(line) : noLabels();
  line.skipBlanks();
  const value = takeValue(line);
  line.skipBlanks();
  if (line.isAtEnd()) return { name, labels, value };
  const timestampMs = takeTimestamp(line);
  line.skipBlanks();
  if (!line.isAtEnd()) throw line.fail("nothing more");
  return { name, labels, value, timestampMs };
}

/** An object that inherits nothing, so that a label named `__proto__` is one like any other (promise S-12). */
function noLabels(): Record<string, string> {
  return Object.create(null) as Record<string, string>;
}

function takeLabels(line: LineReader): Record<string, string> {
  const labels = noLabels();
  for (;;) {
    line.skipBlanks();
    // A comma may stand behind the last label.
    if (line.tryTake("}")) return labels;
    const name = line.take(LABEL_NAME);
    if (name === "") throw line.fail('the name of a label or "}"');
    if (name in labels) throw line.refuse(`the label ${name} is there twice`);
    line.skipBlanks();
    if (!line.tryTake("=")) throw line.fail('"="');
    line.skipBlanks();
    labels[name] = takeLabelValue(line);
    line.skipBlanks();
    if (!line.tryTake(",")) {
      if (line.tryTake("}")) return labels;
      throw line.fail('"," or "}"');
    }
  }
}

function takeLabelValue(line: LineReader): string {
  if (!line.tryTake('"')) throw line.fail("a value in quotation marks");
  let value = "";
  while (!line.tryTake('"')) {
    const text = line.take(PLAIN_TEXT);
    const escaped = text === "" ? line.take(ESCAPED) : "";
    if (text === "" && escaped === "") {
      throw line.fail(line.isAtEnd() ? "a quotation mark" : 'one of \\\\, \\" and \\n');
    }
    value += text + (escaped === "\\n" ? "\n" : escaped.slice(1));
  }
  return value;
}

function takeValue(line: LineReader): number {
  const text = line.takeWord();
  if (text === "") throw line.fail("a value");
  if (/^nan$/i.test(text)) return NaN;
  if (INFINITY.test(text)) return text.startsWith("-") ? -Infinity : Infinity;
  const value = NUMBER.test(text) ? Number(text) : NaN;
  if (!Number.isFinite(value)) throw line.refuse(`${quote(text)} is no number that can be read`);
  return value;
}

function takeTimestamp(line: LineReader): number {
  const text = line.takeWord();
  const timestampMs = /^[+-]?\d{1,19}$/.test(text) ? Number(text) : NaN;
  if (Number.isSafeInteger(timestampMs)) return timestampMs;
  throw line.refuse(`${quote(text)} is no timestamp in whole milliseconds`);
}
