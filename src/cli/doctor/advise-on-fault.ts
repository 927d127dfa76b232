import { networkInterfaces } from "node:os";
import { CERTIFICATE_CODES, HANDSHAKE_CODES, NO_TLS_CODES } from "../../api/describe-fault";
import type { HttpFault } from "../../api/exchange";

export interface FaultPlace {
  readonly origin: string;
  /** Name of the option or variable that gives the address, such as `MERGEQUEUE_BASE_URL`. */
  readonly source: string;
  /** Host and port of the proxy. Undefined if no proxy is used. */
  readonly proxy: string | undefined;
  /** ISO 8601. */
  readonly now: string;
  readonly setClock: string;
}

export interface FaultAdvice {
  readonly layer: "network" | "tls";
  /** Sentences to print before the command. */
  readonly next: string;
  readonly command: string;
}

const TOOLS = {
  name: ({ hostname }: URL) => `nslookup ${hostname}`,
  address: ({ origin }: URL) => `curl -v ${origin}`,
  certificate: ({ hostname, port }: URL) =>
    `openssl s_client -connect ${hostname}:${port === "" ? "443" : port} -showcerts </dev/null`,
  clock: (_url, { setClock }) => setClock,
  proxy: () => "export HTTPS_PROXY=http://USER:PASSWORD@PROXY:PORT",
} as const satisfies Readonly<Record<string, (url: URL, place: FaultPlace) => string>>;

/** `next` may contain the placeholders `{source}` and `{now}`, which are fields of `FaultPlace`. */
type Rule = readonly [codes: RegExp, tool: keyof typeof TOOLS, next: string];

/** The first matching rule of a layer applies. */
const RULES: Readonly<Record<FaultAdvice["layer"], readonly Rule[]>> = {
  network: [
    [/^PROXY_REFUSED$/, "proxy", "Put the user and password of the proxy into HTTPS_PROXY:"],
    [/^ENOTFOUND$/, "name", "Correct the host in {source}. If only a VPN knows this name, join the VPN."],
    [/^EAI_/, "name", "No DNS server answers: connect this machine to its network or VPN."],
    [
      /^ECONNREFUSED$/,
      "address",
      "The host is there, but nothing listens at this port: correct the port in {source}, or start the server.",
    ],
    [/^(EHOST|ENET)/, "address", "Connect this machine to its network or VPN."],
    [
      /^(ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/,
      "address",
      "A firewall drops the connection, or the host is down. Connect to the VPN, or set HTTPS_PROXY if your network " +
        "needs a proxy.",
    ],
    [/^/, "address", "Check scheme and port in {source}, and whether the service is running."],
  ],
  tls: [
    [
      /^(CERT_HAS_EXPIRED|CERT_NOT_YET_VALID)$/,
      "clock",
      "This machine's clock shows {now}. If that is right, the service needs another certificate: tell its operator. If " +
        "the clock is wrong, set it:",
    ],
    [
      /^(ERR_TLS_CERT_ALTNAME_INVALID|HOSTNAME_MISMATCH)$/,
      "certificate",
      "Another host answers at this address: correct the host in {source}, or leave a network that redirects connections.",
    ],
    [
      CERTIFICATE_CODES,
      "certificate",
      "If a private authority issued the certificate, or a proxy decrypts TLS, give the authority's certificate: --ca-file FILE, or " +
        "MERGEQUEUE_CA_FILE. To see the issuer, run:",
    ],
    [NO_TLS_CODES, "address", "Correct the port in {source}, or use http, not https, for this machine."],
    [HANDSHAKE_CODES, "certificate", "The service must support TLS 1.2 or newer. To see its versions, run:"],
  ],
};

/** Codes for an unknown or unreachable host. If a proxy is used, the host is the proxy's. */
const UNREACHED_CODES = /^(ENOTFOUND$|EAI_|ECONNREFUSED$|EHOST|ENET)/;

/** Returns the failed layer and the remedy. If time ran out before any request, `fault` is undefined. */
export function adviseOnFault(
  fault: Pick<HttpFault, "code" | "reason"> | undefined,
  place: FaultPlace,
): FaultAdvice {
  const code = toCode(fault);
  const layer = RULES.tls.some(([codes]) => codes.test(code)) ? "tls" : "network";
  const [, tool, text] = RULES[layer].find(([codes]) => codes.test(code)) as Rule;
  const { proxy, now } = place;
  const isProxyUnreached = proxy !== undefined && UNREACHED_CODES.test(code);
  const { origin, source } = isProxyUnreached ? { origin: `http://${proxy}`, source: "HTTPS_PROXY" } : place;
  const advice =
    code === "ENOTFOUND" && isOffline()
      ? "This machine has no network: connect it."
      : text.replace("{source}", source).replace("{now}", now);
  const { hostname } = new URL(place.origin);
  const bypass = `The connection goes through the proxy ${proxy}, which HTTPS_PROXY names. To bypass the proxy, set NO_PROXY=${hostname}.\n`;
  const next = proxy === undefined ? advice : bypass + advice;
  return { layer, next, command: TOOLS[tool](new URL(origin), place) };
}

function toCode(fault: Pick<HttpFault, "code" | "reason"> | undefined): string {
  if (fault === undefined || fault.reason === "cancelled") return "ETIMEDOUT";
  return fault.reason === "proxy_refused" ? "PROXY_REFUSED" : (fault.code ?? "");
}

function isOffline(): boolean {
  return Object.values(networkInterfaces()).every((addresses) =>
    addresses?.every(({ internal }) => internal),
  );
}
