import { CONSTANT_PATHS } from "../../src/plugin/create-route-finder";
import { makeConstantResponses } from "../../src/plugin/server/make-constant-responses";
import { createProviderDefinition } from "../../src/provider/provider-definition";
import { call } from "../plugin/support/connect";
import type { Method } from "../plugin/support/services";
import type { TerraformSide } from "../plugin/support/terraform-side";
import { onBuiltProvider, provider } from "./support/provider-under-test";

onBuiltProvider();

/** Returns the bytes of the responses, in base64, by path. */
async function read({ client }: TerraformSide): Promise<Record<string, string>> {
  const entries = CONSTANT_PATHS.map(async (path) => {
    const raw: Method<Buffer, string> = {
      path,
      requestSerialize: (request) => request,
      responseDeserialize: (response) => response.toString("base64"),
    };
    return [path, await call(client, raw, Buffer.alloc(0))] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

describe("the responses that the build has made", () => {
  test("C-02: are, byte for byte, those that the provider makes itself", async () => {
    const built = await read(await provider.start());

    expect(await read(await provider.start({ TF_LOG: "trace" }))).toEqual(built);
    const definition = createProviderDefinition({ env: {}, addSecret: () => undefined });
    expect(await makeConstantResponses(definition)).toEqual(built);
  });

  test.each([
    ["trace", CONSTANT_PATHS.length + 1],
    ["debug", 0],
  ])("G-20: at log level %s the calls for them write %d lines", async (level, count) => {
    const side = await provider.start({ TF_LOG: level });
    await read(side);
    await side.close();

    const lines = side.process.stderr().split("\n");
    expect(lines.filter((line) => line.includes('"Received request"'))).toHaveLength(count);
  });
});
