import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { MergeQueueError } from "../../queue/merge-queue-error";
import { quote } from "../../text/quote";
import type { CommandContext } from "../command-session";
import { type InputContext, readInputFile, STANDARD_INPUT } from "./read-input-file";

const READABLE_BY_OTHERS = 0o044;

/** Longest token file in bytes: far more than the header can carry. */
const MAX_TOKEN_BYTES = 64 * 1024;

/** A token that was read from a file, and a sentence to warn with. */
export interface TokenFile {
  readonly token: string;
  readonly warning: string | undefined;
}

/**
 * Reads the file that `--token-file` names: a token and nothing else, white space around it aside.
 * @param file - path, or `-` for standard input
 * @throws MergeQueueError `invalid_configuration` if it cannot be read or is empty
 */
export async function readTokenFile(
  context: InputContext & Pick<CommandContext, "platform">,
  file: string,
): Promise<TokenFile> {
  const text = await readInputFile(context, file, "The token file", "invalid_configuration", MAX_TOKEN_BYTES);
  const token = text.trim();
  if (token === "") {
    const where = file === STANDARD_INPUT ? "Standard input" : `The token file ${quote(file)}`;
    const message = `${where} is empty. Put an API token of your organization into it, and nothing else.`;
    throw new MergeQueueError("invalid_configuration", message, { argument: "token" });
  }
  return { token, warning: await findWarning(context, file) };
}

async function findWarning(
  { platform, workingDirectory }: Pick<CommandContext, "platform" | "workingDirectory">,
  file: string,
): Promise<string | undefined> {
  // Windows has no such bits, and a pipe is gone once it has been read.
  if (file === STANDARD_INPUT || platform === "win32") return undefined;
  const stats = await stat(resolve(workingDirectory, file));
  if (!stats.isFile() || (stats.mode & READABLE_BY_OTHERS) === 0) return undefined;
  return `Other users of this machine can read the token file ${quote(file)}. Run chmod 600 on it.`;
}
