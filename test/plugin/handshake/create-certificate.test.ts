import { createPrivateKey, X509Certificate } from "node:crypto";
import { createCertificate } from "../../../src/plugin/handshake/create-certificate";

describe("createCertificate", () => {
  test("F-21: it is valid from a day before to ten years after, in whole seconds", () => {
    const now = new Date("2026-03-01T12:00:00.999Z");

    const { validFrom, validTo } = new X509Certificate(createCertificate({ now }).pem);

    expect(new Date(validFrom).toISOString()).toBe("2026-02-28T12:00:00.000Z");
    expect(new Date(validTo).toISOString()).toBe("2036-02-27T12:00:00.000Z");
  });

  test("G-08: dates from 2050 on are also readable", () => {
    const now = new Date("2049-06-01T00:00:00Z");

    const { validFrom, validTo } = new X509Certificate(createCertificate({ now }).pem);

    expect([new Date(validFrom), new Date(validTo)].map((date) => date.getUTCFullYear())).toEqual([
      2049, 2059,
    ]);
  });

  test("G-08: it has the name that was asked for", () => {
    const certificate = new X509Certificate(createCertificate({ name: "other.test" }).pem);

    expect(certificate.checkHost("other.test")).toBe("other.test");
    expect(certificate.checkHost("localhost")).toBeUndefined();
  });

  test("G-10: every certificate has its own key and serial number", () => {
    const [a, b] = [createCertificate(), createCertificate()].map(({ pem }) => new X509Certificate(pem));

    expect(a?.serialNumber).not.toBe(b?.serialNumber);
    expect(a?.publicKey.equals(b?.publicKey ?? a.publicKey)).toBe(false);
  });

  test("G-10: the key belongs to the certificate", () => {
    const { pem, privateKeyPem } = createCertificate({ curve: "P-521" });

    expect(new X509Certificate(pem).checkPrivateKey(createPrivateKey(privateKeyPem))).toBe(true);
  });
});
