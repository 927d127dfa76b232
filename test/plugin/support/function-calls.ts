import { decodeValue } from "../../../src/plugin/msgpack-codec";
import type { Value } from "../../../src/plugin/value";
import { call } from "./connect";
import { encodeAs } from "./encode-object";
import { ProviderService } from "./services";
import { find, type TerraformSide } from "./terraform-side";

export type FunctionResponse =
  | { readonly value: Value }
  | { readonly error: { readonly text: string; readonly argument: number | undefined } };

/** Calls a function as Terraform does, with arguments that it has let pass. */
export async function callFunction(
  side: TerraformSide,
  name: string,
  args: readonly Value[],
): Promise<FunctionResponse> {
  const types = find(side.functions, name, "function");
  const sent = args.map((value, index) => encodeAs(value, types.parameters[index] ?? "dynamic"));
  const response = await call(side.client, ProviderService.callFunction, { name, arguments: sent });
  if (response.error !== undefined) {
    const { text, functionArgument } = response.error;
    const argument = functionArgument === undefined ? undefined : Number(functionArgument);
    return { error: { text, argument } };
  }
  if (response.result === undefined) throw new Error("provider returned no result and no errors");
  return { value: decodeValue(response.result.msgpack, types.returns) };
}
