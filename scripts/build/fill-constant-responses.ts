import { join } from "node:path";
import type { Plugin } from "esbuild";
import { makeConstantResponses } from "../../src/plugin/server/make-constant-responses";
import { createProviderDefinition } from "../../src/provider/provider-definition";

const CONSTANT_RESPONSES_SOURCE = "src/provider/constant-responses.ts";

/** Makes the responses of the provider that never change, so that its first process need not. */
export function fillConstantResponses(root: string): Plugin {
  return {
    name: "fill-constant-responses",
    setup(bundler) {
      bundler.onLoad({ filter: /constant-responses\.ts$/ }, async ({ path }) => {
        if (path !== join(root, CONSTANT_RESPONSES_SOURCE)) return undefined;
        const definition = createProviderDefinition({ env: {}, addSecret: () => undefined });
        const responses = await makeConstantResponses(definition);
        return { contents: `export const CONSTANT_RESPONSES = ${JSON.stringify(responses)};` };
      });
    },
  };
}
