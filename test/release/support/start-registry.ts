import { readFile } from "node:fs/promises";
import { createServer } from "node:https";
import { join } from "node:path";
import {
  ARCHIVE_LIST_NAME,
  archiveName,
  CHECKSUMS_NAME,
  MANIFEST_NAME,
  SIGNATURE_NAME,
} from "../../../scripts/release/make-release";
import { hashPackage } from "../../../src/distribution/lock-provider";
import { PROVIDER_SOURCE, VERSION } from "../../../src/product";
import { makeCertificate } from "../../api/support/make-certificate";
import { listen, trackSockets } from "../../api/support/raw-server";
import { readZip } from "../../support/canary/read-zip";

/** A server on loopback that provides a release by the two protocols of Terraform. */
export interface Registry {
  /** Host and port by which addresses of providers name it. */
  readonly host: string;
  /** Its certificate, PEM. */
  readonly certificate: string;
  /** Base of the network mirror, with a slash at its end. */
  readonly mirrorUrl: string;
  readonly close: () => Promise<void>;
}

/**
 * Starts a server that is an origin registry (service discovery and `providers.v1`) and a network mirror of
 * the provider. It reads the files of the release anew for each request.
 * @param directory - the files of a release
 * @param publicKey - the key that its checksums are signed with, armoured
 */
export async function startRegistry(directory: string, publicKey: string): Promise<Registry> {
  const certificate = makeCertificate({ addresses: ["127.0.0.1"], names: ["localhost"] });
  const server = createServer(certificate, (request, response) => {
    respond({ directory, publicKey }, request.url ?? "").then(
      (body) => {
        const type = typeof body === "string" ? "application/json" : "application/octet-stream";
        response.writeHead(200, { "content-type": type }).end(body);
      },
      (error: unknown) => response.writeHead(404).end(String(error)),
    );
  });
  const close = trackSockets(server);
  const host = `localhost:${await listen(server)}`;
  return { host, certificate: certificate.cert, mirrorUrl: `https://${host}/mirror/`, close };
}

/** The contents of the server. */
interface Content {
  readonly directory: string;
  readonly publicKey: string;
}

async function respond({ directory, publicKey }: Content, url: string): Promise<Buffer | string> {
  const read = async (name: string): Promise<Buffer> => readFile(join(directory, name));
  const sums = await readSums(directory);
  const [, platform = ""] = /\/([a-z]+\/[a-z0-9]+)$/.exec(url) ?? [];
  const versions = `/v1/providers/${PROVIDER_SOURCE}/versions`;
  const [, mirrored] = new RegExp(`^/mirror/[^/]+/${PROVIDER_SOURCE}/(.+)$`).exec(url) ?? [];
  if (url === "/.well-known/terraform.json") return JSON.stringify({ "providers.v1": "/v1/providers/" });
  if (url.startsWith("/files/")) return read(url.slice("/files/".length));
  if (mirrored === "index.json") return JSON.stringify({ versions: { [VERSION]: {} } });
  // A mirror serves the files of a release as they are.
  if (mirrored === ARCHIVE_LIST_NAME) return (await read(mirrored)).toString();
  if (mirrored !== undefined) return read(mirrored);
  const manifest = JSON.parse((await read(MANIFEST_NAME)).toString()) as {
    readonly metadata: { readonly protocol_versions: readonly string[] };
  };
  const protocols = manifest.metadata.protocol_versions;
  if (url === versions) {
    const platforms = [...sums.keys()].flatMap((name) => {
      const [, os, arch] = /_([a-z]+)_([a-z0-9]+)\.zip$/.exec(name) ?? [];
      return os === undefined ? [] : [{ os, arch }];
    });
    return JSON.stringify({ versions: [{ version: VERSION, protocols, platforms }] });
  }
  if (url !== `/v1/providers/${PROVIDER_SOURCE}/${VERSION}/download/${platform}`)
    throw new Error(`no ${url}`);
  const [os = "", arch = ""] = platform.split("/");
  const filename = archiveName(`${os}_${arch}`);
  return JSON.stringify({
    ...{ protocols, os, arch, filename, shasum: sums.get(filename) },
    download_url: `/files/${filename}`,
    shasums_url: `/files/${CHECKSUMS_NAME}`,
    shasums_signature_url: `/files/${SIGNATURE_NAME}`,
    // A registry may leave out the key's id, which the key itself contains.
    signing_keys: { gpg_public_keys: [{ ascii_armor: publicKey }] },
  });
}

/** Returns Terraform's hash `h1:` of an archive, which covers the unpacked files. */
export function hashArchive(archive: Buffer): string {
  const files = [...readZip(archive)].map(([name, content]) => ({ name, content, mode: 0 }));
  return hashPackage(files);
}

async function readSums(directory: string): Promise<ReadonlyMap<string, string>> {
  const lines = (await readFile(join(directory, CHECKSUMS_NAME), "utf8")).trimEnd().split("\n");
  return new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)]));
}
