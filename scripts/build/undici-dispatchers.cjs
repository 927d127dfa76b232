/*
 * Stands for `undici` in the provider's bundle: what the transport uses of it. The package's own entry also loads
 * fetch, web sockets, caches and mocks, which cost the first call time and every process memory. The paths are
 * the package's inner ones; its version is pinned, and the end-to-end tests call a service through the bundle.
 */
const api = require("undici/lib/api/index.js");
const Dispatcher = require("undici/lib/dispatcher/dispatcher.js");

// The package's entry gives dispatchers their methods in the same way.
Object.defineProperties(Dispatcher.prototype, Object.getOwnPropertyDescriptors(api));

exports.EnvHttpProxyAgent = require("undici/lib/dispatcher/env-http-proxy-agent.js");
exports.Pool = require("undici/lib/dispatcher/pool.js");
