import { type JsonNode, parseTerraformJson, toLiteral } from "./terraform-json";
import { splitTemplate, unescapeLiteral } from "./terraform-template";

/** A reference. In `var.x["y"][0].z`, the root is `var`, and the steps are `x`, `y`, `0` and `z`. */
export interface Reference {
  readonly root: string;
  readonly steps: readonly string[];
}

/** A reference or a JSON literal, and the conversions that the CDK or the constructs write around it. */
export interface Expression {
  /** The function that converts the operand: `tolist()` or `toset()`. */
  readonly conversion: "list" | "set" | undefined;
  /** Whether the operand is a reference in `jsondecode()`. */
  readonly isDecoded: boolean;
  readonly operand: { readonly reference: Reference } | { readonly literal: JsonNode };
}

const STEP = String.raw`\.([\p{ID_Start}_][\p{ID_Continue}-]*|0|[1-9]\d*)|\[("(?:[^"\\\p{Cc}]|\\["\\nrt])*"|0|[1-9]\d*)\]`;
const STEPS = new RegExp(STEP, "gu");
const REFERENCE = new RegExp(String.raw`^([\p{ID_Start}_][\p{ID_Continue}-]*)((?:${STEP})*)$`, "u");

/** JSON's escapes that Terraform does not have. */
const FOREIGN = /\\[/bf]/;

const WORDS: ReadonlySet<string> = new Set(["true", "false", "null"]);

/** Parses the text between `${` and `}`. @returns undefined if it is not an {@link Expression} */
export function tryParseExpression(text: string): Expression | undefined {
  const whole = text.trim();
  const isPlain = splitTemplate(whole).every((part) => part.kind === "literal");
  if (!isPlain || FOREIGN.test(whole)) return undefined;
  const [, conversion, inner = whole] = /^to(list|set)\((.*)\)$/s.exec(whole) ?? [];
  const [, decoded] = /^jsondecode\((.*)\)$/s.exec(inner.trim()) ?? [];
  const operand = tryParseOperand((decoded ?? inner).trim());
  const isDecoded = decoded !== undefined;
  return operand === undefined || (isDecoded && "literal" in operand)
    ? undefined
    : { conversion: conversion as Expression["conversion"], isDecoded, operand };
}

function tryParseOperand(text: string): Expression["operand"] | undefined {
  const [, root, path = ""] = REFERENCE.exec(text) ?? [];
  if (root === undefined || WORDS.has(root)) return tryParseLiteral(text);
  const steps = [...path.matchAll(STEPS)].map(([, name, key = ""]) =>
    (name ?? (key.startsWith('"') ? (JSON.parse(unescapeLiteral(key)) as string) : key)).normalize("NFC"),
  );
  return { reference: { root, steps } };
}

function tryParseLiteral(text: string): Expression["operand"] | undefined {
  try {
    return { literal: toLiteral(parseTerraformJson(unescapeLiteral(text), (reason) => new Error(reason))) };
  } catch {
    return undefined;
  }
}
