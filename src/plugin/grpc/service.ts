interface MessageCodec {
  encode(message: never): { finish(): Uint8Array };
  decode(input: Uint8Array): unknown;
}

interface ServiceDefinition {
  /** With its package, for example `grpc.health.v1.Health`. */
  readonly fullName: string;
  readonly methods: { readonly [name: string]: MethodDefinition };
}

interface MethodDefinition {
  /** As in the protocol's definition, for example `Check`. */
  readonly name: string;
  readonly requestType: MessageCodec;
  readonly responseType: MessageCodec;
}

/** A method's address and the codecs of its messages, for both sides. */
export interface Method<Request, Response> {
  /** Path of its requests, for example `/grpc.health.v1.Health/Check`. */
  readonly path: string;
  readonly requestSerialize: (value: Request) => Buffer;
  readonly requestDeserialize: (bytes: Buffer) => Request;
  readonly responseSerialize: (value: Response) => Buffer;
  readonly responseDeserialize: (bytes: Buffer) => Response;
}

type MessageOf<Codec> = Codec extends { decode(input: Uint8Array): infer Message } ? Message : never;

/** The methods of a service under their names in code. */
export type Service<Definition extends ServiceDefinition> = {
  readonly [Name in keyof Definition["methods"]]: Method<
    MessageOf<Definition["methods"][Name]["requestType"]>,
    MessageOf<Definition["methods"][Name]["responseType"]>
  >;
};

/** Makes the methods of a service that the generated code describes. */
export function createService<Definition extends ServiceDefinition>({
  fullName,
  methods,
}: Definition): Service<Definition> {
  const entries = Object.entries(methods).map(([key, { name, requestType, responseType }]) => {
    return [
      key,
      {
        path: `/${fullName}/${name}`,
        requestSerialize: (value: never) => encode(requestType, value),
        requestDeserialize: (bytes: Buffer) => requestType.decode(bytes),
        responseSerialize: (value: never) => encode(responseType, value),
        responseDeserialize: (bytes: Buffer) => responseType.decode(bytes),
      },
    ];
  });
  return Object.fromEntries(entries) as Service<Definition>;
}

function encode(codec: MessageCodec, message: never): Buffer {
  const bytes = codec.encode(message).finish();
  // A view: a copy of the longest message would take as much memory again.
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
