import type { Attributes } from "../../plugin/schema/schema";

function part(description: string): Attributes[string] {
  return {
    type: "string",
    required: true,
    description: `${description} Non-empty, without slash; compared without regard to case.`,
  };
}

/** Parts of a repository reference. */
export const REPOSITORY_ATTRIBUTES: Attributes = {
  host: part("Code host, for example `github.com`."),
  owner: part("Owner or organization."),
  name: part("Repository name."),
};

/** What names a queue in a data source; both are required. */
export const IDENTITY_ATTRIBUTES: Attributes = {
  repo: {
    nesting: "single",
    required: true,
    description: "The repository whose pull requests the queue merges.",
    attributes: REPOSITORY_ATTRIBUTES,
  },
  target_branch: {
    type: "string",
    required: true,
    description: "The branch that the queue merges into; may contain slashes.",
  },
};
