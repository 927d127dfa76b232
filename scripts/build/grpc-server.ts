/*
 * Stands for `@grpc/grpc-js` in the provider's bundle: the half of it that serves. The package's own entry also
 * loads clients, load balancers and name resolution, a third of the bundle's code that is read before the
 * handshake for nothing. The paths are the package's inner ones; its version is pinned, and the tests start the
 * bundle on every kind of address.
 */
import { setup as setUpIpAddresses } from "@grpc/grpc-js/build/src/resolver-ip";
import { setup as setUpUnixSockets } from "@grpc/grpc-js/build/src/resolver-uds";

// The package's entry does the same for all kinds of addresses; without it a server cannot listen.
setUpIpAddresses();
setUpUnixSockets();

export { Status as status } from "@grpc/grpc-js/build/src/constants";
export { Server } from "@grpc/grpc-js/build/src/server";
export { ServerCredentials } from "@grpc/grpc-js/build/src/server-credentials";

/** Generated code makes a client's class for every service, which the provider never creates. */
export function makeGenericClientConstructor(): new () => never {
  function NoClient(): never {
    throw new Error("The provider's bundle holds no gRPC client.");
  }
  return NoClient as unknown as new () => never;
}
