import { MergeQueueError } from "../queue/merge-queue-error";
import { quote } from "../text/quote";

/** Metric types of the Prometheus text format 0.0.4. */
export const METRIC_TYPES = ["counter", "gauge", "histogram", "summary", "untyped"] as const;

/** One of {@link METRIC_TYPES}. */
export type MetricType = (typeof METRIC_TYPES)[number];

/** One measured value. */
export interface MetricSample {
  /** Name of the sample: `queue_depth`, or `wait_seconds_bucket` in the family `wait_seconds`. */
  readonly name: string;
  /** Labels by name, in the line's order. The object has no prototype, so any name is safe to look up. */
  readonly labels: Readonly<Record<string, string>>;
  /** May be `NaN`, `Infinity` or `-Infinity`. */
  readonly value: number;
  /** Milliseconds since 1970 (UTC), an integer. Absent if the line has no time. */
  readonly timestampMs?: number;
}

/** A metric with its samples. Samples of a histogram include buckets, sum and count. */
export interface MetricFamily {
  /** Name without the suffixes `_bucket`, `_sum` and `_count` of a histogram or summary. */
  readonly name: string;
  /** `untyped` if the text declares no type. A newer service may use other words. */
  readonly type: MetricType | (string & {});
  /** Description of the metric, if the text contains a description. */
  readonly help?: string;
  /** The family's samples, in the order of the text. */
  readonly samples: readonly MetricSample[];
}

type Draft = { name: string; type?: string; help?: string; readonly samples: MetricSample[] };

/** Suffixes of a family's samples, by the family's type (text format, "Histograms and summaries"). */
const SUFFIXES: ReadonlyMap<string, readonly string[]> = new Map([
  ["histogram", ["_bucket", "_sum", "_count"]],
  ["summary", ["_sum", "_count"]],
]);

const COMMENT = /#[ \t]*(?:(HELP|TYPE)(?![^ \t])[ \t]*)?/y;
const NAME = /([a-zA-Z_:][a-zA-Z0-9_:]*)[ \t]*/y;
const NAME_END = /(?<=[ \t])|$/y;
const REST = /(.*)/sy;
const WORD = /([^ \t]+)[ \t]*/y;
const LABELS = /\{[ \t]*/y;
const LABEL = /([a-zA-Z_][a-zA-Z0-9_]*)[ \t]*/y;
const EQUALS = /=[ \t]*/y;
const LABEL_START = /"/y;
const LABEL_TEXT = /([^"\\]+)|\\(["\\n])/y;
const LABEL_END = /"[ \t]*/y;
const COMMA = /,[ \t]*/y;
const LABELS_END = /\}[ \t]*/y;
const END = /$/y;
const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;
const INFINITY = /^[+-]?inf(inity)?$/i;

/**
 * Parses metrics in the Prometheus text format 0.0.4, in linear time. No maintained library parses this
 * format. Skips empty lines and comments, ignores spaces and tabs around tokens, and joins all lines of a
 * family. The last line must end with a line feed: without one, the text may be incomplete.
 * @param text - as `getMergeQueueMetrics` returns it
 * @returns the families in the order in which the text first names them, including families without samples
 * @throws MergeQueueError `unexpected_response` naming the first invalid line
 */
export function parseMetrics(text: string): MetricFamily[] {
  const families = new Map<string, Draft>();
  const lines = text.split("\n");
  for (const [index, content] of lines.entries()) {
    const line = new MetricsLine(content, index + 1);
    if (line.tryTake(END) !== undefined) continue;
    if (index === lines.length - 1) {
      if (content.trim() === "") continue;
      throw line.refuse("it does not end with a line feed, so it may be incomplete");
    }
    const comment = line.tryTake(COMMENT);
    if (comment === undefined) addSample(line, families);
    else if (comment[0] !== undefined) addDeclaration(line, comment[0], families);
  }
  return [...families.values()].map(({ name, type = "untyped", help, samples }) => {
    return { name, type, ...(help !== undefined && { help }), samples };
  });
}

function addDeclaration(line: MetricsLine, keyword: string, families: Map<string, Draft>): void {
  const [name] = line.take(NAME, "the name of a metric");
  const family = openFamily(families, name);
  line.take(NAME_END, "a space after the name");
  if (keyword === "HELP") {
    if (family.help !== undefined) throw line.refuse(`there is a second HELP line for ${name}`);
    const [help] = line.take(REST, "a text");
    // HELP escapes only the backslash and the line feed.
    family.help = help.replace(/\\[\\n]/g, (escaped) => (escaped === "\\n" ? "\n" : "\\"));
    return;
  }
  const [type] = line.take(WORD, "a type");
  if (family.type !== undefined) throw line.refuse(`there is a second TYPE line for ${name}`);
  if (family.samples.length > 0) throw line.refuse(`the TYPE line for ${name} comes after its first sample`);
  line.take(END, "the end of the line");
  family.type = type;
}

