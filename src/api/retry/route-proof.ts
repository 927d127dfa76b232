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

/** Whether an address serves the interface: it does, it does not, or the probe failed. */
export type Proof =
  | { readonly kind: "served" }
  | { readonly kind: "absent" }
  | { readonly kind: "unclear"; readonly failure: Failure };

/** Statuses with which a service refuses a request without its required fields. */
const REFUSAL_STATUSES: readonly (number | undefined)[] = [400, 422];

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
   * Returns whether the address serves the interface. Concurrent callers share one probe; if it fails, perhaps because
   * of its caller's own limits, the next caller sends another.
   * @param probe - sends `/getQueue` with an empty object
   */
  async prove(probe: () => Promise<Conclusion<unknown>>): Promise<Proof> {
    while (this.#pending !== undefined) {
      const shared = await this.#pending;
      if (shared.kind !== "unclear") return shared;
    }
    if (this.#isProven) return { kind: "served" };
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

/**
 * Tells from the result of {@link PROBE_OPERATION} whether the address serves the interface.
 * @returns the failure, too: also a service fails this request
 */
export function judgeProbe(result: Conclusion<unknown>["result"]): {
  readonly kind: Proof["kind"];
  readonly failure: Failure;
} {
  if (result.kind === "success") {
    const why = "a request that names no queue was answered with success";
    const failure = { kind: "failure", code: "unexpected_response", why } as const;
    return { kind: "unclear", failure: { ...failure, canRetry: false, isEffectPossible: false } };
  }
  if (REFUSAL_STATUSES.includes(result.status)) return { kind: "served", failure: result };
  const isAbsent = result.code === "not_found" || result.code === "wrong_address";
  return { kind: isAbsent ? "absent" : "unclear", failure: result };
}
