import { CONSTANT_PATHS } from "../../../src/plugin/create-route-finder";
import type { GetProviderSchema_Response } from "../../../src/plugin/protocol/tfplugin6.generated";
import { makeConstantResponses } from "../../../src/plugin/server/make-constant-responses";
import { ProviderService } from "../support/services";
import { createTinyProvider } from "../support/tiny-definition";

const { getFunctions, getMetadata, getProviderSchema, getResourceIdentitySchemas } = ProviderService;

function decodeSchema(base64 = ""): GetProviderSchema_Response {
  return getProviderSchema.responseDeserialize(Buffer.from(base64, "base64"));
}

describe("makeConstantResponses", () => {
  test("makes a response to every call that depends on the definition only", async () => {
    const responses = await makeConstantResponses(createTinyProvider());

    const paths = [getProviderSchema, getResourceIdentitySchemas, getMetadata, getFunctions].map(
      ({ path }) => path,
    );
    expect(CONSTANT_PATHS).toEqual(paths);
    expect(Object.keys(responses)).toEqual(paths);
    const schema = decodeSchema(responses[getProviderSchema.path]);
    expect([...schema.resourceSchemas.keys()]).toEqual(["tiny_thing"]);
    expect(schema.diagnostics).toEqual([]);
  });

  test("a definition with a fault fails, and makes no response with a diagnostic", async () => {
    const broken = { ...createTinyProvider() };
    Object.defineProperty(broken, "functions", {
      get: () => {
        throw new Error("no functions today");
      },
    });

    await expect(makeConstantResponses(broken)).rejects.toThrow("The call failed");
  });
});
