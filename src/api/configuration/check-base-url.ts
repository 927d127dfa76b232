import type { Vocabulary } from "../../queue/vocabulary";
import { isLoopbackHost, isMetadataHost, isUnspecifiedHost } from "./host-rules";

export interface BaseAddress {
  /** Scheme, host in ASCII and port: `https://merge.example.com`. */
  readonly origin: string;
  /** Host in ASCII, for messages. Includes the port unless the port is the scheme's default. */
  readonly host: string;
}

/** `isInsecure`: the address uses plain http to another machine. */
export type BaseUrlCheck =
  | ({ readonly isValid: true; readonly isInsecure: boolean; readonly path: string } & BaseAddress)
  | { readonly isValid: false; readonly message: string };

interface BaseUrlRules {
  readonly allowInsecureHttp: boolean;
  readonly vocabulary: Pick<Vocabulary, "nameArgument">;
}

/** Checks an address by section General of the interface. Messages show only the host, no password. */
export function checkBaseUrl(text: string, rules: BaseUrlRules): BaseUrlCheck {
  const problem = findProblem(text, rules);
  if (problem !== undefined) return { isValid: false, message: problem };
  const url = new URL(text);
  const { origin, host, pathname } = url;
  return { isValid: true, origin, host, path: withoutSlashes(pathname), isInsecure: isInsecure(url) };
}

function withoutSlashes(path: string): string {
  return path.replace(/(?<!\/)\/+$/, "");
}

function isInsecure({ protocol, hostname }: URL): boolean {
  return protocol === "http:" && !isLoopbackHost(hostname);
}

function findProblem(text: string, { allowInsecureHttp, vocabulary }: BaseUrlRules): string | undefined {
  // The URL parser drops tabs and line breaks and reads a backslash as a slash, which changes the address.
  if (/[\s\\\p{Cc}]/u.test(text)) {
    return "It must not contain white space, control characters or backslashes.";
  }
  if (!URL.canParse(text) || !/^[a-z]+:\/\//i.test(text)) {
    return 'It must be a whole address with scheme and host, for example "https://merge.example.com/v1".';
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
    return `${hostname} is the unspecified address, which names no machine. To reach this machine, use 127.0.0.1 or [::1].`;
  }
  if (isMetadataHost(hostname)) {
    return `${hostname} is a link-local address or a cloud's metadata service, not a merge queue.`;
  }
  const version = /\/v\d+$/i.exec(withoutSlashes(pathname))?.[0] ?? "";
  if (!["", "/v1", "/v2"].includes(version)) {
    return `Its path ends in "${version}", and this version of the client knows only "/v1" and "/v2".`;
  }
  if (!isInsecure(url) || allowInsecureHttp) return undefined;
  return (
    `Plain http would send the token in clear text to ${host}. Use https. If you control the whole network path, you can ` +
    `allow http with ${vocabulary.nameArgument("allow_insecure_http")}.`
  );
}
