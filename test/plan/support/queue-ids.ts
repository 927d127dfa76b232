/** Ids of queues, in the order of plans. */
export const API = "github.com/acme/api/main";
export const DOCS = "github.com/acme/docs/main";
export const WEB = "github.com/acme/web/main";

/** Returns ids of many queues, in that order for up to 90. */
export function listIds(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `github.com/acme/web/r${index + 10}`);
}

/** Returns the identity in a request about one of them. */
export function refer(id: string): object {
  const [host, owner, name, targetBranch] = id.split("/");
  return { repo: { host, owner, name }, targetBranch };
}
