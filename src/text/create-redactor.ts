/** What stands in a text where a secret was. */
export const REDACTED = "[redacted]";

/** Parts of a long secret of this length or more are hidden, too; shorter parts would hide innocent text. */
const FRAGMENT_LENGTH = 12;

/** From this length on, parts of a secret are hidden; shorter secrets only as a whole. */
const LONG_SECRET_LENGTH = 24;

/** Shorter secrets are hidden only where they stand as a word: within words they would hide innocent text. */
export const WORD_SECRET_LENGTH = 8;

/** A short one that is nothing but letters or digits cannot be told from a word of the language, or from a number. */
const LIKE_ANY_WORD = /^(?:\p{L}+|\p{N}+)$/u;

/** What a word goes on with. */
const PART_OF_WORD = /[\p{L}\p{N}_]/u;

/** Hides secrets in messages and logs (promise S-04). One redactor serves all sinks of a process. */
export interface Redactor {
  /** From now on hides this secret. Blank secrets are ignored; adding one again changes nothing. */
  readonly add: (secret: string) => void;
  /** The same for a value that is marked as sensitive: a short one is hidden whatever it consists of. */
  readonly addValue: (value: string) => void;
  /** @returns the text with every secret, in every form that it is likely to take, replaced */
  readonly redact: (text: string) => string;
}

/**
 * Makes a redactor that knows no secrets yet. It recognises a secret as it is, escaped as in JSON (by
 * JavaScript and by Go), percent-encoded, in hexadecimal, and in base64 at any alignment; of a secret of 24
 * characters or more also every fragment of 12 characters or more of any of these forms, which in hexadecimal
 * are bytes. It recognises a secret of fewer than 8 characters only as it is and as a whole word, and not at all if it
 * consists of letters only or of digits only.
 */
export function createRedactor(): Redactor {
  const secrets = new Set<string>();
  const words = new Set<string>();
  const wholes = new Set<string>();
  const fragments = new Set<string>();

  function addWhole(secret: string): void {
    if (secrets.has(secret)) return;
    secrets.add(secret);
    for (const form of listHexForms(Buffer.from(secret))) wholes.add(form);
    for (const form of listForms(secret)) {
      wholes.add(form);
      if (secret.length < LONG_SECRET_LENGTH) continue;
      for (let at = 0; at + FRAGMENT_LENGTH <= form.length; at += 1) {
        fragments.add(form.slice(at, at + FRAGMENT_LENGTH));
      }
    }
  }

  function addAny(secret: string, isWordHidden: (word: string) => boolean): void {
    for (const variant of [secret, secret.trim()]) {
      if (variant.length >= WORD_SECRET_LENGTH) addWhole(variant);
      else if (variant !== "" && isWordHidden(variant)) words.add(variant);
    }
  }

  return {
    add(secret) {
      addAny(secret, (word) => !LIKE_ANY_WORD.test(word));
    },
    addValue(value) {
      addAny(value, () => true);
    },
    redact(text) {
      const ranges = [
        ...findWholes(text, wholes),
        ...findWholes(text, words).filter((range) => isWord(text, range)),
        ...findFragments(text, fragments),
      ];
      return replaceRanges(
        text,
        ranges.sort(([a], [b]) => a - b),
      );
    },
  };
}

function listForms(secret: string): readonly string[] {
  const json = JSON.stringify(secret).slice(1, -1);
  const uri = percentEncode(secret);
  return [
    secret,
    json,
    // Go's encoder writes these three as \u escapes, for HTML.
    json.replace(/[<>&]/g, (character) => `\\u00${character.charCodeAt(0).toString(16)}`),
    uri,
    uri.replace(/%[0-9A-F]{2}/g, (escape) => escape.toLowerCase()),
    uri.replaceAll("%20", "+"),
    ...listBase64Forms(Buffer.from(secret)),
  ];
}

function percentEncode(secret: string): string {
  // encodeURIComponent refuses half surrogate pairs; the way through bytes replaces them.
  return encodeURIComponent(Buffer.from(secret).toString()).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Node prints bytes as `<Buffer 6d 71>`, the first fifty of them; so each part of a long secret is listed by itself. */
function listHexForms(bytes: Buffer): readonly string[] {
  const size = bytes.length < LONG_SECRET_LENGTH ? bytes.length : FRAGMENT_LENGTH;
  return Array.from({ length: bytes.length - size + 1 }, (_, start) => {
    const hex = bytes.toString("hex", start, start + size);
    return [hex, hex.replace(/..(?=.)/g, "$& ")];
  }).flat();
}

/** Within a longer text (`user:token`) base64 depends on the offset modulo 3 and shares its outer characters. */
function listBase64Forms(bytes: Buffer): readonly string[] {
  const whole = bytes.toString("base64").replaceAll("=", "");
  const forms = [whole];
  for (const shift of [0, 1, 2]) {
    const encoded = Buffer.concat([Buffer.alloc(shift), bytes]).toString("base64");
    const ownStart = Math.ceil((shift * 8) / 6);
    const ownEnd = Math.floor(((shift + bytes.length) * 8) / 6);
    const own = encoded.slice(ownStart, ownEnd);
    // A few characters of base64 say nothing and occur everywhere.
    if (own.length >= 8) forms.push(own);
  }
  return forms.flatMap((form) => [form, form.replaceAll("+", "-").replaceAll("/", "_")]);
}

type Range = readonly [start: number, end: number];

function findWholes(text: string, wholes: ReadonlySet<string>): Range[] {
  const ranges: Range[] = [];
  for (const whole of wholes) {
    for (let at = text.indexOf(whole); at !== -1; at = text.indexOf(whole, at + 1)) {
      ranges.push([at, at + whole.length]);
    }
  }
  return ranges;
}

function findFragments(text: string, fragments: ReadonlySet<string>): Range[] {
  const ranges: Range[] = [];
  if (fragments.size === 0) return ranges;
  for (let at = 0; at + FRAGMENT_LENGTH <= text.length; at += 1) {
    if (fragments.has(text.slice(at, at + FRAGMENT_LENGTH))) ranges.push([at, at + FRAGMENT_LENGTH]);
  }
  return ranges;
}

function isWord(text: string, [start, end]: Range): boolean {
  return !PART_OF_WORD.test(text.charAt(start - 1)) && !PART_OF_WORD.test(text.charAt(end));
}

function replaceRanges(text: string, ranges: readonly Range[]): string {
  let result = "";
  let done = 0;
  for (const [start, end] of ranges) {
    // Overlapping and touching ranges are one secret.
    if (start > done || result === "") result += text.slice(done, start) + REDACTED;
    done = Math.max(done, end);
  }
  return result + text.slice(done);
}
