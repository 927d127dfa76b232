import type { ServiceAnswer } from "./service-response";

/** What reaches the client for one request. */
export type Delivery =
  /** The answer as it is. */
  | { readonly kind: "whole"; readonly answer: ServiceAnswer }
  /** Nothing: the connection is reset. */
  | { readonly kind: "dropped" }
  /** The head and the first bytes of the body; then the connection ends. */
  | {
      readonly kind: "truncated";
      readonly answer: ServiceAnswer;
      /** How many bytes of the body are sent. */
      readonly bytes: number;
      /**
       * Whether the head declares the whole length, so that the client notices the loss; if not, the end of the
       * connection is the end of the body (promise F-07).
       */
      readonly isLengthDeclared: boolean;
    }
  /** The whole answer, but slowly. */
  | {
      readonly kind: "dripped";
      readonly answer: ServiceAnswer;
      /** What is slow: the body alone, or the head as well. */
      readonly from: "head" | "body";
      /** How many bytes are sent at a time. */
      readonly bytes: number;
      /** Milliseconds between one time and the next. */
      readonly intervalMs: number;
    };
