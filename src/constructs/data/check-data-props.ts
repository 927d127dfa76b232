import type { Finding } from "../../queue/finding";
import { describeUnknownProp } from "../describe-unknown-prop";
import { checkTemplates } from "../values/check-templates";
import { isUnresolvedText, toMeaning } from "../values/known-value";
import type { MergeQueueDataMetaArguments } from "./data-source-props";

/** Finds everything that is wrong with one prop; paths are below the prop. */
export type PropCheck = (value: unknown) => readonly Finding[];

/** How to check each prop that is an argument of the data source, in the order of its schema. */
export type PropChecks<Props> = {
  readonly [Name in Exclude<keyof Props, keyof MergeQueueDataMetaArguments>]-?: PropCheck;
};

/** Terraform's meta-arguments of a data source, by the names that they have as props. */
export const DATA_META_ARGUMENTS = [
  "dependsOn",
  "count",
  "forEach",
  "provider",
  "lifecycle",
] as const satisfies readonly (keyof MergeQueueDataMetaArguments)[];

/** What Terraform allows in the lifecycle of a data source. */
const CONDITIONS: readonly string[] = ["precondition", "postcondition"];

/**
 * Checks the props of a data source as far as they are known at synth; tokens and expressions are never wrong.
 * Values may be of any type, because JavaScript callers can pass anything.
 * @returns everything that is wrong, with paths of props
 */
export function checkDataProps<Props extends MergeQueueDataMetaArguments>(
  props: Props,
  checks: PropChecks<Props>,
): Finding[] {
  const given = props as Readonly<Record<string, unknown>>;
  const known = [...Object.keys(checks), ...DATA_META_ARGUMENTS];
  return [
    ...Object.entries<PropCheck>(checks).flatMap(([name, check]) =>
      check(given[name]).map(({ path, message }) => ({ path: [name, ...path], message })),
    ),
    ...Object.keys(checks).flatMap((name) => checkTemplates([name], given[name])),
    ...Object.keys(props.lifecycle ?? {})
      .filter((name) => !CONDITIONS.includes(name))
      .map((name) => ({
        path: ["lifecycle", name],
        message: "The lifecycle of a data source has only precondition and postcondition.",
      })),
    ...Object.keys(props)
      .filter((name) => given[name] !== undefined && !known.includes(name))
      .map((name) => ({ path: [name], message: describeUnknownProp(name, known) })),
  ];
}

/**
 * Makes the check of a prop that must be there.
 * @param check - answers what is wrong with a value that is known, as a sentence, or undefined
 */
export function required(check: (value: unknown) => string | undefined): PropCheck {
  return (value) => {
    if (isUnresolvedText(value)) return [];
    const message = check(toMeaning(value));
    return message === undefined ? [] : [{ path: [], message }];
  };
}

/** Makes the check of a prop that may be left out, as {@link required} otherwise. */
export function optional(check: (value: unknown) => string | undefined): PropCheck {
  const checkGiven = required(check);
  return (value) => (value === undefined ? [] : checkGiven(value));
}

/**
 * Checks a text that must not be empty.
 * @returns what is wrong with it as a sentence, or undefined
 */
export function checkText(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? undefined : "Must be a string that is not empty.";
}
