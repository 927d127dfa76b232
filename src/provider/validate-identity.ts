import { attributePath, type Diagnostic } from "../plugin/diagnostic";
import { getAttribute } from "../plugin/values/get-attribute";
import type { ObjectValue } from "../plugin/values/value";
import { checkRepositoryPart, checkTargetBranch, REPOSITORY_PARTS } from "../queue/queue-identity";
import { checkRequired, createInvalid, MUST_BE_SET } from "./diagnostics";
import { getRepositoryPart } from "./identity-values";

/** Checks `repo` and `target_branch`, both required, and collects everything that is wrong with them. */
export function validateIdentity(config: ObjectValue): Diagnostic[] {
  const isMissing = getAttribute(config, "repo") === null;
  return [
    ...(isMissing ? [createInvalid(attributePath("repo"), MUST_BE_SET)] : validateRepository(config)),
    ...checkRequired(
      attributePath("target_branch"),
      getAttribute(config, "target_branch"),
      checkTargetBranch,
    ),
  ];
}

/** Checks the parts of `repo`, which must not be null itself. */
export function validateRepository(config: ObjectValue): Diagnostic[] {
  return REPOSITORY_PARTS.flatMap((part) =>
    checkRequired(attributePath("repo", part), getRepositoryPart(config, part), (value) =>
      checkRepositoryPart(part, value),
    ),
  );
}
