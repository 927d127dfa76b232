import type { Diagnostic } from "../../../src/plugin/protocol/tfplugin6.generated";
import { isWhollyKnown, type ObjectValue } from "../../../src/plugin/value";
import { call } from "./connect";
import { decode, encodeGiven, type Given } from "./encode-object";
import { ProviderService } from "./services";
import { listErrors, type TerraformSide } from "./terraform-side";

export interface DataResponse {
  readonly state: ObjectValue | null;
  readonly diagnostics: readonly Diagnostic[];
}

export async function validateData(
  side: TerraformSide,
  typeName: string,
  given: Given,
): Promise<readonly Diagnostic[]> {
  const request = { typeName, config: encodeGiven(given, side.findDataSchema(typeName)) };
  return (await call(side.client, ProviderService.validateDataResourceConfig, request)).diagnostics;
}

/** Reads with core's checks. @throws Error in core's words if the response is not a wholly known object */
export async function readData(side: TerraformSide, typeName: string, given: Given): Promise<DataResponse> {
  const schema = side.findDataSchema(typeName);
  const request = { typeName, config: encodeGiven(given, schema) };
  const response = await call(side.client, ProviderService.readDataSource, request);
  const state = decode(response.state, schema);
  const { diagnostics } = response;
  if (listErrors(diagnostics).length > 0) return { state, diagnostics };
  if (state === null) throw new Error("Provider produced null object");
  if (!isWhollyKnown(state)) throw new Error("Provider produced invalid object: it is not wholly known");
  return { state, diagnostics };
}
