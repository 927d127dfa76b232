import { warnOfShortToken } from "../../api/configuration/token-rules";
import { quoteForShell } from "../../text/quote-for-shell";
import type { OutputDocument } from "../command-session";

/** A running local service. */
export interface ServeReport {
  /** The base address, which ends in `/v1`. */
  readonly url: string;
  readonly token: string;
  /** Whether the token came from the environment: then it is not shown. */
  readonly isTokenGiven: boolean;
  /** The file that keeps everything; undefined: it is kept in memory. */
  readonly data: string | undefined;
}

/** Printed in place of a token that came from the environment. */
const GIVEN_TOKEN = "$MERGEQUEUE_TOKEN";

/** Writes the line that tells programs that the service is ready: JSON with `url` and `token`. */
export function printReadyLine({ url, token, isTokenGiven }: ServeReport): OutputDocument {
  return { document: `${JSON.stringify({ url, token: isTokenGiven ? GIVEN_TOKEN : token })}\n` };
}

/** Writes the next steps for the person at the terminal. */
export function printServeHints({ url, token, isTokenGiven, data }: ServeReport): string {
  const memory = data === undefined ? "it then forgets everything" : `everything is kept in ${data}`;
  const access = isTokenGiven
    ? "\nMERGEQUEUE_TOKEN must be the same token there as the one that this service was started with.\n"
    : `  export MERGEQUEUE_TOKEN=${quoteForShell(token)}\n`;
  const short = warnOfShortToken(token);
  const warning = short === undefined ? "" : `Warning: ${short}\n`;
  return `
The merge queue service is ready at ${url}. Press Ctrl-C to stop it; ${memory}.
Watch its queues at ${new URL("/", url).href}
To use it, run in another terminal:

  export MERGEQUEUE_BASE_URL=${quoteForShell(url)}
${access}
${warning}`;
}
