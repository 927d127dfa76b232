import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { rootCertificates } from "node:tls";
import { readCaFile } from "../../../src/api/client-config";
import { makeScratch } from "../../support/make-scratch";
import { catchRejection } from "../support/catch-rejection";

const [FIRST = "", SECOND = ""] = rootCertificates;
const directory = makeScratch();

async function write(text: string): Promise<string> {
  const path = join(directory, "ca.pem");
  await writeFile(path, text);
  return path;
}

describe("readCaFile", () => {
  test("returns only the certificates of the file", async () => {
    const path = await write(`# ours\n${FIRST}\nsome words\n${SECOND}`);
    expect(await readCaFile(path)).toBe(`${FIRST}\n${SECOND}\n`);
  });

  test("a file that cannot be read is an error at ca_file", async () => {
    const error = await catchRejection(readCaFile(join(directory, "missing.pem")));
    expect(error).toMatchObject({ code: "invalid_configuration", details: { argument: "ca_file" } });
    expect(error.message).toMatch(/missing\.pem.*cannot be read.*ENOENT/);
  });

  test("a file without certificates is an error", async () => {
    const error = await catchRejection(readCaFile(await write("-----BEGIN PRIVATE KEY-----")));
    expect(error.message).toContain("does not contain a certificate");
  });

  test("a certificate that cannot be parsed is an error with its number", async () => {
    const broken = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----";
    const error = await catchRejection(readCaFile(await write(`${FIRST}\n${broken}\n`)));
    expect(error.message).toContain("number 2");
    expect(error.cause).toBeDefined();
  });
});
