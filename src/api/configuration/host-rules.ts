import { BlockList, isIPv4, isIPv6 } from "node:net";

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet("127.0.0.0", 8, "ipv4");
LOOPBACK.addAddress("::1", "ipv6");

const UNSPECIFIED = new BlockList();
UNSPECIFIED.addAddress("0.0.0.0", "ipv4");
UNSPECIFIED.addAddress("::", "ipv6");

/** Cloud metadata services, which give out credentials: link-local addresses, AWS's (IPv6) and Alibaba Cloud's. */
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

/** Tells whether a host of a parsed URL is this machine: `localhost` and its subdomains, 127.0.0.0/8, `[::1]`. */
export function isLoopbackHost(hostname: string): boolean {
  const name = toName(hostname);
  return name === "localhost" || name.endsWith(".localhost") || isListed(LOOPBACK, name);
}

/** Tells whether a host of a parsed URL is the unspecified address. */
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

/** A BlockList also recognises an IPv4 address in its IPv6-mapped form, `::ffff:7f00:1`. */
function isListed(list: BlockList, name: string): boolean {
  if (isIPv4(name)) return list.check(name, "ipv4");
  return isIPv6(name) && list.check(name, "ipv6");
}
