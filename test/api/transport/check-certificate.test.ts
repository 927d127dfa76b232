import { X509Certificate } from "node:crypto";
import type { PeerCertificate } from "node:tls";
import { type ChainedCertificate, checkCertificate } from "../../../src/api/transport/check-certificate";
import { type Certificate, makeCertificate } from "../support/make-certificate";

/** Builds a chain as TLS reports it: each certificate with its issuer, the root with itself. */
function toChain([first, ...others]: readonly Certificate[], isWhole = true): ChainedCertificate {
  const link = new X509Certificate(first?.cert ?? "").toLegacyObject() as PeerCertificate & {
    issuerCertificate?: ChainedCertificate;
  };
  if (others.length > 0) link.issuerCertificate = toChain(others, isWhole);
  else if (isWhole) link.issuerCertificate = link;
  return link;
}

describe.each(["rsa", "ec"] as const)("checkCertificate, signed with keys of type %s", (type) => {
  const root = makeCertificate({ digest: "sha1", type });
  const between = makeCertificate({ authority: root, type });
  const leaf = makeCertificate({ authority: between });

  test("S-08: a chain up to a root is accepted, whatever the root signed itself with", () => {
    expect(checkCertificate("127.0.0.1", toChain([leaf, between, root]))).toBeUndefined();
    expect(checkCertificate("127.0.0.1", toChain([root]))).toBeUndefined();
  });

  test("S-08: a chain with SHA-1 below the root is refused, at the host's own certificate and above it", () => {
    const weakLeaf = makeCertificate({ authority: between, digest: "sha1" });
    const weakBetween = makeCertificate({ authority: root, digest: "sha1" });
    const refusal = { code: "CERT_SIGNATURE_WEAK" };

    expect(checkCertificate("127.0.0.1", toChain([weakLeaf, between, root]))).toMatchObject(refusal);
    expect(checkCertificate("127.0.0.1", toChain([leaf, weakBetween, root]))).toMatchObject(refusal);
  });

  test("S-08: a chain without its root is checked completely", () => {
    const weak = makeCertificate({ authority: root, digest: "sha1" });

    expect(checkCertificate("127.0.0.1", toChain([leaf, between], false))).toBeUndefined();
    expect(checkCertificate("127.0.0.1", toChain([leaf, weak], false))).toBeInstanceOf(Error);
  });

  test("S-08: a certificate of another host is refused", () => {
    expect(checkCertificate("127.0.0.2", toChain([leaf, between, root]))).toMatchObject({
      code: "ERR_TLS_CERT_ALTNAME_INVALID",
    });
  });
});
