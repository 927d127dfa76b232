import type { Vocabulary } from "../../queue/vocabulary";
import { isLoopbackHost, isMetadataHost, isUnspecifiedHost } from "./host-rules";

/** The address of a service, normalised. */
export interface BaseAddress {
  /** Scheme, host in ASCII and port: `https://merge.example.com`. */
  readonly origin: string;
  /** Host in ASCII, with the port unless it is the scheme's default: for messages. */
  readonly host: string;
  /** Path without a trailing slash: `/v1`, `/api/v1`. */
  readonly basePath: string;
}

/** A base address, or what is wrong with it. `isInsecure`: it is plain http to another machine. */
export type BaseUrlCheck =
  | ({ readonly isValid: true; readonly isInsecure: boolean } & BaseAddress)
  | { readonly isValid: false; readonly message: string };

interface BaseUrlRules {
  readonly allowInsecureHttp: boolean;
  readonly vocabulary: Pick<Vocabulary, "nameArgument">;
}

const EXAMPLE = 'for example "https://merge.example.com/v1"';

/**
 * Checks the base address of the service (interface, section General): https, or http to this machine or if
 * allowed; no metadata service; the path ends in `/v1` or `/v1/`. No message repeats it, for its password.
 */
export function checkBaseUrl(text: string, rules: BaseUrlRules): BaseUrlCheck {
  const problem = findProblem(text, rules);
  if (problem !== undefined) return { isValid: false, message: problem };
  const url = new URL(text);
  const { origin, host, pathname } = url;
  return { isValid: true, origin, host, basePath: pathname.replace(/\/$/, ""), isInsecure: isInsecure(url) };
}

function isInsecure({ protocol, hostname }: URL): boolean {
  return protocol === "http:" && !isLoopbackHost(hostname);
}

function findProblem(text: string, { allowInsecureHttp, vocabulary }: BaseUrlRules): string | undefined {
  // The URL parser drops tabs and line breaks and reads a backslash as a slash, so the called address would
  // differ from the one in the configuration.
  if (/[\s\\\p{Cc}]/u.test(text)) {
    return "It must not contain white space, control characters or backslashes.";
  }
  if (!URL.canParse(text) || !/^[a-z]+:\/\//i.test(text)) {
    return `It must be a whole address with scheme, host and path, ${EXAMPLE}.`;
  }
  const url = new URL(text);
  const { protocol, host, hostname, pathname } = url;
  if (protocol !== "https:" && protocol !== "http:") {
    return `It must begin with "https://", not with ${JSON.stringify(`${protocol}//`)}.`;
  }
  if (/^[a-z]+:\/+[^/?#]*@/i.test(text)) {
    return `It must not contain a user or a password. Use ${vocabulary.nameArgument("token")} for the API token.`;
  }
  if (text.includes("?")) return 'It must not contain a query ("?").';
  if (text.includes("#")) return 'It must not contain a fragment ("#").';
  if (isUnspecifiedHost(hostname)) {
    return `${hostname} is not the address of a machine. For this machine, use 127.0.0.1 or [::1].`;
  }
  if (isMetadataHost(hostname)) {
    return `${hostname} is a link-local address or a cloud's metadata service, not a merge queue.`;
  }
  if (!/\/v1\/?$/.test(pathname)) {
    return `Its path must end in "/v1", ${EXAMPLE}; here it is ${JSON.stringify(pathname)}.`;
  }
  if (!isInsecure(url) || allowInsecureHttp) return undefined;
  return (
    `Plain http would send the token in clear text to ${host}. Use https. If you own the whole network path, ` +
    `${vocabulary.nameArgument("allow_insecure_http")} allows it.`
  );
}
