import type { IConstruct } from "../cdk";

/** Names a construct for a message: its path, or what has none. */
export function describeScope(scope: IConstruct): string {
  return scope.node.path === "" ? "the app" : scope.node.path;
}
