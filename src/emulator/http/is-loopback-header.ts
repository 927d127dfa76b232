/** Names that always mean this machine, with any port. */
const LOOPBACK = /^(?:127(?:\.\d{1,3}){3}|localhost|\[::1\])(?::\d{1,5})?$/i;

/** Tells whether the header `host` is a loopback name, which prevents DNS rebinding by foreign websites. */
export function isLoopbackHeader(host: string | undefined): boolean {
  return host !== undefined && LOOPBACK.test(host);
}
