/** Characters of a token that are one too many to appear anywhere (rule S-04). */
const FRAGMENT_LENGTH = 12;

/**
 * Looks for a token, whole or in part, as it is or encoded. Written without a look at the product's redactor,
 * whose mistakes it is there to find.
 * @param content - a text, or bytes of any kind
 * @param token - visible ASCII, of 24 characters or more
 * @returns the piece that was found, for the message of a test; undefined if there is none
 */
export function tryFindToken(content: string | Uint8Array, token: string): string | undefined {
  const text = typeof content === "string" ? content : Buffer.from(content).toString("latin1");
  for (const { blocks, pieces } of listSearches(token)) {
    if (!blocks.some((block) => text.includes(block))) continue;
    const piece = pieces.find((each) => text.includes(each));
    if (piece !== undefined) return piece;
  }
  return undefined;
}

/** A form of the token as it is searched. */
interface Search {
  /** Of which every piece contains one: with them a text without the token is checked ten times as fast. */
  readonly blocks: readonly string[];
  readonly pieces: readonly string[];
}

const SEARCHES = new Map<string, readonly Search[]>();

function listSearches(token: string): readonly Search[] {
  const known = SEARCHES.get(token);
  if (known !== undefined) return known;
  // Several ways to write it come to the same text.
  const forms = new Map(listForms(token));
  const searches = [...forms].map(([form, length]): Search => {
    const size = Math.floor((length + 1) / 2);
    return { blocks: cut(form, size, size), pieces: cut(form, length, 1) };
  });
  SEARCHES.set(token, searches);
  return searches;
}

/** A way to write the token, and how many characters stand for {@link FRAGMENT_LENGTH} of the token's. */
type Form = readonly [text: string, fragmentLength: number];

function listForms(token: string): Form[] {
  const bytes = Buffer.from(token);
  const hex = bytes.toString("hex");
  const percent = hex.replace(/../g, "%$&");
  // What stands before a text shifts its base64 by one or two bytes; the characters at both ends are shared.
  const base64 = [0, 1, 2].map((shift) =>
    Buffer.concat([Buffer.alloc(shift), bytes])
      .toString("base64")
      .slice(2, -4),
  );
  const long = FRAGMENT_LENGTH;
  return [
    [token, long],
    [JSON.stringify(token).slice(1, -1), long],
    [encodeURIComponent(token), long],
    [percent, 3 * long],
    [percent.toUpperCase(), 3 * long],
    [hex, 2 * long],
    [hex.toUpperCase(), 2 * long],
    // As Node prints bytes.
    [hex.replace(/..(?=.)/g, "$& "), 3 * long - 1],
    // UTF-16.
    [Buffer.from(token, "utf16le").toString("latin1"), 2 * long - 1],
    ...base64.map((form): Form => [form, long]),
    ...base64.map((form): Form => [form.replaceAll("+", "-").replaceAll("/", "_"), long]),
  ];
}

/** Cuts out whole pieces of a length, at each multiple of a step. */
function cut(form: string, length: number, step: number): string[] {
  const count = Math.floor((form.length - length) / step) + 1;
  return Array.from({ length: count }, (_, index) => form.slice(index * step, index * step + length));
}
