import type { HclValue } from "../values/hcl-value";

/** An expression of Terraform's language, as written. */
export type Expression =
  | { readonly kind: "literal"; readonly value: HclValue }
  | { readonly kind: "template"; readonly parts: readonly TemplatePart[] }
  | { readonly kind: "reference"; readonly root: string; readonly steps: readonly Step[] }
  | { readonly kind: "access"; readonly source: Expression; readonly steps: readonly Step[] }
  | { readonly kind: "tuple"; readonly items: readonly Expression[] }
  | { readonly kind: "object"; readonly entries: readonly (readonly [Expression, Expression])[] }
  | ForExpression
  | {
      readonly kind: "conditional";
      readonly condition: Expression;
      readonly then: Expression;
      readonly otherwise: Expression;
    }
  | {
      readonly kind: "binary";
      readonly operator: BinaryOperator;
      readonly left: Expression;
      readonly right: Expression;
    }
  | { readonly kind: "unary"; readonly operator: "-" | "!"; readonly operand: Expression }
  | CallExpression;

/** A step into a value. */
export type Step =
  | { readonly kind: "attribute"; readonly name: string }
  | { readonly kind: "index"; readonly key: Expression }
  /** `[*]` and `.*`: the steps behind it are taken from each element. */
  | { readonly kind: "splat"; readonly steps: readonly Step[] };

/** `[for …]`, or `{for …}` where it has a key. */
export interface ForExpression {
  readonly kind: "for";
  readonly keyName: string | undefined;
  readonly valueName: string;
  readonly source: Expression;
  /** Absent in `[for …]`. */
  readonly key: Expression | undefined;
  readonly value: Expression;
  readonly condition: Expression | undefined;
  /** Whether `...` collects the values of equal keys. */
  readonly isGrouped: boolean;
}

/** `name(arguments)`. */
export interface CallExpression {
  readonly kind: "call";
  readonly name: string;
  readonly arguments: readonly Expression[];
  /** Whether `...` spreads the last argument. */
  readonly isSpread: boolean;
}

/** Operators between two operands; see {@link PRECEDENCE}. */
export type BinaryOperator =
  | "||"
  | "&&"
  | "=="
  | "!="
  | "<"
  | "<="
  | ">"
  | ">="
  | "+"
  | "-"
  | "*"
  | "/"
  | "%";

/** A piece of a template. */
export type TemplatePart =
  | { readonly kind: "literal"; readonly text: string }
  | { readonly kind: "interpolation"; readonly expression: Expression }
  | {
      readonly kind: "if";
      readonly condition: Expression;
      readonly then: readonly TemplatePart[];
      readonly otherwise: readonly TemplatePart[];
    }
  | {
      readonly kind: "for";
      readonly keyName: string | undefined;
      readonly valueName: string;
      readonly source: Expression;
      readonly body: readonly TemplatePart[];
    };

/** Operators by how tightly they bind, the loosest first. */
export const PRECEDENCE: readonly (readonly BinaryOperator[])[] = [
  ["||"],
  ["&&"],
  ["==", "!="],
  ["<=", ">=", "<", ">"],
  ["+", "-"],
  ["*", "/", "%"],
];
