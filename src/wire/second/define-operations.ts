import * as z from "zod/mini";
import type { Method, Operation } from "../operation";

type Named = "name" | "method" | "path";

type NamedTable<Table> = { readonly [Name in keyof Table]: Table[Name] & Pick<Operation<never>, Named> };

/** Adds to each operation its name, method and path. The name consists of the other two. */
export function nameOperations<Table extends Record<`${Method} /${string}`, object>>(
  table: Table,
): NamedTable<Table> {
  const rows = Object.entries<object>(table).map(([name, operation]) => {
    const [method, path] = name.split(" ");
    return [name, { ...operation, name, method, path }];
  });
  return Object.fromEntries(rows) as NamedTable<Table>;
}

type Unnamed<Request, Response> = Omit<Operation<Request, Response>, Named>;

export function read<Request, Response>(
  activity: string,
  requestSchema: z.ZodMiniType<Request>,
  responseSchema: z.ZodMiniType<Response>,
  responseFormat: "json" | "text" = "json",
): Unnamed<Request, Response> {
  return { activity, requestSchema, responseSchema, responseFormat, isIdempotent: true, isRead: true };
}

/** Makes an operation that writes and is unsafe to repeat. */
export function act<Request, Response = unknown>(
  activity: string,
  requestSchema: z.ZodMiniType<Request>,
  more: Partial<Unnamed<Request, Response>> = {},
): Unnamed<Request, Response> {
  const responseSchema = z.unknown() as z.ZodMiniType<Response>;
  const facts = { isIdempotent: false, isRead: false, responseFormat: "any" } as const;
  return { activity, requestSchema, responseSchema, ...facts, ...more };
}

export const change: typeof act = (...definition) => ({ ...act(...definition), isIdempotent: true });
