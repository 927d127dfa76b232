import { quote } from "../../text/quote";
import type { LineReader } from "./line-reader";
import type { MetricSample } from "./metric-family";

/** Name of a metric. */
export const METRIC_NAME = /[a-zA-Z_:][a-zA-Z0-9_:]*/y;

const LABEL_NAME = /[a-zA-Z_][a-zA-Z0-9_]*/y;
const PLAIN_TEXT = /[^"\\]+/y;
const ESCAPED = /\\["\\n]/y;
// Linear: each digit matches in one way only.
const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;
const INFINITY = /^[+-]?inf(inity)?$/i;

/**
 * Parses a line with a sample: name, labels, value, timestamp (Prometheus text format 0.0.4, "Line format").
 * @throws MergeQueueError `unexpected_response` naming the line and the problem
 */
export function parseSample(line: LineReader): MetricSample {
  const name = line.take(METRIC_NAME);
  if (name === "") throw line.fail("the name of a metric");
  line.skipBlanks();
  const labels = line.tryTake("{") ? takeLabels(line) : createLabels();
  line.skipBlanks();
  const value = takeValue(line);
  line.skipBlanks();
  if (line.isAtEnd()) return { name, labels, value };
  const timestampMs = takeTimestamp(line);
  line.skipBlanks();
  if (!line.isAtEnd()) throw line.fail("nothing more");
  return { name, labels, value, timestampMs };
}

/** Creates an object without a prototype, so that `__proto__` is a label like any other (promise S-12). */
function createLabels(): Record<string, string> {
  return Object.create(null) as Record<string, string>;
}

function takeLabels(line: LineReader): Record<string, string> {
  const labels = createLabels();
  for (;;) {
    line.skipBlanks();
    // The last label may end in a comma.
    if (line.tryTake("}")) return labels;
    const name = line.take(LABEL_NAME);
    if (name === "") throw line.fail('the name of a label or "}"');
    if (name in labels) throw line.refuse(`the label ${name} occurs twice`);
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
  if (!Number.isFinite(value)) throw line.refuse(`${quote(text)} is not a valid number`);
  return value;
}

function takeTimestamp(line: LineReader): number {
  const text = line.takeWord();
  const timestampMs = /^[+-]?\d{1,19}$/.test(text) ? Number(text) : NaN;
  if (Number.isSafeInteger(timestampMs)) return timestampMs;
  throw line.refuse(`${quote(text)} is not a timestamp in whole milliseconds`);
}
