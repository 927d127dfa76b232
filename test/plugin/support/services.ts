import { ProviderDefinition } from "../../../src/plugin/protocol/tfplugin6.generated";

export interface Method<Request, Response> {
  /** For example `/grpc.health.v1.Health/Check`. */
  readonly path: string;
  readonly requestSerialize: (value: Request) => Buffer;
  readonly responseDeserialize: (bytes: Buffer) => Response;
}

interface Codec<Message> {
  encode(message: Message): { finish(): Uint8Array };
  decode(input: Uint8Array): Message;
}

type MessageOf<Type> = Type extends { decode(input: Uint8Array): infer Message } ? Message : never;

type Service<Methods extends { [key: string]: { requestType: unknown; responseType: unknown } }> = {
  readonly [Key in keyof Methods]: Method<
    MessageOf<Methods[Key]["requestType"]>,
    MessageOf<Methods[Key]["responseType"]>
  >;
};

function createService<
  Methods extends {
    [key: string]: { readonly name: string; readonly requestType: object; readonly responseType: object };
  },
>({ fullName, methods }: { readonly fullName: string; readonly methods: Methods }): Service<Methods> {
  const entries = Object.entries(methods).map(([key, { name, requestType, responseType }]) => {
    const method: Method<unknown, unknown> = {
      path: `/${fullName}/${name}`,
      requestSerialize: (value) => Buffer.from((requestType as Codec<unknown>).encode(value).finish()),
      responseDeserialize: (bytes) => (responseType as Codec<unknown>).decode(bytes),
    };
    return [key, method];
  });
  return Object.fromEntries(entries) as Service<Methods>;
}

export const ProviderService = createService(ProviderDefinition);

/** A call of go-plugin's own services whose messages have no fields. */
function createEmpty(path: string): Method<object, object> {
  return { path, requestSerialize: () => Buffer.alloc(0), responseDeserialize: () => ({}) };
}

export const GRPCControllerService = { shutdown: createEmpty("/plugin.GRPCController/Shutdown") };
export const GRPCStdioService = { streamStdio: createEmpty("/plugin.GRPCStdio/StreamStdio") };
export const GRPCBrokerService = { startStream: createEmpty("/plugin.GRPCBroker/StartStream") };
const check: Method<{ readonly service: string }, { readonly status: number }> = {
  path: "/grpc.health.v1.Health/Check",
  // Field 1 is the service's name, of less than 128 bytes.
  requestSerialize: ({ service }) =>
    Buffer.from(service === "" ? "" : `\n${String.fromCharCode(service.length)}${service}`),
  // Field 1 is the status; 1 means SERVING.
  responseDeserialize: (bytes) => ({ status: bytes[0] === 8 ? (bytes[1] ?? 0) : 0 }),
};
export const HealthService = { check };
