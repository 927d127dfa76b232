import type { RunHost } from "../../../src/plugin/run-directory";
import { SharedClaims } from "../../../src/provider/shared-claims";

/** Starts a process of the run that the tests' process belongs to. @param directory - the runtime directory of the user */
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
