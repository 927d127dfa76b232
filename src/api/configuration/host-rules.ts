import { BlockList, isIPv4, isIPv6 } from "node:net";

const LOOPBACK = listSubnets("127.0.0.0/8", "::1/128");
const UNSPECIFIED = listSubnets("0.0.0.0/32", "::/128");
/** Metadata services return credentials. All but AWS (IPv6) and Alibaba Cloud have link-local addresses. */
const METADATA = listSubnets("169.254.0.0/16", "100.100.100.200/32", "fe80::/10", "fd00:ec2::254/128");

function listSubnets(...subnets: readonly string[]): BlockList {
  const list = new BlockList();
  for (const subnet of subnets) {
    const address = subnet.replace(/\/.*/, "");
    list.addSubnet(address, Number(subnet.slice(address.length + 1)), isIPv4(address) ? "ipv4" : "ipv6");
  }
  return list;
}

const METADATA_NAMES: ReadonlySet<string> = new Set([
  "metadata",
  "metadata.google.internal",
  "metadata.goog",
  "instance-data",
  "instance-data.ec2.internal",
]);

/** Tells whether a parsed URL's host is this machine: `localhost`, its subdomains, 127.0.0.0/8, `[::1]`. */
export function isLoopbackHost(hostname: string): boolean {
  const name = toName(hostname);
  return name === "localhost" || name.endsWith(".localhost") || isListed(LOOPBACK, name);
}

export function isUnspecifiedHost(hostname: string): boolean {
  return isListed(UNSPECIFIED, toName(hostname));
}

export function isMetadataHost(hostname: string): boolean {
  const name = toName(hostname);
  return METADATA_NAMES.has(name) || isListed(METADATA, name);
}

/** Drops the brackets of an IPv6 address and the dot of a fully qualified name. */
function toName(hostname: string): string {
  return hostname
    .toLowerCase()
    .replace(/^\[(.*)\]$/, "$1")
    .replace(/\.$/, "");
}

/** A BlockList also matches the IPv6 form of an IPv4 address, such as `::ffff:7f00:1`. */
function isListed(list: BlockList, name: string): boolean {
  if (isIPv4(name)) return list.check(name, "ipv4");
  return isIPv6(name) && list.check(name, "ipv6");
}
