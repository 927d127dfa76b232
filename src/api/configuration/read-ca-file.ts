import { X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import { MergeQueueError } from "../../queue/merge-queue-error";

const PEM_CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/**
 * Reads the file of the argument `ca_file`: certificates in PEM form; anything else in the file is left out.
 * @throws MergeQueueError `invalid_configuration` if the file cannot be read or contains no certificate
 */
export async function readCaFile(path: string): Promise<string> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    throw refuse(
      path,
      `cannot be read: ${(error as Error).message}. Check the path and its permissions`,
      error,
    );
  }
  const certificates = text.match(PEM_CERTIFICATE) ?? [];
  if (certificates.length === 0) {
    throw refuse(path, "does not contain a certificate in PEM form (-----BEGIN CERTIFICATE-----)");
  }
  for (const [index, certificate] of certificates.entries()) {
    try {
      new X509Certificate(certificate);
    } catch (error) {
      throw refuse(path, `contains a certificate that cannot be parsed: number ${index + 1}`, error);
    }
  }
  return `${certificates.join("\n")}\n`;
}

function refuse(path: string, problem: string, cause?: unknown): MergeQueueError {
  const message = `The file of certificates ${JSON.stringify(path)} ${problem}.`;
  return new MergeQueueError("invalid_configuration", message, { argument: "ca_file" }, cause);
}
