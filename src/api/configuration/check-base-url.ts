import type { Vocabulary } from "../../queue/vocabulary";
import { isLoopbackHost, isMetadataHost, isUnspecifiedHost } from "./host-rules";

/** The normalised parts of a base address, or what is wrong with it. */
export type BaseUrlCheck =
  | {
      readonly isValid: true;
      /** Scheme, host in ASCII and port: `https://merge.example.com`. */
      readonly origin: string;
      /** Host in ASCII, with the port unless it is the scheme's default. */
      readonly host: string;
      /** Path without a trailing slash: `/v1`, `/api/v1`. */
      readonly path: string;
      /** Whether it is plain http to another machine. */
      readonly isInsecure: boolean;
    }
  | { readonly isValid: false; readonly message: string };

const EXAMPLE = 'for example "https://merge.example.com/v1"';

/**
 * Checks the base address of the service (promise S-06; interface, section General): https, or http to
 * this machine or if allowed; no user, query or fragment; not a metadata service; the path ends in `/v1`, with an
 * optional slash. Messages never repeat the address, because it may contain a password.
 */
export function checkBaseUrl(
  text: string,
  allowInsecureHttp: boolean,
  { nameArgument }: Pick<Vocabulary, "nameArgument">,
): BaseUrlCheck {
  // The URL parser drops tabs and line breaks and reads a backslash as a slash, so the called address would differ
  // from the one in the configuration.
  if (/[\s\\\p{Cc}]/u.test(text)) {
    return refuse("It must not contain white space, control characters or backslashes.");
  }
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^[a-z]+:\/\//i.test(text)) {
    return refuse(`It must be a whole address with scheme, host and path, ${EXAMPLE}.`);
  }
  if (url.protocol !== "https:" && url.protocol !== "http:") {
    return refuse(`It must begin with "https://", not with ${JSON.stringify(`${url.protocol}//`)}.`);
  }
  return checkParts(text, url, allowInsecureHttp, nameArgument);
}

function checkParts(
  text: string,
  url: URL,
  allowInsecureHttp: boolean,
  nameArgument: Vocabulary["nameArgument"],
): BaseUrlCheck {
  if (/^[a-z]+:\/+[^/?#]*@/i.test(text)) {
    return refuse(
      `It must not contain a user or a password. Use ${nameArgument("token")} for the API token.`,
    );
  }
  if (text.includes("?")) return refuse('It must not contain a query ("?").');
  if (text.includes("#")) return refuse('It must not contain a fragment ("#").');
  if (isUnspecifiedHost(url.hostname)) {
    return refuse(
      `${url.hostname} is not the address of a machine. For this machine, use 127.0.0.1 or [::1].`,
    );
  }
  if (isMetadataHost(url.hostname)) {
    return refuse(
      `${url.hostname} is a link-local address or a cloud's metadata service, not a merge queue.`,
    );
  }
  const path = url.pathname.replace(/\/$/, "");
  if (!path.endsWith("/v1")) {
    return refuse(`Its path must end in "/v1", ${EXAMPLE}; here it is ${JSON.stringify(url.pathname)}.`);
  }
  const isInsecure = url.protocol === "http:" && !isLoopbackHost(url.hostname);
  if (isInsecure && !allowInsecureHttp) {
    return refuse(
      `Plain http would send the token in clear text to ${url.host}. Use https. If you own the whole network path, ` +
        `${nameArgument("allow_insecure_http")} allows it.`,
    );
  }
  return { isValid: true, origin: url.origin, host: url.host, path, isInsecure };
}

function refuse(message: string): BaseUrlCheck {
  return { isValid: false, message };
}
