import * as z from "zod/mini";
import type { Method, Operation } from "../operation";

type Given = "activity" | "requestSchema";

/** An operation that reads JSON by `GET`. */
export function readAt<Request, Response>(
  path: `/${string}`,
  given: Pick<Operation<Request, Response>, Given | "responseSchema">,
): Operation<Request, Response> {
  const basics = { name: `GET ${path}`, method: "GET", path, isIdempotent: true, isRead: true } as const;
  return { ...basics, responseFormat: "json", ...given };
}

/** An operation that writes. @param isIdempotent - whether a repeat changes nothing further */
export function writeAt<Request, Response = unknown>(
  name: `${Method} /${string}`,
  isIdempotent: boolean,
  given: Pick<Operation<Request>, Given> & Partial<Operation<Request, Response>>,
): Operation<Request, Response> {
  const [method, path] = name.split(" ") as [Method, `/${string}`];
  const basics = { name, method, path, isIdempotent, isRead: false } as const;
  const responseSchema = z.unknown() as z.ZodMiniType<Response>;
  return { ...basics, responseFormat: "any", responseSchema, ...given };
}
