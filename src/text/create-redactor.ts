export const REDACTED = "[redacted]";

/** Length of the parts of a long secret that are hidden. Shorter parts also occur in harmless text. */
const FRAGMENT_LENGTH = 12;

/** Minimum length of a secret whose parts are hidden, too. */
const LONG_SECRET_LENGTH = 24;

/** A secret below this length is hidden only as a whole word, because harmless words may contain it. */
export const WORD_SECRET_LENGTH = 8;

/** A short secret of only letters or only digits cannot be told from an ordinary word or number. */
const LIKE_ANY_WORD = /^(?:\p{L}+|\p{N}+)$/u;

const PART_OF_WORD = /[\p{L}\p{N}_]/u;

/** Hides secrets in messages and logs. All outputs of a process share one redactor. */
export interface Redactor {
  /** Adds a secret to hide. Ignores a blank secret, and a secret that was added before. */
  readonly add: (secret: string) => void;
  /** Adds a value that is marked as sensitive. Hides even a short value of only letters or only digits. */
  readonly addValue: (value: string) => void;
  /** Replaces all secrets in a text, in all likely encodings of each secret. */
  readonly redact: (text: string) => string;
}

/**
 * Hides secrets in every form: plain, escaped, percent-encoded, hexadecimal, base64. If a secret has 24
 * characters or more, also hides each part of 12 characters. Hides a secret of fewer than 8 characters only
 * where it is a whole word, and never if it consists of only letters or only digits.
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
      ].sort(([a], [b]) => a - b);
      return replaceRanges(text, ranges);
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
  // encodeURIComponent rejects unpaired surrogates; encoding to bytes replaces them.
  return encodeURIComponent(Buffer.from(secret).toString()).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Lists a secret in hexadecimal. Splits a long one, because Node.js shows only 50 bytes of a buffer. */
function listHexForms(bytes: Buffer): readonly string[] {
  const size = bytes.length < LONG_SECRET_LENGTH ? bytes.length : FRAGMENT_LENGTH;
  return Array.from({ length: bytes.length - size + 1 }, (_, start) => {
    const hex = bytes.toString("hex", start, start + size);
    return [hex, hex.replace(/..(?=.)/g, "$& ")];
  }).flat();
}

/** Lists a secret's base64 after 0, 1 and 2 other bytes, without the characters that such bytes change. */
function listBase64Forms(bytes: Buffer): readonly string[] {
  const whole = bytes.toString("base64").replaceAll("=", "");
  const forms = [0, 1, 2].map((shift) => {
    const encoded = Buffer.concat([Buffer.alloc(shift), bytes]).toString("base64");
    return encoded.slice(Math.ceil((shift * 8) / 6), Math.floor(((shift + bytes.length) * 8) / 6));
  });
  return [whole, ...forms].flatMap((form) => [form, form.replaceAll("+", "-").replaceAll("/", "_")]);
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
