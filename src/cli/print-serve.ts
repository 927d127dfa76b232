/** Writes the line that tells a program that the service is ready: JSON with `url` and `token`, one line. */
export function printReadyLine({ url, token }: { readonly url: string; readonly token: string }): string {
  return `${JSON.stringify({ url, token })}\n`;
}

/**
 * Writes what a person at the terminal does next. The token is in the ready line and is not repeated.
 * @param url - the base address, which ends in `/v1`
 * @param data - the file that keeps everything; undefined: nothing is kept
 */
export function printServeHints(url: string, data: string | undefined): string {
  const memory = data === undefined ? "it forgets everything then" : `everything is kept in ${data}`;
  return `
The merge queue service is ready at ${url}. Press Ctrl-C to stop it; ${memory}.
Watch its queues at ${new URL("/", url).href}
To use it, run in another terminal:

  export MERGEQUEUE_BASE_URL=${url}
  export MERGEQUEUE_TOKEN=...        # the token in the first line

`;
}
