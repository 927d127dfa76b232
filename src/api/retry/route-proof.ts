import * as z from "zod/mini";
import type { EncodedRequest } from "../encode-request";
import { GET_QUEUE } from "../operations/get-queue";
import type { AnyOperation, Failure } from "../responses/interpret-exchange";
import type { Conclusion } from "./run-attempts";

/** `/getQueue` with an empty object: a merge queue service refuses it, other servers do not know it. */
export const PROBE_OPERATION: AnyOperation = {
  ...GET_QUEUE,
  responseSchema: z.unknown(),
  responseFormat: "any",
};

/** The request of {@link PROBE_OPERATION}. */
export const PROBE_REQUEST: EncodedRequest = { query: "", body: "{}" };

/** What a probe shows: the address serves the interface, does not, or the probe failed. */
export interface Proof {
  readonly kind: "served" | "absent" | "unclear";
  /** How the probe failed: also a service that serves the interface fails it. */
  readonly failure: Failure;
}

/**
 * Tells "no such queue" from "no such service", so that a mistyped address never looks like deleted queues. Before the
 * first 404 of a client counts, another response must have been a success, or `/getQueue` with an empty object must be
 * refused as incomplete, not as unknown. This is proven once per client.
 */
export class RouteProof {
  #isProven = false;
  #pending: Promise<Proof> | undefined;

  /** Records a success: only a service that has the interface answers its requests. */
  accept(): void {
    this.#isProven = true;
  }

  /**
   * Probes whether the address serves the interface. Concurrent callers share one probe; if it fails, perhaps because of
   * its caller's own limits, the next caller sends another.
   * @param probe - sends `/getQueue` with an empty object
   * @returns undefined if it is proven already
   */
  async prove(probe: () => Promise<Conclusion<unknown>>): Promise<Proof | undefined> {
    while (this.#pending !== undefined) {
      const shared = await this.#pending;
      if (shared.kind !== "unclear") return shared;
    }
    if (this.#isProven) return undefined;
    this.#pending = this.#probe(probe);
    return this.#pending;
  }

  async #probe(probe: () => Promise<Conclusion<unknown>>): Promise<Proof> {
    try {
      const { result } = await probe();
      const proof = judgeProbe(result);
      this.#isProven = proof.kind === "served";
      return proof;
    } finally {
      this.#pending = undefined;
    }
  }
}

/** Judges the result of {@link PROBE_OPERATION}. */
export function judgeProbe(result: Conclusion<unknown>["result"]): Proof {
  if (result.kind === "success") {
    const why = "a request that names no queue was answered with success";
    const code = "unexpected_response";
    const failure: Failure = { kind: "failure", code, why, canRetry: false, isEffectPossible: false };
    return { kind: "unclear", failure };
  }
  // A service refuses a request without its required fields.
  if (result.status === 400 || result.status === 422) return { kind: "served", failure: result };
  const isAbsent = result.code === "not_found" || result.code === "wrong_address";
  return { kind: isAbsent ? "absent" : "unclear", failure: result };
}
