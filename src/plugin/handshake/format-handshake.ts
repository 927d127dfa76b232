/** Where the server listens. */
export interface ServerAddress {
  readonly network: "unix" | "tcp";
  /** Path of the socket, or host and port. */
  readonly address: string;
}

/** What the handshake line says. */
export interface Handshake {
  readonly address: ServerAddress;
  /** The server's certificate in DER; undefined without TLS. */
  readonly certificate: Uint8Array | undefined;
  /** Whether to answer the host's question for multiplexing, which this SDK does not do (rule G-05). */
  readonly answersMultiplexing: boolean;
}

/** Version of go-plugin's own protocol. */
const CORE_VERSION = 1;

/** Version of Terraform's plugin protocol that this SDK speaks. */
export const PROTOCOL_VERSION = 6;

/** Formats the first line of a plugin's standard output, with its line feed (rules G-03 to G-05). */
export function formatHandshake({ address, certificate, answersMultiplexing }: Handshake): string {
  const fields = [
    CORE_VERSION,
    PROTOCOL_VERSION,
    address.network,
    address.address,
    "grpc",
    certificate === undefined ? "" : encodeCertificate(certificate),
    ...(answersMultiplexing ? ["false"] : []),
  ];
  return `${fields.join("|")}\n`;
}

/** Go reads it as unpadded base64 and fails on padding (rule G-04). */
function encodeCertificate(der: Uint8Array): string {
  return Buffer.from(der).toString("base64").replaceAll("=", "");
}
