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

/** A certificate, which links to its issuer's certificate if known. A root links to itself. */
export interface ChainedCertificate extends PeerCertificate {
  readonly issuerCertificate?: ChainedCertificate;
}

/** Refuses weak signatures, except on a root. The TLS library of the executable would accept them. */
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

/** Returns the algorithm's id as hex (RFC 5280, section 4.1), which Node.js itself offers only from 24.9. */
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
