/** What the local service sends back for one request. */
export interface ServiceAnswer {
  /** HTTP status. */
  readonly status: number;
  /** Header fields, names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Makes an answer of JSON. */
export function answerJson(status: number, value: unknown): ServiceAnswer {
  return { status, headers: { "content-type": "application/json" }, body: JSON.stringify(value) };
}

/** Makes an answer of text, with the content type that the interface declares for errors (section "Errors"). */
export function answerText(status: number, text: string): ServiceAnswer {
  return { status, headers: { "content-type": "application/plain-text" }, body: text };
}
