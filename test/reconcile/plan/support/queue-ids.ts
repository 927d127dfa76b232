/** Ids of queues, in the order of plans. */
export const API = "github.com/acme/api/main";
export const DOCS = "github.com/acme/docs/main";
export const WEB = "github.com/acme/web/main";

/** Returns what a request on one of them names. */
export function refer(id: string): object {
  const [host, owner, name, targetBranch] = id.split("/");
  return { repo: { host, owner, name }, targetBranch };
}
