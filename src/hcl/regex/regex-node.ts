/** Tells whether a character, or the half of a pair of UTF-16 without its other half, is meant. */
export type CharacterTest = (character: string) => boolean;

/** What a place between two characters must be. */
export type Assertion = "textStart" | "textEnd" | "lineStart" | "lineEnd" | "wordEdge" | "noWordEdge";

/** A regular expression, as written. */
export type RegexNode =
  | { readonly kind: "character"; readonly test: CharacterTest }
  | { readonly kind: "assertion"; readonly assertion: Assertion }
  | { readonly kind: "sequence"; readonly nodes: readonly RegexNode[] }
  | { readonly kind: "choice"; readonly nodes: readonly RegexNode[] }
  /** Groups are counted from 1. */
  | { readonly kind: "group"; readonly index: number; readonly node: RegexNode }
  | {
      readonly kind: "repeat";
      readonly node: RegexNode;
      readonly min: number;
      /** Undefined where there is no most. */
      readonly max: number | undefined;
      readonly isLazy: boolean;
    };
