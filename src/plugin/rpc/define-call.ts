import type { SendMessage } from "../grpc/route";
import type { Diagnostic as ProtocolDiagnostic } from "../protocol/tfplugin6.generated";
import type { CallContext } from "../provider-definition";
import type { CallSubject, ProviderSession } from "./provider-session";

/** Session of a call, which does not know the type of the provider's data. */
export type Session = ProviderSession<unknown>;

/** Handles the requests of one call. Never throws for a fault of the provider. */
export type CallHandler<Request, Response> = (request: Request, session: Session) => Promise<Response>;

/** One call of the protocol. */
export interface CallDefinition<Request, Response> {
  /** Its name in logs. */
  readonly rpc: string;
  /** Returns its subject in logs. Default: none. */
  readonly nameSubject?: (request: Request) => CallSubject;
  readonly run: (request: Request, session: Session, context: CallContext) => Promise<Response>;
  /** Makes the response after an exception, from its diagnostics and the best known state. */
  readonly recover: (
    diagnostics: ProtocolDiagnostic[],
    request: Request,
    session: Session,
  ) => Response | Promise<Response>;
}

/**
 * Defines a call. An exception becomes an error diagnostic in a normal response, because after a gRPC error Terraform
 * loses the state that the call was about (rules C-08 and C-52).
 */
export function defineCall<Request, Response>(
  definition: CallDefinition<Request, Response>,
): CallHandler<Request, Response> {
  const { rpc, nameSubject, run, recover } = definition;
  return async (request, session) => {
    const context = session.createContext(rpc, nameSubject?.(request));
    context.log("trace", "Received request");
    try {
      const response = await run(request, session, context);
      context.log("trace", "Sending response");
      return response;
    } catch (error) {
      context.log("error", "The call failed with an exception", { error });
      return await recover(session.report([session.describeError(error)]), request, session);
    }
  };
}

/** Handles the requests of one call whose responses are a stream. Never throws for a fault of the provider. */
export type StreamCallHandler<Request, Response> = (
  request: Request,
  send: SendMessage<Response>,
  session: Session,
) => Promise<void>;

/** One call of the protocol with a stream of responses. */
export interface StreamDefinition<Request, Response>
  extends Pick<CallDefinition<Request, Response>, "rpc" | "nameSubject"> {
  readonly run: (
    request: Request,
    send: SendMessage<Response>,
    session: Session,
    context: CallContext,
  ) => Promise<void>;
  /** Makes the last response after an exception, from its diagnostics. */
  readonly recover: (diagnostics: ProtocolDiagnostic[]) => Response;
}

/** Defines a call with a stream of responses. An exception becomes its last response, as with {@link defineCall}. */
export function defineStream<Request, Response>({
  rpc,
  nameSubject,
  run,
  recover,
}: StreamDefinition<Request, Response>): StreamCallHandler<Request, Response> {
  const call = (send: SendMessage<Response>): CallHandler<Request, void> =>
    defineCall({
      rpc,
      ...(nameSubject === undefined ? {} : { nameSubject }),
      run: (request, session, context) => run(request, send, session, context),
      recover: async (diagnostics) => {
        await send(recover(diagnostics));
      },
    });
  return (request, send, session) => call(send)(request, session);
}
