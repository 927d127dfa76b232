/** Characters of a token that are one too many to appear anywhere (promise S-04). */
const FRAGMENT_LENGTH = 12;

/**
 * Looks for a token, whole or in part, as it is or encoded. Written without a look at the product's redactor, whose
 * mistakes it is there to find.
 * @param content - a text, or bytes of any kind
 * @param token - visible ASCII, of 24 characters or more
 * @returns the piece that was found, for the message of a test; undefined if there is none
 */
export function tryFindToken(content: string | Uint8Array, token: string): string | undefined {
  const text = typeof content === "string" ? content : Buffer.from(content).toString("latin1");
  return listPieces(token).find((piece) => text.includes(piece));
}

const PIECES = new Map<string, readonly string[]>();

function listPieces(token: string): readonly string[] {
  let pieces = PIECES.get(token);
  if (pieces === undefined) PIECES.set(token, (pieces = listForms(token).flatMap(cut)));
  return pieces;
}

/** A way to write the token down, and how many characters of it stand for {@link FRAGMENT_LENGTH} of the token's. */
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

function cut([form, length]: Form): string[] {
  const starts = Array.from({ length: form.length - length + 1 }, (_, start) => start);
  return starts.map((start) => form.slice(start, start + length));
}
