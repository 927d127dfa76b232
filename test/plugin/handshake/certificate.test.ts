import { X509Certificate } from "node:crypto";
import {
  createCertificate,
  encodeDer,
  encodeIdentifier,
} from "../../../src/plugin/handshake/create-certificate";

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

  test("G-10: every certificate has its own key and serial number", () => {
    const [a, b] = [createCertificate(), createCertificate()].map(({ pem }) => new X509Certificate(pem));
    expect(a?.serialNumber).not.toBe(b?.serialNumber);
    expect(a?.publicKey.equals(b?.publicKey ?? a.publicKey)).toBe(false);
  });
});

/** Expectations worked out by hand from ITU-T X.690. */
describe("DER", () => {
  test.each([
    [0, "0400"],
    [127, "047f"],
    [128, "048180"],
    [255, "0481ff"],
    [256, "04820100"],
    [65_536, "0483010000"],
  ])("a length of %i is written in as few bytes as possible", (length, head) => {
    const encoded = encodeDer(0x04, new Uint8Array(length));
    expect(encoded.subarray(0, head.length / 2).toString("hex")).toBe(head);
    expect(encoded).toHaveLength(head.length / 2 + length);
  });

  test.each([
    ["2.5.4.3", "0603550403"],
    ["1.2.840.10045.4.3.2", "06082a8648ce3d040302"],
    ["1.3.6.1.5.5.7.3.1", "06082b06010505070301"],
  ])("the identifier %s is written in base 128", (identifier, hex) => {
    expect(encodeIdentifier(identifier).toString("hex")).toBe(hex);
  });
});
