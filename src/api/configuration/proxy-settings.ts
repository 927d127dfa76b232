import type { Environment } from "./client-arguments";
import { isLoopbackHost } from "./host-rules";

/** The proxy for https requests. Plain http and loopback addresses never use it. */
export interface ProxySettings {
  /** Address of the proxy, http or https; may contain a user and a password. */
  readonly url: string;
  /** Hosts without the proxy, as in `NO_PROXY`: names with their subdomains, `*` for all. */
  readonly noProxy: string;
}

/**
 * Reads `HTTPS_PROXY` and `NO_PROXY` (promise F-31); lower-case names win, as in other tools.
 * @returns nothing if there is no proxy; as `problem`, what is wrong with a variable, as a sentence without its value
 */
export function readProxySettings(env: Environment): {
  readonly settings?: ProxySettings;
  readonly problem?: string;
} {
  const name = (env["https_proxy"]?.trim() ?? "") === "" ? "HTTPS_PROXY" : "https_proxy";
  const url = env[name]?.trim() ?? "";
  if (url === "") return {};
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed?.protocol !== "http:" && parsed?.protocol !== "https:") {
    const what = 'the address of an http or https proxy, for example "http://proxy:3128"';
    return { problem: `${name} must be ${what}.` };
  }
  try {
    decodeURIComponent(parsed.username);
    decodeURIComponent(parsed.password);
  } catch {
    const what = 'a "%" in its user or password that is not part of a code such as %25';
    return { problem: `${name} has ${what}. Write "%" as %25.` };
  }
  return { settings: { url, noProxy: env["no_proxy"] ?? env["NO_PROXY"] ?? "" } };
}

/** Returns host and port, without a password, of the proxy to an origin; undefined if it is called directly. */
export function tryGetProxyHost(origin: string, proxy: ProxySettings | undefined): string | undefined {
  const { protocol, hostname } = new URL(origin);
  if (proxy === undefined || protocol !== "https:" || isLoopbackHost(hostname)) return undefined;
  const exceptions = proxy.noProxy
    .toLowerCase()
    .split(/[\s,]+/)
    .map((entry) => entry.replace(/^\*?\./, "").replace(/:\d+$/, ""));
  const isException = exceptions.some(
    (name) => name === "*" || (name !== "" && (hostname === name || hostname.endsWith(`.${name}`))),
  );
  return isException ? undefined : new URL(proxy.url).host;
}
