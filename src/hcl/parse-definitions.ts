import type { Expression } from "./syntax/expression";
import { parseExpression } from "./syntax/parse-expression";
import { Scanner } from "./syntax/scanner";

/**
 * Parses a file of definitions, `name = value` a line, as `.tfvars` files are.
 * @returns names and values in their order
 * @throws ExpressionError `syntax` naming the place, also for blocks and names that are there twice
 */
export function parseDefinitions(text: string): ReadonlyMap<string, Expression> {
  const scanner = new Scanner(text);
  const definitions = new Map<string, Expression>();
  return scanner.within(true, () => {
    for (;;) {
      scanner.skipLines();
      if (scanner.at === text.length) return definitions;
      const name = scanner.expectIdentifier("a name");
      if (definitions.has(name)) throw scanner.fault(`${name} is defined twice`);
      if (!scanner.take("=")) throw scanner.fault(`"=" is required behind ${name}`);
      definitions.set(name, parseExpression(scanner));
      if (!scanner.peek("\n") && scanner.at < text.length) {
        throw scanner.fault(`nothing more is allowed behind the value of ${name}`);
      }
    }
  });
}
