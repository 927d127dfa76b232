import { checkServerIdentity, type PeerCertificate } from "node:tls";

/** DER object identifiers of signatures over MD2, MD4, MD5 and SHA-1 (RFC 3279, section 2.2), as hex. */
const WEAK_ALGORITHMS: ReadonlySet<string> = new Set([
  "2a864886f70d010102",
  "2a864886f70d010103",
  "2a864886f70d010104",
  "2a864886f70d010105",
  "2a8648ce380403",
  "2a8648ce3d0401",
]);

/** A certificate, with the certificate of its issuer if known. Node.js makes a root its own issuer. */
export interface ChainedCertificate extends PeerCertificate {
  readonly issuerCertificate?: ChainedCertificate;
}

/** Refuses weak signatures, except on a root. The executable's TLS library accepts such signatures. */
export function checkCertificate(host: string, certificate: ChainedCertificate): Error | undefined {
  let link: ChainedCertificate | undefined = certificate;
  while (link !== undefined && link.issuerCertificate !== link) {
    if (WEAK_ALGORITHMS.has(readSignatureAlgorithm(link.raw))) {
      const text = "it is signed with a digest that can be forged, such as SHA-1";
      const error: NodeJS.ErrnoException = new Error(text);
      error.code = "CERT_SIGNATURE_WEAK";
      return error;
    }
    link = link.issuerCertificate;
  }
  return checkServerIdentity(host, certificate);
}

/** Returns its id as hex (RFC 5280, section 4.1). `X509Certificate.signatureAlgorithm` needs Node.js 24.9. */
function readSignatureAlgorithm(certificate: Buffer): string {
  const signed = readHeader(certificate, readHeader(certificate, 0).start);
  const algorithm = readHeader(certificate, signed.start + signed.length);
  const identifier = readHeader(certificate, algorithm.start);
  return certificate.toString("hex", identifier.start, identifier.start + identifier.length);
}

function readHeader(bytes: Buffer, at: number): { start: number; length: number } {
  const first = bytes.readUInt8(at + 1);
  if (first < 0x80) return { start: at + 2, length: first };
  const size = first & 0x7f;
  return { start: at + 2 + size, length: bytes.readUIntBE(at + 2, size) };
}
