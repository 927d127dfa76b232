/** What stands in a report beside what is shown as code, in its own words. */
const OWN_TAGS = /<\/?(?:b|br|details|summary)>/g;

/** Code as the report writes it: a span of one backtick, or an element of entities and letters only. */
const CODE = /`[^`]+`|<code>(?:&#\d+;|<!-- -->|[\p{L}\p{M}\p{N} \u200b])*<\/code>/gu;
/** The same within a block of HTML, where Markdown does not read. */
const HTML_ELEMENT = /<code>(?:&(?:amp|lt|gt|quot|#39);|[^<>&"'])*<\/code>/gu;

/** What some dialect of Markdown, or a code host, makes something else of than text. */
const SPECIAL = /[`<>|\\[\]_*~#@&$]|:\/\/|www\.|[\p{L}\p{N}]-\p{N}|![^ ]|:\w/iu;

/** What steers, reorders, or cannot be seen. */
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]|(?!\u200b)\p{Cf}/u;

/**
 * Reads a report in Markdown as strictly as can be and lists everything in it that is not what a report of
 * ours has: open elements, tables that are broken, and characters outside of code that mean more than
 * themselves.
 * @param link - the only address that may be linked
 */
export function listFaults(report: string, link?: string): string[] {
  const faults: string[] = [];
  if (!report.endsWith(" -->\n")) faults.push("the marker is not last");
  const lines = report.slice(0, -1).split("\n");
  const marker = lines.pop() ?? "";
  if (!/^<!-- mergequeue:(?:(?!--)[^<>])*[^<>] -->$/.test(marker)) faults.push(`the marker is ${marker}`);
  let depth = 0;
  for (const [index, line] of lines.entries()) {
    const complain = (what: string): void => void faults.push(`${what} in line ${index + 1}: ${line}`);
    if (UNSEEN.test(line)) complain("something that cannot be seen");
    if (line === "<details>") depth += 1;
    if (line === "</details>") depth -= 1;
    if (depth < 0 || depth > 1) complain(`depth ${depth}`);
    const isSummary = line.startsWith("<summary>");
    if (isSummary && (lines[index - 1] !== "<details>" || lines[index + 1] !== ""))
      complain("a summary elsewhere");
    const bare = line.replace(isSummary ? HTML_ELEMENT : CODE, " ");
    const text = link === undefined ? bare : bare.replace(`[The full report](${link})`, "");
    if (/<\/?details>/.test(text) && !/^<\/?details>$/.test(text)) complain("a details tag within a line");
    checkText(text, complain);
  }
  if (depth !== 0) faults.push("a details element stays open");
  return faults;
}

function checkText(line: string, complain: (what: string) => void): void {
  if (line.startsWith("|")) {
    if (line !== "| setting | now | then |" && line !== "| --- | --- | --- |") {
      const cells = line.split("|");
      if (cells.length !== 5) complain(`${cells.length - 2} cells`);
    }
    checkWords(line.replaceAll("|", "").replaceAll("---", ""), complain);
    return;
  }
  checkWords(line.replace(/^### /, "").replace(/^- /, ""), complain);
}

function checkWords(text: string, complain: (what: string) => void): void {
  const words = text
    .replace(OWN_TAGS, " ")
    .replace(/\*\*([^*]*)\*\*/g, "$1")
    .replace(/\*(known after apply|sensitive value|none|not carried over; the service's default)\*/g, "");
  const found = SPECIAL.exec(words);
  if (found !== null) complain(`${JSON.stringify(found[0])} outside of code`);
}

/** Returns the texts that a report shows as code, as a reader sees them. */
export function listCode(report: string): string[] {
  const found = report.matchAll(/`([^`]+)`|<code>(.*?)<\/code>/gu);
  return [...found].map(([, span, element = ""]) => (span ?? decode(element)).replaceAll("\u200b", ""));
}

function decode(element: string): string {
  return element
    .replaceAll("<!-- -->", "")
    .replace(/&#(\d+);/g, (_entity, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&");
}
