import type { Diagnostic } from "../diagnostic";
import type { SendMessage } from "../grpc/route";
import type { ProviderDefinition as ProviderService } from "../protocol/tfplugin6.generated";
import type { CallContext, DiagnosticsResponse } from "../provider-definition";
import type { ProviderSession } from "./provider-session";

type Methods = typeof ProviderService.methods;

export type CallName = keyof Methods;

export type RequestOf<Name extends CallName> = ReturnType<Methods[Name]["requestType"]["decode"]>;

/** The response of a call, or one event of its stream. {@link handleCall} converts its `diagnostics`. */
export type ResponseOf<Name extends CallName> = Unreported<
  ReturnType<Methods[Name]["responseType"]["decode"]>
>;

type Unreported<Response> = Response extends { diagnostics: unknown }
  ? Omit<Response, "diagnostics"> & DiagnosticsResponse
  : Response;

export type Call<Name extends CallName> = Handling<
  RequestOf<Name>,
  ResponseOf<Name>,
  Methods[Name]["responseStream"] extends true ? ResponseOf<Name> | undefined : ResponseOf<Name>
>;

export type Calls = { readonly [Name in CallName]: Call<Name> };

export interface Handling<Request, Response, Last = Response> {
  /** Whether the call writes. An ending process waits for writes in progress, and refuses new ones. */
  readonly isWrite?: true;
  /** Returns the log field that names the call's subject. Default: none. */
  nameSubject?(request: Request): { readonly [field: string]: string };
  /** @param send - sends one event of a stream. @returns the response; for a stream, its last event */
  run(
    request: Request,
    session: ProviderSession,
    context: CallContext,
    send: SendMessage<Response>,
  ): Promise<Last>;
  /**
   * After an exception, makes the response, or the last event of a stream, from the diagnostics and the best
   * known state. Fields that it omits are empty. Default: only the diagnostics.
   */
  recover?(diagnostics: readonly Diagnostic[], request: Request, session: ProviderSession): Partial<Response>;
}

const IS_STOPPING: Diagnostic = {
  severity: "error",
  summary: "Provider is stopping",
  detail:
    "The provider was told to stop before it started this change. Nothing was changed. Run the same command again.",
};

/** Runs a call. Turns an exception into a normal response: after a gRPC error, Terraform loses the state. */
export async function handleCall(
  rpc: string,
  call: Handling<unknown, unknown>,
  request: unknown,
  { session, send }: { readonly session: ProviderSession; readonly send: SendMessage<unknown> },
): Promise<unknown> {
  const recover = (diagnostic: Diagnostic): unknown =>
    call.recover?.([diagnostic], request, session) ?? { diagnostics: [diagnostic] };
  const handle = async (): Promise<unknown> => {
    const context = session.createContext(rpc, call.nameSubject?.(request));
    context.log("trace", "Received request");
    try {
      const response =
        call.isWrite && session.signals.isEnding
          ? recover(IS_STOPPING)
          : await call.run(request, session, context, send);
      const message = report(response, session);
      context.log("trace", "Sending response");
      return message;
    } catch (error) {
      context.log("error", "The call failed with an exception", { error });
      return report(recover(session.describeError(error)), session);
    }
  };
  return call.isWrite ? session.work.track(handle) : handle();
}

function report(response: unknown, session: ProviderSession): unknown {
  if (typeof response !== "object" || response === null || !("diagnostics" in response)) return response;
  return { ...response, diagnostics: session.report(response.diagnostics as readonly Diagnostic[]) };
}
