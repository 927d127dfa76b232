import { BlockList, isIPv4, isIPv6 } from "node:net";

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet("127.0.0.0", 8, "ipv4");
LOOPBACK.addAddress("::1", "ipv6");

const UNSPECIFIED = new BlockList();
UNSPECIFIED.addAddress("0.0.0.0", "ipv4");
UNSPECIFIED.addAddress("::", "ipv6");

/**
 * Addresses at which machines ask their cloud for credentials: link-local ones, and those that AWS (IPv6) and
 * Alibaba Cloud use beside them.
 */
const METADATA = new BlockList();
METADATA.addSubnet("169.254.0.0", 16, "ipv4");
METADATA.addAddress("100.100.100.200", "ipv4");
METADATA.addSubnet("fe80::", 10, "ipv6");
METADATA.addAddress("fd00:ec2::254", "ipv6");

const METADATA_NAMES: ReadonlySet<string> = new Set([
  "metadata",
  "metadata.google.internal",
  "metadata.goog",
  "instance-data",
  "instance-data.ec2.internal",
]);

/** Tells whether a host of a parsed URL is this machine: `localhost` and below, 127.0.0.0/8, `[::1]`. */
export function isLoopbackHost(hostname: string): boolean {
  const name = toName(hostname);
  return name === "localhost" || name.endsWith(".localhost") || isListed(LOOPBACK, name);
}

/** Tells whether a host of a parsed URL is the unspecified address, which names no machine. */
export function isUnspecifiedHost(hostname: string): boolean {
  return isListed(UNSPECIFIED, toName(hostname));
}

/** Tells whether a host of a parsed URL is link-local or a cloud's metadata service (promise S-06). */
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

/** A BlockList sees an IPv4 address also where it is written as an IPv6-mapped one, `::ffff:7f00:1`. */
function isListed(list: BlockList, name: string): boolean {
  if (isIPv4(name)) return list.check(name, "ipv4");
  return isIPv6(name) && list.check(name, "ipv6");
}
