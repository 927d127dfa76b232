import { type ChannelCredentials, Client, credentials, type ServiceError } from "@grpc/grpc-js";
import type { ClientIdentity, HandshakeLine } from "./plugin-process";
import type { Method } from "./services";

const MAX_MESSAGE_BYTES = 256 * 1024 * 1024;

/**
 * Connects to a plugin as go-plugin's client does: TLS with both certificates pinned, the server's name
 * verified as `localhost`. @param client - undefined to connect without TLS
 */
export function connect(
  { network, address, certificate }: Pick<HandshakeLine, "network" | "address" | "certificate">,
  client: ClientIdentity | undefined,
): Client {
  const target = network === "unix" ? `unix:${address}` : address;
  return new Client(target, toCredentials(certificate, client), {
    "grpc.ssl_target_name_override": "localhost",
    "grpc.default_authority": "localhost",
    "grpc.max_receive_message_length": MAX_MESSAGE_BYTES,
    "grpc.max_send_message_length": MAX_MESSAGE_BYTES,
    // A refused connection is the result here, not something to retry.
    "grpc.enable_retries": 0,
  });
}

function toCredentials(
  certificate: string | undefined,
  client: ClientIdentity | undefined,
): ChannelCredentials {
  if (certificate === undefined) return credentials.createInsecure();
  if (client === undefined) return credentials.createSsl(Buffer.from(certificate));
  return credentials.createSsl(
    Buffer.from(certificate),
    Buffer.from(client.privateKeyPem),
    Buffer.from(client.pem),
  );
}

/** @throws ServiceError of gRPC */
export function call<Request, Response>(
  client: Client,
  method: Method<Request, Response>,
  request: Request,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    client.makeUnaryRequest(
      method.path,
      method.requestSerialize,
      method.responseDeserialize,
      request,
      (error: ServiceError | null, response?: Response) => {
        if (error === null && response !== undefined) resolve(response);
        else reject(error ?? new Error("no response"));
      },
    );
  });
}

export interface ResponseStream<Response> {
  readonly messages: readonly Response[];
  /** Resolves when the server has ended the stream; rejects with a ServiceError of gRPC. */
  readonly ended: Promise<void>;
  /** Leaves, without waiting for the end. */
  cancel(): void;
}

export function callStream<Request, Response>(
  client: Client,
  method: Method<Request, Response>,
  request: Request,
): ResponseStream<Response> {
  const messages: Response[] = [];
  const stream = client.makeServerStreamRequest(
    method.path,
    method.requestSerialize,
    method.responseDeserialize,
    request,
  );
  stream.on("data", (message: Response) => messages.push(message));
  const ended = new Promise<void>((resolve, reject) => {
    stream.once("end", resolve);
    stream.once("error", reject);
  });
  // A caller that leaves does not wait for the end.
  ended.catch(() => undefined);
  return {
    messages,
    ended,
    cancel() {
      stream.cancel();
    },
  };
}
