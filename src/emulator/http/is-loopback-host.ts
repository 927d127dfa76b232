/** Names that mean this machine whoever answers for them, with any port. */
const LOOPBACK = /^(?:127(?:\.\d{1,3}){3}|localhost|\[::1\])(?::\d{1,5})?$/i;

/**
 * Tells whether a request was sent to this machine under a name that no foreign website can take (DNS rebinding).
 * @param host - the header `host`
 */
export function isLoopbackHost(host: string | undefined): boolean {
  return host !== undefined && LOOPBACK.test(host);
}
