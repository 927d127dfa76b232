import { LineReader } from "./line-reader";
import type { MetricFamily, MetricSample } from "./metric-family";
import { METRIC_NAME, parseSample } from "./parse-sample";

interface Draft {
  readonly name: string;
  type?: string;
  help?: string;
  readonly samples: MetricSample[];
}

/** Suffixes of samples that belong to a family, by its type (text format, "Histograms and summaries"). */
const SUFFIXES: ReadonlyMap<string, readonly string[]> = new Map([
  ["histogram", ["_bucket", "_sum", "_count"]],
  ["summary", ["_sum", "_count"]],
]);

/**
 * Parses metrics in the Prometheus text format 0.0.4, in linear time. There is no maintained library for it. Skips empty
 * lines and comments, ignores spaces and tabs around tokens, and joins the lines of a family wherever they are. The last
 * line must end with a line feed, as the format demands: without one, the text may be incomplete.
 * @param text - as `getMergeQueueMetrics` returns it
 * @returns the families in the order in which the text first names them, including those without samples
 * @throws MergeQueueError `unexpected_response` naming the first invalid line
 */
export function parseMetrics(text: string): MetricFamily[] {
  const families = new Map<string, Draft>();
  const end = text.lastIndexOf("\n") + 1;
  const last = text.slice(end);
  const lines = text.slice(0, end).split("\n");
  for (const [index, line] of lines.entries()) parseLine(new LineReader(line, index + 1), families);
  if (last.trim() !== "") {
    throw new LineReader(last, lines.length).refuse(
      "it does not end with a line feed, so it may be incomplete",
    );
  }
  return [...families.values()].map(({ name, type, help, samples }) => {
    return { name, type: type ?? "untyped", ...(help === undefined ? {} : { help }), samples };
  });
}

function parseLine(line: LineReader, families: Map<string, Draft>): void {
  line.skipBlanks();
  if (line.isAtEnd()) return;
  if (line.tryTake("#")) {
    parseComment(line, families);
    return;
  }
  const sample = parseSample(line);
  findFamily(families, sample.name).samples.push(sample);
}

function parseComment(line: LineReader, families: Map<string, Draft>): void {
  line.skipBlanks();
  const keyword = line.takeWord();
  if (keyword !== "HELP" && keyword !== "TYPE") return;
  line.skipBlanks();
  const name = line.take(METRIC_NAME);
  if (name === "") throw line.fail("the name of a metric");
  const family = openFamily(families, name);
  if (!line.isAtEnd() && !line.skipBlanks()) throw line.fail("a space after the name");
  if (keyword === "HELP") {
    if (family.help !== undefined) throw line.refuse(`there is a second HELP of ${name}`);
    family.help = unescapeHelp(line.takeRest());
    return;
  }
  const type = line.takeWord();
  if (type === "") throw line.fail("a type");
  if (family.type !== undefined) throw line.refuse(`there is a second TYPE of ${name}`);
  if (family.samples.length > 0) throw line.refuse(`the TYPE of ${name} comes after its first sample`);
  line.skipBlanks();
  if (!line.isAtEnd()) throw line.fail("nothing more");
  family.type = type;
}

/** HELP escapes only the backslash and the line feed; other backslashes stay. */
function unescapeHelp(text: string): string {
  return text.replace(/\\[\\n]/g, (escaped) => (escaped === "\\n" ? "\n" : "\\"));
}

function findFamily(families: Map<string, Draft>, sampleName: string): Draft {
  const exact = families.get(sampleName);
  if (exact !== undefined) return exact;
  const end = sampleName.lastIndexOf("_");
  const family = families.get(sampleName.slice(0, Math.max(end, 0)));
  const suffixes = SUFFIXES.get(family?.type ?? "");
  const isPart = suffixes?.includes(sampleName.slice(end)) === true;
  return family !== undefined && isPart ? family : openFamily(families, sampleName);
}

function openFamily(families: Map<string, Draft>, name: string): Draft {
  let family = families.get(name);
  if (family === undefined) families.set(name, (family = { name, samples: [] }));
  return family;
}
