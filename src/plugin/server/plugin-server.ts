import { Server, ServerCredentials } from "@grpc/grpc-js";
import type { Certificate } from "../handshake/create-certificate";
import { GRPCBrokerService, GRPCControllerService, GRPCStdioService } from "../protocol/go-plugin.generated";
import { HealthService } from "../protocol/health.generated";
import { ProviderService } from "../protocol/tfplugin6.generated";
import type { ProviderSession } from "../rpc/provider-session";
import {
  createBrokerService,
  createControllerService,
  createHealthService,
  createStdioService,
} from "./go-plugin-services";
import { createProviderService } from "./provider-service";

/** As Terraform's own; the default of 4 MiB fails with large configurations (rule G-25). */
const MAX_MESSAGE_BYTES = 256 * 1024 * 1024;

/** Who may talk to the server. */
export interface ServerTls {
  readonly certificate: Certificate;
  /** The one certificate, in PEM, that a client must have (rule G-07). */
  readonly clientCertificate: string;
}

/** Makes a gRPC server with the provider's service and go-plugin's own. It does not listen yet. */
export function createPluginServer<Data>(session: ProviderSession<Data>, onShutdown: () => void): Server {
  const server = new Server({
    "grpc.max_receive_message_length": MAX_MESSAGE_BYTES,
    "grpc.max_send_message_length": MAX_MESSAGE_BYTES,
    // Nobody can ask for these statistics, and keeping them costs time at the start and with every call.
    "grpc.enable_channelz": 0,
  });
  server.addService(ProviderService, createProviderService(session));
  server.addService(GRPCControllerService, createControllerService(onShutdown));
  server.addService(GRPCStdioService, createStdioService());
  server.addService(GRPCBrokerService, createBrokerService());
  server.addService(HealthService, createHealthService());
  return server;
}

/**
 * Listens at an address in gRPC's spelling, `unix:PATH` or `ipv4:ADDRESS:PORT`. With TLS only the holder of the client
 * certificate gets in; without, whoever reaches the address does (rules G-06 and G-07).
 *
 * @throws Error if the address cannot be had
 */
export function listen(server: Server, address: string, tls: ServerTls | undefined): Promise<void> {
  const credentials =
    tls === undefined
      ? ServerCredentials.createInsecure()
      : ServerCredentials.createSsl(
          Buffer.from(tls.clientCertificate),
          [
            {
              private_key: Buffer.from(tls.certificate.privateKeyPem),
              cert_chain: Buffer.from(tls.certificate.pem),
            },
          ],
          true,
        );
  return new Promise((resolve, reject) => {
    server.bindAsync(address, credentials, (error) => {
      if (error === null) resolve();
      else reject(error);
    });
  });
}
