import type {
  Diagnostic,
  DynamicValue,
  InvokeAction_Event,
} from "../../../src/plugin/protocol/tfplugin6.generated";
import { call, callStream, type ResponseStream } from "./connect";
import { encodeGiven, type Given } from "./encode-object";
import { ProviderService } from "./services";
import { find, type TerraformSide } from "./terraform-side";

/** An event of an invocation: a progress message, or the diagnostics at its end. */
export type ActionEvent = string | readonly Diagnostic[];

export async function validateAction(
  side: TerraformSide,
  typeName: string,
  given: Given,
): Promise<readonly Diagnostic[]> {
  const request = { typeName, config: encode(side, typeName, given) };
  return (await call(side.client, ProviderService.validateActionConfig, request)).diagnostics;
}

export async function planAction(
  side: TerraformSide,
  actionType: string,
  given: Given,
): Promise<readonly Diagnostic[]> {
  const request = { actionType, config: encode(side, actionType, given) };
  return (await call(side.client, ProviderService.planAction, request)).diagnostics;
}

export function startAction(
  side: TerraformSide,
  actionType: string,
  given: Given,
): ResponseStream<InvokeAction_Event> {
  const request = { actionType, config: encode(side, actionType, given) };
  return callStream(side.client, ProviderService.invokeAction, request);
}

export async function invokeAction(
  side: TerraformSide,
  actionType: string,
  given: Given,
): Promise<readonly ActionEvent[]> {
  const stream = startAction(side, actionType, given);
  await stream.ended;
  return stream.messages.map(toActionEvent);
}

/** @throws Error in place of the crash of Terraform, which expects one of the two kinds */
export function toActionEvent({ type }: InvokeAction_Event): ActionEvent {
  if (type === undefined) throw new Error("unexpected event type in InvokeAction response");
  return type.$case === "progress" ? type.value.message : type.value.diagnostics;
}

function encode(side: TerraformSide, typeName: string, given: Given): DynamicValue {
  return encodeGiven(given, find(side.actionSchemas, typeName, "action"));
}
