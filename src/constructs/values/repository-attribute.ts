import type { Finding } from "../../queue/finding";
import { isMergeQueueError } from "../../queue/merge-queue-error";
import { parseRepository } from "../../queue/parse-queue-id";
import { checkRepositoryPart, REPOSITORY_PARTS, type Repository } from "../../queue/queue-identity";
import { splitTemplate, type TemplatePart } from "../../text/terraform-template";
import { Fn, type IResolvable, propertyAccess, Token } from "../cdk";
import { isUnresolved, replaceNumberTokens, toAttributeValue, toMeaning } from "./terraform-value";

const PATTERN = "^([^/]+)/([^/]+)/([^/]+)$";

/** Returns a repository's parts, as expressions if only Terraform can split it. Undefined if invalid. */
export function tryToRepository(repo: unknown): Repository | undefined {
  if (typeof repo === "string") return splitReference(replaceNumberTokens(repo));
  if (typeof repo !== "object" || repo === null) return undefined;
  const { host, owner, name } = repo as Repository;
  return toAttributeValue({ host, owner, name }) as Repository;
}

/** Checks the prop `repo`, whose value may have any type. Does not check what only Terraform knows. */
export function checkRepositoryProp(repo: unknown): Finding[] {
  if (typeof repo === "string") return checkReference(replaceNumberTokens(repo));
  if (typeof repo !== "object" || repo === null || Array.isArray(repo))
    return [{ path: [], message: `Must be "host/owner/name" or { host, owner, name }.` }];
  const unknown = Object.keys(repo).filter((key) => !(REPOSITORY_PARTS as readonly string[]).includes(key));
  return [
    ...checkParts(repo),
    ...unknown.map((key) => ({ path: [key], message: "A repository has only host, owner and name." })),
  ];
}

function checkParts(repo: Partial<Repository>): Finding[] {
  return REPOSITORY_PARTS.flatMap((part) => {
    const value: unknown = repo[part];
    if (isUnresolved(value)) return [];
    const message = checkRepositoryPart(part, toMeaning(value));
    return message === undefined ? [] : [{ path: [part], message }];
  });
}

function checkReference(text: string): Finding[] {
  if (isUnresolved(text)) {
    const [host, owner, name, ...more] = splitAtSlashes(splitTemplate(text));
    if (more.length > 0) return [{ path: [], message: `Must have three parts, "host/owner/name".` }];
    if (name === undefined) return [];
    return checkParts({ host, owner, name } as Repository).map(({ message }) => ({ path: [], message }));
  }
  try {
    parseRepository(toMeaning(text) as string);
    return [];
  } catch (error) {
    if (!isMergeQueueError(error)) throw error;
    return [{ path: [], message: error.message }];
  }
}

function splitReference(text: string): Repository | undefined {
  const parts = splitTemplate(text);
  const [host, owner, name, ...more] = splitAtSlashes(parts);
  if (host !== undefined && owner !== undefined && name !== undefined && more.length === 0)
    return { host, owner, name };
  if (parts.every((part) => part.kind === "literal")) return undefined;
  const reference = parts.map((part) => (part.kind === "literal" ? part.text : toToken(part.text))).join("");
  const captures = Fn.regex(PATTERN, reference) as unknown;
  const capture = (index: number): string => Token.asString(propertyAccess(captures, [index]));
  return { host: capture(0), owner: capture(1), name: capture(2) };
}

function splitAtSlashes(parts: readonly TemplatePart[]): string[] {
  const segments = [""];
  for (const { kind, text } of parts) {
    const [first = "", ...rest] = kind === "literal" ? text.split("/") : [text];
    segments.push(`${segments.pop() ?? ""}${first}`, ...rest);
  }
  return segments;
}

/** Wraps an expression in a token, because the CDK would escape a plain `${…}` in a function's argument. */
function toToken(expression: string): string {
  if (Token.isUnresolved(expression) || !expression.startsWith("${")) return expression;
  const token: IResolvable = {
    creationStack: [],
    resolve: (context) => (context.suppressBraces === true ? expression.slice(2, -1) : expression),
    toString: () => Token.asString(token),
  };
  return Token.asString(token);
}
