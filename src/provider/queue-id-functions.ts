import type { FunctionDefinition } from "../plugin/provider-definition";
import type { AttributeType } from "../plugin/schema";
import type { Value } from "../plugin/value";
import { hasErrorCode } from "../queue/merge-queue-error";
import { parseQueueId } from "../queue/parse-queue-id";
import {
  checkRepositoryPart,
  checkTargetBranch,
  formatQueueId,
  REPOSITORY_PARTS,
} from "../queue/queue-identity";
import { toIdentityAttributes } from "./argument-values";

const IDENTITY_TYPE: AttributeType = {
  object: { repo: { object: { host: "string", owner: "string", name: "string" } }, target_branch: "string" },
};

/** Finds an argument in a message, to remove it: the provider cannot know whether it is sensitive. */
const SHOWN = /(?:, got|: write) "(?:[^"\\]|\\.)*"/g;

const NOT_AN_ID =
  'The string is not the id of a queue. Write it as "host/owner/name/branch", for example "github.com/acme/web/main": ' +
  "without https:// or git@, without .git, and with the plain name of the branch.";

/** The provider's functions by name, as in `provider::mergequeue::queue_id`. */
export const FUNCTIONS: { readonly [name: string]: FunctionDefinition } = {
  queue_id: {
    summary: "Composes the id of a queue",
    description:
      "Returns the id of a merge queue, `host/owner/name/branch`, for `terraform import`. The resource shows it as `id`. " +
      "The function fails if a part is empty, or if a part contains a character that is not allowed there.",
    parameters: [
      { name: "host", type: "string", description: "Code host, for example `github.com`; without a slash." },
      { name: "owner", type: "string", description: "Owner or organization; without a slash." },
      { name: "name", type: "string", description: "Repository name; without a slash." },
      {
        name: "branch",
        type: "string",
        description: "The branch that the queue targets; may contain slashes.",
      },
    ],
    returns: "string",
    call: (args) => {
      const parts = args.map(toText);
      const [host = "", owner = "", name = "", targetBranch = ""] = parts;
      const problems: readonly (string | undefined)[] = [
        ...REPOSITORY_PARTS.map((part, index) => checkRepositoryPart(part, parts[index])),
        checkTargetBranch(targetBranch),
      ];
      const argument = problems.findIndex((problem) => problem !== undefined);
      if (argument === -1) return { value: formatQueueId({ repo: { host, owner, name }, targetBranch }) };
      // Terraform marks only the first argument, so the text names all.
      const text = problems.filter((problem) => problem !== undefined).join(" ");
      return { error: { text: text.replace(SHOWN, ""), argument } };
    },
  },
  parse_queue_id: {
    summary: "Parses the id of a queue",
    description:
      "Returns the parts of a queue's id as `{ repo = { host, owner, name }, target_branch }`. The names and the shape are " +
      "those of the arguments of the resource and the data sources. Everything after the third slash is the branch. If " +
      "the string is not a queue id, the function fails.",
    parameters: [{ name: "id", type: "string", description: "The id, `host/owner/name/branch`." }],
    returns: IDENTITY_TYPE,
    call: ([id]) => {
      try {
        return { value: toIdentityAttributes(parseQueueId(toText(id).normalize("NFC"))) };
      } catch (error) {
        if (!hasErrorCode(error, "invalid_identity")) throw error;
        return { error: { text: NOT_AN_ID, argument: 0 } };
      }
    },
  },
};

function toText(value: Value | undefined): string {
  if (typeof value === "string") return value;
  throw new TypeError("an argument of type string is required");
}
