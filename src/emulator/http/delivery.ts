import type { ServiceResponse } from "./service-response";

/** The delivery that a client receives for one request. */
export type Delivery =
  /** The unchanged response. */
  | { readonly kind: "whole"; readonly answer: ServiceResponse }
  /** Nothing: the connection is reset. */
  | { readonly kind: "dropped" }
  /** The head and the first bytes of the body; then the connection ends. */
  | {
      readonly kind: "truncated";
      readonly answer: ServiceResponse;
      /** Number of bytes of the body. */
      readonly bytes: number;
      /**
       * Whether the head declares the whole length, so that the client notices the loss; otherwise the body ends with
       * the connection (promise F-07).
       */
      readonly isLengthDeclared: boolean;
    }
  /** The whole response, slowly. */
  | {
      readonly kind: "dripped";
      readonly answer: ServiceResponse;
      /** Where the slow part starts: at the head or at the body. */
      readonly from: "head" | "body";
      /** Bytes in each piece. */
      readonly bytes: number;
      /** Milliseconds between pieces. */
      readonly intervalMs: number;
    };
