import type { Exchange } from "../../../src/api/exchange";
import { ForeignText } from "../../../src/api/responses/foreign-text";
import { type Failure, interpretExchange } from "../../../src/api/responses/interpret-exchange";
import type { Asked } from "../../../src/api/responses/read-body";
import { OPERATIONS, type OperationName } from "../../../src/wire/first/operations";
import { TOKEN } from "./make-client";

/** What hides the token in a service's text. */
export const FOREIGN = new ForeignText(TOKEN);

/** Interprets an exchange as a call of this operation does. */
export function interpret(
  name: OperationName,
  exchange: Exchange,
  asked?: Asked,
): ReturnType<typeof interpretExchange> {
  return interpretExchange<unknown>(OPERATIONS[name], exchange, FOREIGN, asked);
}

/** As {@link interpret}, where it must be a failure. */
export function findFailure(name: OperationName, exchange: Exchange): Failure {
  const result = interpret(name, exchange);
  if (result.kind === "success") throw new Error("it succeeded");
  return result;
}

/** Code, and whether it may be sent again, for a read, an idempotent write and any other write. */
export function judge(exchange: Exchange): string[] {
  return (["getQueue", "updateQueue", "createQueue"] as const).map((name) => {
    const { code, canRetry } = findFailure(name, exchange);
    return canRetry ? `${code}, again` : code;
  });
}
