import { type AttributePath, attributePath, type Diagnostic } from "../../../plugin/diagnostic";
import type { Attributes } from "../../../plugin/schema/schema";
import { getAttribute, getList } from "../../../plugin/values/get-attribute";
import { isObjectValue, isUnknown, type ObjectValue, type Value } from "../../../plugin/values/value";
import { MUST_BE_SET } from "../../../queue/check-attributes";
import {
  checkRepositoryPart,
  checkTargetBranch,
  type QueueIdentity,
  REPOSITORY_PARTS,
  toIdentityKey,
} from "../../../queue/queue-identity";
import { getIdentity } from "../../argument-values";
import { createRepositoryAttributes } from "../../attributes";
import { checkRequired, createInvalid } from "../../diagnostics";

/** The attributes that name the queues to look for. */
export const CANDIDATE_ATTRIBUTES: Attributes = {
  repos: {
    nesting: "list",
    required: true,
    description: "The repositories to look at, at least one.",
    attributes: createRepositoryAttributes(),
  },
  target_branches: {
    type: { list: "string" },
    required: true,
    description: "The target branches to look for in each repository, at least one; may contain slashes.",
  },
};

/** Checks both attributes, and collects everything that is wrong with them. Unknown values are no errors (rule C-20). */
export function validateCandidates(config: ObjectValue): Diagnostic[] {
  return [
    ...checkElements(config, "repos", (path, repo) =>
      REPOSITORY_PARTS.flatMap((part) =>
        checkRequired(
          [...path, { attribute: part }],
          isObjectValue(repo) ? getAttribute(repo, part) : repo,
          (value) => checkRepositoryPart(part, value),
        ),
      ),
    ),
    ...checkElements(config, "target_branches", (path, branch) =>
      checkRequired(path, branch, checkTargetBranch),
    ),
  ];
}

/**
 * Returns the queues that a valid and known configuration names, each once, in the spelling that comes first: by
 * repository, then by branch.
 */
export function listQueueCandidates(config: ObjectValue): readonly QueueIdentity[] {
  const candidates = new Map<string, QueueIdentity>();
  for (const repo of listElements(config, "repos")) {
    for (const branch of listElements(config, "target_branches")) {
      const identity = getIdentity(
        new Map([
          ["repo", repo],
          ["target_branch", branch],
        ]),
      );
      const key = toIdentityKey(identity);
      if (!candidates.has(key)) candidates.set(key, identity);
    }
  }
  return [...candidates.values()];
}

function listElements(config: ObjectValue, name: string): readonly Value[] {
  const list = getList(config, name);
  return list === null || isUnknown(list) ? [] : list;
}

function checkElements(
  config: ObjectValue,
  name: string,
  check: (path: AttributePath, element: Value) => readonly Diagnostic[],
): Diagnostic[] {
  const path = attributePath(name);
  const list = getList(config, name);
  if (isUnknown(list)) return [];
  if (list === null) return [createInvalid(path, MUST_BE_SET)];
  if (list.length === 0) return [createInvalid(path, "It must have at least one element.")];
  return list.flatMap((element, index) => {
    const place = [...path, { index }];
    return element === null ? [createInvalid(place, MUST_BE_SET)] : check(place, element);
  });
}
