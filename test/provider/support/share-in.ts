import type { RunHost } from "../../../src/plugin/run-directory";
import { SharedClaims } from "../../../src/provider/shared-claims";

/** Starts a process of the run of the tests' process. @param directory - the user's runtime directory */
export function shareIn(
  directory: string,
  changes: Partial<RunHost> = {},
  startedAtMs?: number,
): SharedClaims {
  const { platform, pid, ppid } = process;
  const geteuid = (): number => process.geteuid?.() ?? 0;
  const host = { env: { XDG_RUNTIME_DIR: directory }, platform, pid, ppid, geteuid, on: () => undefined };
  return new SharedClaims({ ...host, ...changes }, startedAtMs);
}
