import type { FunctionDefinition } from "../../plugin/provider-definition";
import type { Value } from "../../plugin/values/value";
import { hasErrorCode } from "../../queue/merge-queue-error";
import { parseQueueId } from "../../queue/parse-queue-id";
import { type QueueIdentity, REPOSITORY_PARTS } from "../../queue/queue-identity";

/** The function `parse_queue_id(id)`. */
export const PARSE_QUEUE_ID_FUNCTION: FunctionDefinition = {
  summary: "Takes the id of a queue apart",
  description:
    "Returns the parts of a queue's id as `{ repo = { host, owner, name }, target_branch }`, under the names and " +
    "in the shape in which the resource and the data sources take them. Everything behind the third slash is the " +
    "branch. It is an error if the string is not a queue id.",
  parameters: [{ name: "id", type: "string", description: "The id, `host/owner/name/branch`." }],
  returns: {
    object: {
      repo: { object: { host: "string", owner: "string", name: "string" } },
      target_branch: "string",
    },
  },
  call: ([id]) => {
    if (typeof id !== "string") throw new TypeError("an argument of type string is required");
    const identity = tryParse(id);
    if (typeof identity === "string") return { error: { text: identity, argument: 0 } };
    const repo = new Map(REPOSITORY_PARTS.map((part) => [part, identity.repo[part]]));
    return {
      value: new Map<string, Value>([
        ["repo", repo],
        ["target_branch", identity.targetBranch],
      ]),
    };
  },
};

/** Returns the identity, or what is wrong with the text. */
function tryParse(id: string): QueueIdentity | string {
  try {
    return parseQueueId(id.normalize("NFC"));
  } catch (error) {
    if (!hasErrorCode(error, "invalid_identity")) throw error;
    return error.message;
  }
}
