import { PROTOCOL_VERSION, type ServerAddress } from "./format-handshake";

/**
 * Formats what a provider that was started for debugging prints: the environment variable by which Terraform
 * attaches to it, for every address (rule G-26). `Test` must be true, or Terraform panics.
 *
 * @param addresses - Full source addresses, such as `registry.terraform.io/acme/example`.
 * @param pid - The provider's process id.
 */
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
