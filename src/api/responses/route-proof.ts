import type { Conclusion } from "../retry/run-attempts";
import type { Failure } from "./interpret-exchange";

/** Whether an address serves the interface: it does, it does not, or asking did not tell. */
export type Proof =
  | { readonly kind: "served" }
  | { readonly kind: "absent" }
  | { readonly kind: "unclear"; readonly failure: Failure };

/** How a service that has the operation answers a request without its required fields. */
const REFUSAL_STATUSES: readonly (number | undefined)[] = [400, 422];

/**
 * Tells "there is no such queue" from "there is no such service": before the first 404 of a client is
 * believed, `/getQueue` with an empty object must be refused as incomplete, not as unknown. A mistyped address
 * then never looks like queues that are gone. Once proven, the address stays so.
 */
export class RouteProof {
  #isProven = false;
  #pending: Promise<Proof> | undefined;

  /**
   * Answers whether the address serves the interface. Callers at the same time share one request, unless it
   * came to nothing, which may be due to that caller's own limits.
   * @param ask - sends `/getQueue` with an empty object
   */
  async prove(ask: () => Promise<Conclusion<unknown>>): Promise<Proof> {
    while (this.#pending !== undefined) {
      const shared = await this.#pending;
      if (shared.kind !== "unclear") return shared;
    }
    if (this.#isProven) return { kind: "served" };
    this.#pending = this.#ask(ask);
    return this.#pending;
  }

  async #ask(ask: () => Promise<Conclusion<unknown>>): Promise<Proof> {
    try {
      const { result } = await ask();
      const proof = judge(result);
      this.#isProven = proof.kind === "served";
      return proof;
    } finally {
      this.#pending = undefined;
    }
  }
}

function judge(result: Conclusion<unknown>["result"]): Proof {
  if (result.kind === "success") {
    const why = "a request that names no queue was answered as if it did";
    const failure = { kind: "failure", code: "unexpected_response", why } as const;
    return { kind: "unclear", failure: { ...failure, canRetry: false, isEffectPossible: false } };
  }
  if (REFUSAL_STATUSES.includes(result.status)) return { kind: "served" };
  if (result.code === "not_found" || result.code === "wrong_address") return { kind: "absent" };
  return { kind: "unclear", failure: result };
}