function addSample(line: MetricsLine, families: Map<string, Draft>): void {
  const [name] = line.take(NAME, "the name of a metric");
  const labels = takeLabels(line);
  const sample = { name, labels, value: toValue(line, line.take(WORD, "a value")[0]) };
  const [time] = line.tryTake(WORD) ?? [];
  const timestamp = time === undefined ? {} : { timestampMs: toTimestamp(line, time) };
  line.take(END, "the end of the line");
  findFamily(families, name).samples.push({ ...sample, ...timestamp });
}

/** The labels have no prototype, so that `__proto__` is a label like any other. */
function takeLabels(line: MetricsLine): Record<string, string> {
  const labels = Object.create(null) as Record<string, string>;
  let hasMore = line.tryTake(LABELS) !== undefined;
  // The last label may end in a comma.
  while (hasMore && line.tryTake(LABELS_END) === undefined) {
    const [name] = line.take(LABEL, 'a label name or "}"');
    if (name in labels) throw line.refuse(`the label ${name} occurs twice`);
    line.take(EQUALS, '"="');
    labels[name] = takeLabelText(line);
    hasMore = line.tryTake(COMMA) !== undefined;
    if (!hasMore) line.take(LABELS_END, '"," or "}"');
  }
  return labels;
}

function takeLabelText(line: MetricsLine): string {
  line.take(LABEL_START, "a value in quotation marks");
  let text = "";
  for (let part = line.tryTake(LABEL_TEXT); part !== undefined; part = line.tryTake(LABEL_TEXT)) {
    const [plain, escaped = ""] = part;
    text += plain ?? (escaped === "n" ? "\n" : escaped);
  }
  const isAtEnd = line.tryTake(END) !== undefined;
  line.take(LABEL_END, isAtEnd ? "a quotation mark" : 'one of \\\\, \\" and \\n');
  return text;
}

function toValue(line: MetricsLine, text: string): number {
  if (/^nan$/i.test(text)) return NaN;
  if (INFINITY.test(text)) return text.startsWith("-") ? -Infinity : Infinity;
  const value = NUMBER.test(text) ? Number(text) : NaN;
  if (!Number.isFinite(value)) throw line.refuse(`${quote(text)} is not a valid number`);
  return value;
}

function toTimestamp(line: MetricsLine, text: string): number {
  const timestampMs = /^[+-]?\d{1,19}$/.test(text) ? Number(text) : NaN;
  if (Number.isSafeInteger(timestampMs)) return timestampMs;
  throw line.refuse(`${quote(text)} is not a timestamp in whole milliseconds`);
}

function findFamily(families: Map<string, Draft>, sampleName: string): Draft {
  const end = Math.max(sampleName.lastIndexOf("_"), 0);
  const family = families.get(sampleName.slice(0, end));
  const isPart = SUFFIXES.get(family?.type ?? "")?.includes(sampleName.slice(end)) === true;
  const exact = families.get(sampleName);
  return exact ?? (family !== undefined && isPart ? family : openFamily(families, sampleName));
}

function openFamily(families: Map<string, Draft>, name: string): Draft {
  let family = families.get(name);
  if (family === undefined) families.set(name, (family = { name, samples: [] }));
  return family;
}

/** A line of metrics, read from left to right by sticky patterns that are linear in time. */
class MetricsLine {
  readonly #text: string;
  readonly #number: number;
  #position: number;

  constructor(text: string, number: number) {
    this.#text = text;
    this.#number = number;
    this.#position = text.search(/[^ \t]|$/);
  }

  /** Takes a pattern's match at this position. @returns the matched groups, or undefined */
  tryTake(pattern: RegExp): readonly (string | undefined)[] | undefined {
    pattern.lastIndex = this.#position;
    const match = pattern.exec(this.#text);
    if (match === null) return undefined;
    this.#position += match[0].length;
    return match.slice(1);
  }

  /** Like {@link tryTake}, but a match is required. @param expected - what the error says is expected */
  take(pattern: RegExp, expected: string): readonly [string, string?] {
    const groups = this.tryTake(pattern);
    if (groups !== undefined) return groups as readonly [string, string?];
    const rest = this.#text.slice(this.#position);
    const found = rest === "" ? "the line ends" : `there is ${quote(rest)}`;
    throw this.refuse(`${expected} is expected at column ${this.#position + 1}, but ${found}`);
  }

  refuse(problem: string): MergeQueueError {
    return new MergeQueueError(
      "unexpected_response",
      `Line ${this.#number} of the metrics is not in the Prometheus text format: ${problem}. Check that the address ` +
        "is the service's own, and look for a newer version of this client.",
      { operation: "getMergeQueueMetrics" },
    );
  }
}
