export interface ServerAddress {
  readonly network: "unix" | "tcp";
  readonly address: string;
}

export interface Handshake {
  readonly address: ServerAddress;
  /** The server's certificate in DER; undefined if the server does not use TLS. */
  readonly certificate: Uint8Array | undefined;
  /** Whether the host asked for multiplexing, which this SDK does not support. */
  readonly asksForMultiplexing: boolean;
}

const CORE_VERSION = 1;

const PROTOCOL_VERSION = 6;

/** Formats the first line of a plugin's standard output, with its line feed. */
export function formatHandshake({ address, certificate, asksForMultiplexing }: Handshake): string {
  const fields = [
    CORE_VERSION,
    PROTOCOL_VERSION,
    address.network,
    address.address,
    "grpc",
    // Go decodes unpadded base64 and rejects padding.
    Buffer.from(certificate ?? [])
      .toString("base64")
      .replaceAll("=", ""),
    ...(asksForMultiplexing ? ["false"] : []),
  ];
  return `${fields.join("|")}\n`;
}

/** Formats the output of `--debug`. Terraform panics if the field `Test` is not true. */
export function formatReattach(addresses: readonly string[], address: ServerAddress, pid: number): string {
  const reattach = {
    Protocol: "grpc",
    ProtocolVersion: PROTOCOL_VERSION,
    Pid: pid,
    Test: true,
    Addr: { Network: address.network, String: address.address },
  };
  const json = JSON.stringify(Object.fromEntries(addresses.map((name) => [name, reattach])));
  return (
    "The provider is started. To attach Terraform to it, set this variable where you run Terraform:\n\n" +
    `TF_REATTACH_PROVIDERS='${json.replaceAll("'", String.raw`'\''`)}'\n\n` +
    "Press Ctrl-C to end it.\n"
  );
}
