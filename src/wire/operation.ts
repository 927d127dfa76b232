import * as z from "zod/mini";

/**
 * `GET` and `DELETE` send request fields outside the path as a query, in which commas separate list elements.
 * The other methods send these fields as a JSON object.
 */
export type Method = "GET" | "POST" | "PATCH" | "PUT" | "DELETE";

/**
 * One operation of an interface as data. Most schemas are lazy, because making all of them takes longer than
 * loading the code. Small schemas, and the schemas of `/getQueue` (which most processes use), are not lazy.
 */
export interface Operation<Request, Response = unknown> {
  /** Name of the operation: the last part of its path. */
  readonly name: string;
  /** The beginning of a sentence about the operation: `Creating the queue`. */
  readonly activity: string;
  readonly method: Method;
  /** Path relative to the base address, with its slash: `/getQueue`; `{name}` is a field of the request. */
  readonly path: `/${string}`;
  /** Schema of a valid request. It checks bounds. Refuses unknown fields. */
  readonly requestSchema: z.ZodMiniType<Request>;
  /** Schema of a valid body on the wire. Default: {@link requestSchema}. */
  readonly bodySchema?: z.ZodMiniType<Request>;
  /** Converts a checked request to its body. By default, the request is the body. */
  readonly toBody?: (request: Request) => object;
  /** Reads the body of a success: the parsed JSON, or the text if it is not JSON. Accepts unknown fields. */
  readonly responseSchema: z.ZodMiniType<Response>;
  /** Whether a repeated request after a lost response has no further effect. */
  readonly isIdempotent: boolean;
  /** Whether the operation only reads. A read may be cancelled at any moment. */
  readonly isRead: boolean;
  /** Format of the body of a success: `json`; `any`: JSON, plain text or empty; `text`, not parsed. */
  readonly responseFormat: "json" | "any" | "text";
  /** Whether the service reads no body. Default: false. */
  readonly ignoresBody?: boolean;
  /** Advice for a request that is too large, as a sentence. The default advises fewer or shorter values. */
  readonly sizeAdvice?: string;
}

type Basics = Pick<
  Operation<never>,
  "name" | "path" | "method" | "isIdempotent" | "isRead" | "responseFormat"
>;

/** Makes the properties that all reads share. */
export function makeRead(name: string): Basics {
  return { name, path: `/${name}`, method: "POST", isIdempotent: true, isRead: true, responseFormat: "json" };
}

/** Makes the properties that all writes share. The interface does not show their responses. */
export function makeWrite(name: string): Basics & { readonly responseSchema: z.ZodMiniType } {
  const basics = { ...makeRead(name), isIdempotent: false, isRead: false, responseFormat: "any" } as const;
  return { ...basics, responseSchema: z.unknown() };
}
