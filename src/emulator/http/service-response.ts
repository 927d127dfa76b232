/** An HTTP response of the local service. */
export interface ServiceResponse {
  /** HTTP status. */
  readonly status: number;
  /** Header fields, names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Makes a JSON response. */
export function jsonResponse(status: number, value: unknown): ServiceResponse {
  return { status, headers: { "content-type": "application/json" }, body: JSON.stringify(value) };
}

/** Makes a text response with the content type for errors (interface, section "Errors"). */
export function textResponse(status: number, text: string): ServiceResponse {
  return { status, headers: { "content-type": "application/plain-text" }, body: text };
}
