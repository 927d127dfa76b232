import { join } from "node:path";
import type { Plugin } from "esbuild";

/**
 * Imports of undici's dispatchers that the transport never uses. It sends strings over HTTP/1.1, directly or
 * through a tunnel of an HTTP proxy. Form bodies would bring most of fetch, HTTP/2 Node's implementation.
 */
const UNUSED =
  /node_modules[/\\]undici[/\\]lib[/\\](?:dispatcher[/\\](?:client-h2|socks5-proxy-agent)|web[/\\]fetch[/\\]body)\.js$/;

const ABSENT = `function fail() {
  throw new Error("This part of undici is not in the bundle: scripts/build/trim-undici.ts.");
}
module.exports = new Proxy(fail, { get: fail });`;

/**
 * What undici takes from Node's own HTTP client: how many bytes of headers a response may have, which is
 * Node's default, and a class that it never meets. Loading that client takes 5 ms in the executable, a tenth
 * of its part of a small plan.
 */
const HTTP = "exports.maxHeaderSize = 16384; exports.IncomingMessage = class {};";

/** Bundles only the parts of undici that send requests. @param root - absolute */
export function trimUndici(root: string): Plugin {
  return {
    name: "trim-undici",
    setup(bundler) {
      bundler.onResolve({ filter: /^undici$/ }, () => ({
        path: join(root, "scripts/build/undici-dispatchers.cjs"),
      }));
      bundler.onLoad({ filter: UNUSED }, () => ({ contents: ABSENT }));
      bundler.onResolve({ filter: /^node:http$/ }, ({ path, importer }) =>
        /node_modules[/\\]undici[/\\]/.test(importer) ? { path, namespace: "undici-http" } : undefined,
      );
      bundler.onLoad({ filter: /^/, namespace: "undici-http" }, () => ({ contents: HTTP }));
    },
  };
}
