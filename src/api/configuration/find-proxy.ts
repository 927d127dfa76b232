import { BlockList, isIP } from "node:net";
import type { Environment } from "../client-arguments";
import { isLoopbackHost } from "./host-rules";

/**
 * Reads the variables as Go and curl do: a lower-case name wins, and an empty value counts as unset. Requests
 * that use plain http or go to this machine never use a proxy.
 * @returns an empty object if no proxy applies; `problem` is a sentence that omits the variable's value
 */
export function findProxy(
  origin: string,
  env: Environment,
): { readonly url?: string | undefined; readonly problem?: string } {
  const { protocol, hostname, port } = new URL(origin);
  if (protocol !== "https:" || isLoopbackHost(hostname)) return {};
  const name = pickName(env, "HTTPS_PROXY");
  const value = env[name]?.trim() ?? "";
  if (value === "") return {};
  const exceptions = env[pickName(env, "NO_PROXY")] ?? "";
  const host = hostname.replace(/^\[|\]$|\.$/g, "");
  if (exceptions.split(/[\s,]+/).some((each) => isMatch(each.toLowerCase(), host, port || "443"))) return {};

  const url = value.includes("://") ? value : `http://${value}`;
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed?.protocol !== "http:" && parsed?.protocol !== "https:") {
    const what = 'the address of an http or https proxy, for example "http://proxy:3128"';
    return { problem: `${name} must be ${what}.` };
  }
  try {
    decodeURIComponent(parsed.username);
    decodeURIComponent(parsed.password);
  } catch {
    const what = 'contains a "%" that does not begin a code such as %25. Write this "%" as %25.';
    return { problem: `The user or password in ${name} ${what}` };
  }
  return { url };
}

function pickName(env: Environment, name: string): string {
  const lower = name.toLowerCase();
  return (env[lower]?.trim() ?? "") === "" ? name : lower;
}

/** @param entry - `*`, a CIDR range, or an address or a domain with an optional port (`[::1]:443`) */
function isMatch(entry: string, host: string, port: string): boolean {
  if (entry === "*") return true;
  const [, address, length] = /^([^/]+)\/(\d{1,3})$/.exec(entry) ?? [];
  if (address !== undefined) return isInSubnet(address, Number(length), host);
  const [, bracketed, plain, wantedPort = port] = /^(?:\[(.+)\]|([^:]+))(?::(\d+))?$/.exec(entry) ?? [];
  const name = bracketed ?? plain ?? entry;
  if (wantedPort !== port) return false;
  if (isIP(name) > 0) return isInSubnet(name, isIP(name) === 4 ? 32 : 128, host);
  const domain = name.replace(/^\*?\./, "");
  return domain !== "" && (host === domain || host.endsWith(`.${domain}`));
}

function isInSubnet(address: string, length: number, host: string): boolean {
  const version = isIP(address);
  if (version === 0 || isIP(host) === 0 || length > (version === 4 ? 32 : 128)) return false;
  const list = new BlockList();
  list.addSubnet(address, length, version === 4 ? "ipv4" : "ipv6");
  return list.check(host, isIP(host) === 4 ? "ipv4" : "ipv6");
}
