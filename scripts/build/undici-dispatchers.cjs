/*
 * Replaces `undici` in the provider's bundle, with only the parts that the transport uses. The package's own
 * entry also loads fetch, streams, web sockets, caches and mocks, which delay the first call and take memory
 * in every process. The paths are internal to the package: its version is pinned, and the end-to-end tests
 * call a service through the bundle.
 */
const Dispatcher = require("undici/lib/dispatcher/dispatcher.js");

// As in the package's entry, which adds the methods of dispatchers; proxies need this one.
Dispatcher.prototype.connect = require("undici/lib/api/api-connect.js");

Object.defineProperty(exports, "ProxyAgent", {
  // Proxies are rare.
  get: () => require("undici/lib/dispatcher/proxy-agent.js"),
});
exports.Pool = require("undici/lib/dispatcher/pool.js");
