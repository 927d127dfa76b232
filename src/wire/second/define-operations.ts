import * as z from "zod/mini";
import type { Method, Operation } from "../operation";

type Named = "name" | "method" | "path";

/** Operations that know their names, by name. */
type NamedTable<Table> = { readonly [Name in keyof Table]: Table[Name] & Pick<Operation<never>, Named> };

/** Gives each operation its name, which is its method and its path. */
export function nameOperations<Table extends Record<`${Method} /${string}`, object>>(
  table: Table,
): NamedTable<Table> {
  const rows = Object.entries<object>(table).map(([name, operation]) => {
    const [method, path] = name.split(" ");
    return [name, { ...operation, name, method, path }];
  });
  return Object.fromEntries(rows) as NamedTable<Table>;
}

/** An operation that reads JSON. */
export function read<Request, Response>(
  activity: string,
  requestSchema: z.ZodMiniType<Request>,
  responseSchema: z.ZodMiniType<Response>,
) {
  const facts = { isIdempotent: true, isRead: true, responseFormat: "json" } as const;
  return { activity, requestSchema, responseSchema, ...facts };
}

/** An operation that writes. @param isIdempotent - whether a repeat changes nothing further */
export function write<Request, Response = unknown>(
  activity: string,
  isIdempotent: boolean,
  requestSchema: z.ZodMiniType<Request>,
  more: Partial<Omit<Operation<Request, Response>, Named>> = {},
) {
  const responseSchema = z.unknown() as z.ZodMiniType<Response>;
  const facts = { isIdempotent, isRead: false, responseFormat: "any" as Operation<never>["responseFormat"] };
  return { activity, requestSchema, responseSchema, ...facts, ...more };
}
