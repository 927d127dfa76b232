import type * as z from "zod";

/** One operation of the interface as data. Client, local service and documentation read the same rows. */
export interface Operation<Name extends string, Request, Response> {
  /** Name for programs and messages: the last part of the path. */
  readonly name: Name;
  /** What calling it does, as the beginning of a sentence: `Creating the queue`. */
  readonly activity: string;
  /** HTTP method. `POST` sends the request as JSON, `GET` as query parameters. */
  readonly method: "POST" | "GET";
  /** Path relative to the base address, with its slash. */
  readonly path: `/${string}`;
  /** What may be asked: every field with type and bounds; fields that the interface does not name are refused. */
  readonly requestSchema: z.ZodType<Request>;
  /** What a body may hold on the wire, where that is not what {@link requestSchema} says. Default: the same. */
  readonly bodySchema?: z.ZodType<Request>;
  /** Makes the body of a checked request. Default: it is the request. */
  readonly toBody?: (request: Request) => object;
  /**
   * What is made of a 200 body: the parsed JSON, or the text where it is not JSON. Tolerant: unknown fields
   * pass.
   */
  readonly responseSchema: z.ZodType<Response>;
  /** Whether repeating the request after a lost answer changes nothing further (promises ). */
  readonly isIdempotent: boolean;
  /** Whether the operation only reads; a read may be cut off at any moment (promise K-8). */
  readonly isRead: boolean;
  /**
   * What the 200 body is: `json`, and nothing else will do; `any`, JSON, plain text or nothing (promise F-19);
   * `text`, which is not parsed.
   */
  readonly responseFormat: "json" | "any" | "text";
}
