import type { Refusal, RefusalKind } from "../refusal";

/** What is shown for a request that was understood: what it is, not yet as HTTP. */
export type View =
  /** It is done, and the interface shows no more of the answer. */
  | { readonly kind: "acknowledged" }
  | { readonly kind: "json"; readonly value: unknown }
  /** Metrics in the Prometheus text format. */
  | { readonly kind: "metrics"; readonly text: string }
  | { readonly kind: "refused"; readonly refusal: Refusal };

/** Says why there is nothing to show. */
export function refuseView(kind: RefusalKind, message: string): View {
  return { kind: "refused", refusal: { kind, message } };
}
