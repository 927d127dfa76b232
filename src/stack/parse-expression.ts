import { splitTemplate, unescapeLiteral } from "../text/terraform-template";
import { readJson, toLiteral } from "./read-json";
import { UnreadError } from "./unread-error";
import type { Value } from "./values";

/** An expression that is read: a literal in JSON's grammar, a reference, or one of the CDK's own conversions. */
export type Expression =
  | { readonly kind: "literal"; readonly value: Value }
  | Reference
  | { readonly kind: "toset" | "tolist" | "jsondecode"; readonly operand: Expression };

/** `var.x["y"][0].z`: the root is `var`, the steps are `x`, `y`, `0` and `z`. */
export interface Reference {
  readonly kind: "reference";
  readonly root: string;
  readonly steps: readonly string[];
}

const STEP = String.raw`\.([\p{ID_Start}_][\p{ID_Continue}-]*|0|[1-9]\d*)|\[("(?:[^"\\\p{Cc}]|\\["\\nrt])*"|0|[1-9]\d*)\]`;
const STEPS = new RegExp(STEP, "gu");
const REFERENCE = new RegExp(String.raw`^([\p{ID_Start}_][\p{ID_Continue}-]*)((?:${STEP})*)$`, "u");

/** What the CDK and the constructs write around values where a program calls no function. */
const CONVERSION = /^(toset|tolist|jsondecode)\((.*)\)$/s;

/** The escapes that JSON does not share with Terraform. */
const FOREIGN = /\\[/bf]/;

const WORDS: ReadonlySet<string> = new Set(["true", "false", "null"]);

/**
 * Parses the text between `${` and `}`.
 * @param depth - in how many conversions it stands
 * @returns undefined if it is more than a literal or a reference
 */
export function parseExpression(text: string, depth = 0): Expression | undefined {
  const trimmed = text.trim();
  const isPlain = splitTemplate(trimmed).every((part) => part.kind === "literal");
  if (!isPlain || FOREIGN.test(trimmed)) return undefined;
  const [, kind, inner = ""] = CONVERSION.exec(trimmed) ?? [];
  if (kind === "toset" || kind === "tolist" || kind === "jsondecode") {
    // Two are only read as `tolist(jsondecode(…))`.
    const isRead = depth === 0 || (depth === 1 && kind === "jsondecode");
    const operand = isRead ? parseExpression(inner, depth + 1) : undefined;
    const isReference = operand?.kind === "reference";
    return operand && (isReference || kind !== "jsondecode") ? { kind, operand } : undefined;
  }
  const [, root, steps = ""] = REFERENCE.exec(trimmed) ?? [];
  if (root === undefined || WORDS.has(root)) return tryParseLiteral(trimmed);
  const taken = [...steps.matchAll(STEPS)].map(([, name, key = ""]) =>
    (name ?? (key.startsWith('"') ? (JSON.parse(unescapeLiteral(key)) as string) : key)).normalize("NFC"),
  );
  return { kind: "reference", root, steps: taken };
}

function tryParseLiteral(text: string): Expression | undefined {
  try {
    return { kind: "literal", value: toLiteral(readJson(unescapeLiteral(text))) };
  } catch (error) {
    if (error instanceof UnreadError) return undefined;
    throw error;
  }
}
