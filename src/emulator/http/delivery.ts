/** An HTTP response of the local service. */
export interface ServiceResponse {
  readonly status: number;
  /** Header fields, whose names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export function jsonResponse(status: number, value: unknown): ServiceResponse {
  return { status, headers: { "content-type": "application/json" }, body: JSON.stringify(value) };
}

/** Makes a text response with the content type for errors (interface, section "Errors"). */
export function textResponse(status: number, text: string): ServiceResponse {
  return { status, headers: { "content-type": "application/plain-text" }, body: text };
}

/** How a client receives the response to one request. */
export type Delivery =
  /** The unchanged response. */
  | { readonly kind: "whole"; readonly answer: ServiceResponse }
  /** The connection is reset. */
  | { readonly kind: "dropped" }
  /** The head and the first bytes of the body are sent; then the connection ends. */
  | {
      readonly kind: "truncated";
      readonly answer: ServiceResponse;
      readonly bytes: number;
      /** Whether the head declares the body's length. If not, the body ends when the connection ends. */
      readonly isLengthDeclared: boolean;
    }
  /** The whole response is sent, but slowly. */
  | {
      readonly kind: "dripped";
      readonly answer: ServiceResponse;
      /** Where the slow part starts: at the head or at the body. */
      readonly from: "head" | "body";
      /** Number of bytes in each piece. */
      readonly bytes: number;
      readonly intervalMs: number;
    };
