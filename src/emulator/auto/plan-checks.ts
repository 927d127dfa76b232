import { hash } from "node:crypto";
import type { Check, EngineTest } from "../../engine/engine-state";
import type { HostPullRequest } from "../../engine/host-pull-request";
import type { ResolvedAutoOptions } from "../auto-options";

/** The conclusion of a check, and its time in milliseconds since 1970 (UTC). */
export type PlannedCheck = Pick<Check, "name" | "conclusion"> & { readonly atMs: number };

/** Plans a run's checks at equal intervals over the run's duration. @param commits - in merge order */
export function planChecks(
  run: Pick<EngineTest, "id" | "createdAtMs" | "requiredStatuses">,
  commits: readonly string[],
  { durationMs: [minMs, maxMs], failureRate, seed }: ResolvedAutoOptions,
): PlannedCheck[] {
  const names = run.requiredStatuses.length === 0 ? ["ci"] : run.requiredStatuses;
  const totalMs = minMs + (maxMs - minMs) * toFraction(seed, "duration", run.id);
  const culprit = commits.find((commit) => isBrokenCommit(commit, { failureRate, seed }));
  const failing = culprit === undefined ? -1 : Math.floor(toFraction(seed, "status", culprit) * names.length);
  return names.map((name, index) => ({
    name,
    atMs: run.createdAtMs + Math.round((totalMs * (index + 1)) / names.length),
    conclusion: index === failing ? "failure" : "success",
  }));
}

/** Returns a key that identifies a commit of a pull request. */
export function toCommit({ number, sha }: Pick<HostPullRequest, "number" | "sha">): string {
  return `${number} ${sha}`;
}

export function isBrokenCommit(
  commit: string,
  { seed, failureRate }: Pick<ResolvedAutoOptions, "seed" | "failureRate">,
): boolean {
  return toFraction(seed, "fails", commit) < failureRate;
}

/** Hashes strings to an evenly distributed number from 0 to less than 1. */
export function toFraction(...texts: readonly string[]): number {
  return hash("sha256", JSON.stringify(texts), "buffer").readUIntBE(0, 6) / 2 ** 48;
}
