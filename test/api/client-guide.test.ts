import { readFileSync } from "node:fs";
import { join } from "node:path";
import { MergeQueueClient } from "../../src/api/index";
import { READER_LAG_MS } from "../../src/api/resolve/poll-until";
import type { FailureCode } from "../../src/api/responses/interpret-exchange";
import { catchError } from "../support/catch-error";

const GUIDE = readFileSync(join(__dirname, "../../docs/client.md"), "utf8");

/** The words in code marks in the first column of the table under a heading. */
function listTerms(heading: string): string[] {
  const section = GUIDE.split(/^## /m).find((text) => text.startsWith(`${heading}\n`)) ?? "";
  const rows = section.split("\n").filter((line) => line.startsWith("| `"));
  return rows.flatMap((row) =>
    [...(row.split("|")[1] ?? "").matchAll(/`([^`]+)`/g)].map(([, term]) => String(term)),
  );
}

describe("docs/client.md", () => {
  test("has every method", () => {
    const methods = Object.getOwnPropertyNames(MergeQueueClient.prototype);
    const others = ["constructor", "close"];
    expect(listTerms("Methods").sort()).toEqual(methods.filter((name) => !others.includes(name)).sort());
    expect(GUIDE).toContain("`close()`");
  });

  test("has every option", () => {
    const message = String(catchError(() => new MergeQueueClient({ unknown: 1 } as never)));
    const options = /there are ([^.]+)\./.exec(message)?.[1]?.split(", ");
    expect(listTerms("Options").sort()).toEqual(options?.sort());
  });

  test("has every code that a call can end with", () => {
    const codes: Readonly<Record<FailureCode | "invalid_configuration" | "invalid_request", true>> = {
      invalid_configuration: true,
      invalid_request: true,
      refused: true,
      unauthorized: true,
      forbidden: true,
      not_found: true,
      wrong_address: true,
      proxy_refused: true,
      rate_limited: true,
      server_error: true,
      unreachable: true,
      no_answer: true,
      outcome_unknown: true,
      unexpected_response: true,
      deadline_exceeded: true,
      interrupted: true,
    };
    expect(listTerms("Errors").sort()).toEqual(Object.keys(codes).sort());
  });

  test("says how long a reader may lag", () => {
    expect(GUIDE).toContain(`for ${READER_LAG_MS / 1000} seconds`);
  });
});
