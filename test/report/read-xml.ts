/** An element of a document. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  /** All text directly within it. */
  readonly text: string;
}

const TOKEN =
  /<\?xml version="1\.0" encoding="UTF-8"\?>|<(\/?)([a-z-]+)((?: [a-zA-Z-]+="[^"<]*")*)(\/?)>|([^<]+)/y;

/** The characters that XML 1.0 allows (production 2). */
const ALLOWED = /^[\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]*$/u;

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };

/**
 * Reads a document as strictly as XML 1.0 asks for, as far as a report uses it: no comments, no CDATA.
 * @throws Error saying where it is not well-formed
 */
export function readXml(text: string): XmlElement {
  if (!ALLOWED.test(text)) throw new Error("a character that XML forbids");
  const top = { name: "", attributes: {}, children: [] as XmlElement[], text: "" };
  const open = [top];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const at = TOKEN.lastIndex;
    const match = TOKEN.exec(text);
    if (match === null) throw new Error(`not well-formed at ${text.slice(at, at + 60)}`);
    const [, slash, name, attributes = "", isEmpty, characters] = match;
    const current = open.at(-1) ?? top;
    if (characters !== undefined) current.text += decode(characters);
    if (name === undefined) continue;
    if (slash === "/") {
      if (current.name !== name) throw new Error(`</${name}> closes <${current.name}>`);
      open.pop();
      continue;
    }
    const element = { name, attributes: readAttributes(attributes), children: [], text: "" };
    current.children.push(element);
    if (isEmpty !== "/") open.push(element);
  }
  const [root] = top.children;
  if (open.length !== 1 || root === undefined || top.children.length !== 1)
    throw new Error("not one whole element");
  return root;
}

function readAttributes(text: string): Record<string, string> {
  const found = [...text.matchAll(/ ([a-zA-Z-]+)="([^"]*)"/g)].map(([, name = "", value = ""]) => [
    name,
    decode(value),
  ]);
  return Object.fromEntries(found) as Record<string, string>;
}

function decode(text: string): string {
  return text.replace(/&([^;]*);?/g, (reference, name: string) => {
    const character = ENTITIES[name];
    if (character === undefined || !reference.endsWith(";")) throw new Error(`the reference ${reference}`);
    return character;
  });
}
