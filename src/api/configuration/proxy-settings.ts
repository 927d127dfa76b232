import type { Environment } from "./client-arguments";

/** How https requests leave the machine; plain http and this machine itself are always called directly. */
export interface ProxySettings {
  /** Address of the proxy, http or https; may hold a user and a password. */
  readonly url: string;
  /** Hosts that are called directly, as in `NO_PROXY`: names with their subdomains, `*` for all. */
  readonly noProxy: string;
}

/** What {@link readProxySettings} answers; both undefined: there is no proxy. */
export interface ProxyResolution {
  readonly settings?: ProxySettings;
  /** What is wrong with a variable, as a sentence that does not repeat its value. */
  readonly problem?: string;
}

/** Reads `HTTPS_PROXY` and `NO_PROXY` (promise F-31); lower-case spellings win, as in other tools. */
export function readProxySettings(env: Environment): ProxyResolution {
  const name = hasText(env["https_proxy"]) ? "https_proxy" : "HTTPS_PROXY";
  const url = env[name]?.trim() ?? "";
  if (url === "") return {};
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed?.protocol !== "http:" && parsed?.protocol !== "https:") {
    return {
      problem: `${name} must be the address of an http or https proxy, for example "http://proxy:3128".`,
    };
  }
  if (!isDecodable(parsed.username) || !isDecodable(parsed.password)) {
    return {
      problem: `${name} has a "%" in its user or password that does not begin a code such as %25. Write %25 for "%".`,
    };
  }
  return { settings: { url, noProxy: env["no_proxy"] ?? env["NO_PROXY"] ?? "" } };
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

function hasText(value: string | undefined): boolean {
  return value !== undefined && value.trim() !== "";
}
