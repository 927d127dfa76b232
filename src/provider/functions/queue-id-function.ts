import type { FunctionDefinition } from "../../plugin/provider-definition";
import type { Value } from "../../plugin/values/value";
import { checkRepositoryPart, checkTargetBranch, formatQueueId } from "../../queue/queue-identity";

/** The function `queue_id(host, owner, name, branch)`. */
export const QUEUE_ID_FUNCTION: FunctionDefinition = {
  summary: "Composes the id of a queue",
  description:
    "Returns the id of a merge queue, `host/owner/name/branch`: what `terraform import` takes, and what the " +
    "resource shows as `id`. An empty part is an error, and so is a character that the part cannot contain.",
  parameters: [
    { name: "host", type: "string", description: "Code host, for example `github.com`; without slash." },
    { name: "owner", type: "string", description: "Owner or organization; without slash." },
    { name: "name", type: "string", description: "Repository name; without slash." },
    { name: "branch", type: "string", description: "The branch that the queue targets; may hold slashes." },
  ],
  returns: "string",
  call: (args) => {
    const [host = "", owner = "", name = "", targetBranch = ""] = args.map(toText);
    const problems = [
      checkRepositoryPart("host", host),
      checkRepositoryPart("owner", owner),
      checkRepositoryPart("name", name),
      checkTargetBranch(targetBranch),
    ];
    const argument = problems.findIndex((problem) => problem !== undefined);
    if (argument === -1) return { value: formatQueueId({ repo: { host, owner, name }, targetBranch }) };
    // Terraform marks one argument; the text tells of all.
    return { error: { text: problems.filter((problem) => problem !== undefined).join(" "), argument } };
  },
};

function toText(value: Value): string {
  if (typeof value === "string") return value;
  throw new TypeError("an argument of type string is required");
}
