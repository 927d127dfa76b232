import { invalid, refused } from "../expression-error";
import { takeBoolean } from "../functions/take-argument";
import type { Expression, TemplatePart } from "../syntax/expression";
import { convertValue } from "../values/convert-value";
import type { HclValue } from "../values/hcl-value";
import { describeKind, mark, Unresolved, unmark } from "../values/hcl-value";
import { nameElements } from "./name-elements";
import type { Budget } from "./scope";

/** Names that `for` gives within a template. */
type Names = ReadonlyMap<string, HclValue>;

/** Longest string that may come of a template or function, in characters. */
const MAX_STRING_LENGTH = 1_000_000;

/** What a round of a loop costs beside what is in it, in steps. */
const ROUND_STEPS = 10;

/**
 * Puts the text of a template together.
 * @param names - what loops around it give names to
 * @param evaluate - evaluates an expression in it
 * @param budget - bounds the work
 * @throws ExpressionError `invalid` if something in it is no text, and cannot become one; `refused` if it is too much
 */
export function evaluateTemplate(
  parts: readonly TemplatePart[],
  names: Names,
  evaluate: (expression: Expression, names: Names) => HclValue,
  budget: Budget,
): HclValue {
  return joinTexts(parts, (part) => evaluatePart(part, names, evaluate, budget), budget);
}

function evaluatePart(
  part: TemplatePart,
  names: Names,
  evaluate: (expression: Expression, names: Names) => HclValue,
  budget: Budget,
): HclValue {
  switch (part.kind) {
    case "literal":
      return part.text;
    case "interpolation":
      return evaluate(part.expression, names);
    case "if": {
      const { value, isSensitive } = unmark(evaluate(part.condition, names));
      if (value instanceof Unresolved) return mark(value, isSensitive);
      const chosen = takeBoolean(value) ? part.then : part.otherwise;
      return mark(evaluateTemplate(chosen, names, evaluate, budget), isSensitive);
    }
    case "for": {
      const { value, isSensitive } = unmark(evaluate(part.source, names));
      if (value instanceof Unresolved) return mark(value, isSensitive);
      const bodies = nameElements(value, part).map((given) => {
        // Where the body is literal, no expression is evaluated that would account for the round.
        budget.spend(ROUND_STEPS);
        return evaluateTemplate(part.body, new Map([...names, ...given]), evaluate, budget);
      });
      return mark(
        joinTexts(bodies, (body) => body, budget),
        isSensitive,
      );
    }
  }
}

/** Evaluates what a text consists of, one after the other, up to the first that has no value. */
function joinTexts<T>(parts: readonly T[], evaluate: (part: T) => HclValue, budget: Budget): HclValue {
  budget.spend(1 + parts.length);
  const texts: string[] = [];
  let length = 0;
  let isSensitive = false;
  for (const part of parts) {
    const { value, isSensitive: isHidden } = unmark(evaluate(part));
    isSensitive ||= isHidden;
    if (value instanceof Unresolved) return mark(value, isSensitive);
    const text = convertValue(value, "string");
    if (typeof text !== "string") throw invalid(`${describeKind(text)} stands in a template`);
    length += text.length;
    if (length > MAX_STRING_LENGTH) throw refused(`a string has more than ${MAX_STRING_LENGTH} characters`);
    texts.push(text);
  }
  return mark(texts.join("").normalize("NFC"), isSensitive);
}
