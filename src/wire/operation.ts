import * as z from "zod/mini";

/**
 * Determines how the request fields that are not in the path are sent. `GET` and `DELETE` send them in the
 * query, with commas between list elements. The other methods send them as a JSON object.
 */
export type Method = "GET" | "POST" | "PATCH" | "PUT" | "DELETE";

/**
 * The definition of an operation. Most schemas are lazy, because making all of them takes longer than loading
 * the code. Small schemas are not lazy. Nor are those of `/getQueue`, because most processes use them.
 */
export interface Operation<Request, Response = unknown> {
  /** The last part of the path (first interface), or the method and the path (second interface). */
  readonly name: string;
  /** Says what the operation does, as the beginning of a sentence: `Creating the queue`. */
  readonly activity: string;
  readonly method: Method;
  /** The path after the base address, such as `/getQueue`. `{id}` in it stands for the request field `id`. */
  readonly path: `/${string}`;
  /** Schema of a valid request. Checks bounds, and refuses unknown fields. */
  readonly requestSchema: z.ZodMiniType<Request>;
  /** Schema of a valid body on the wire. Default: {@link requestSchema}. */
  readonly bodySchema?: z.ZodMiniType<Request>;
  /** Converts a valid request to the body that is sent. By default, the body is the request itself. */
  readonly toBody?: (request: Request) => object;
  /** Schema of the body of a success: parsed JSON, or text that is not JSON. Accepts unknown fields. */
  readonly responseSchema: z.ZodMiniType<Response>;
  /** Whether a request can be repeated without further effect, for example after its response was lost. */
  readonly isIdempotent: boolean;
  /** Whether the operation only reads. A read may be cancelled at any moment. */
  readonly isRead: boolean;
  /** Format of the body of a success: `json`, `any` (JSON, plain text or nothing), or `text` (not parsed). */
  readonly responseFormat: "json" | "any" | "text";
  /** Whether the service ignores the body. Default: false. */
  readonly ignoresBody?: boolean;
  /** A sentence: how to shrink a request that is too large. Default: configure fewer or shorter values. */
  readonly sizeAdvice?: string;
}

type Basics = Pick<
  Operation<never>,
  "name" | "path" | "method" | "isIdempotent" | "isRead" | "responseFormat"
>;

/** Makes the properties that all reading operations share. */
export function makeRead(name: string): Basics {
  return { name, path: `/${name}`, method: "POST", isIdempotent: true, isRead: true, responseFormat: "json" };
}

/** Makes the properties that all writing operations share. The interface does not specify their responses. */
export function makeWrite(name: string): Basics & { readonly responseSchema: z.ZodMiniType } {
  const basics = { ...makeRead(name), isIdempotent: false, isRead: false, responseFormat: "any" } as const;
  return { ...basics, responseSchema: z.unknown() };
}
