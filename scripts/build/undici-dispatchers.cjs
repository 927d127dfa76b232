/*
 * Stands for `undici` in the provider's bundle: what the transport uses of it. The package's own entry also loads
 * fetch, streams, web sockets, caches and mocks, which cost the first call time and every process memory. The paths
 * are the package's inner ones; its version is pinned, and the end-to-end tests call a service through the bundle.
 */
const Dispatcher = require("undici/lib/dispatcher/dispatcher.js");

// The package's entry gives dispatchers all their methods so; proxies are reached by this one.
Dispatcher.prototype.connect = require("undici/lib/api/api-connect.js");

Object.defineProperty(exports, "EnvHttpProxyAgent", {
  // Hardly anybody has a proxy.
  get: () => require("undici/lib/dispatcher/env-http-proxy-agent.js"),
});
exports.Pool = require("undici/lib/dispatcher/pool.js");
