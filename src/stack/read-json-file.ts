import { readFile, stat } from "node:fs/promises";
import { type JsonNode, parseTerraformJson } from "../text/terraform-json";
import { UnreadError } from "./unread-error";

/** Reads a file in JSON. @throws UnreadError with line and column if it is not JSON */
export async function readJsonFile(path: string): Promise<JsonNode> {
  // Terraform takes no byte order mark, but editors on Windows write one.
  const text = (await readRegularFile(path)).replace(/^\ufeff/, "");
  return parseTerraformJson(text, (reason) => new UnreadError(reason));
}

/**
 * Reads a file as UTF-8.
 * @throws Error if it cannot be read, or is not a regular file: reading a FIFO or a device might never end
 */
export async function readRegularFile(path: string): Promise<string> {
  const stats = await stat(path);
  if (!stats.isFile()) {
    throw new Error("It is not a regular file but a directory, FIFO, socket or device, and was not read.");
  }
  return readFile(path, "utf8");
}
