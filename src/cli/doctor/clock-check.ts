import { formatDuration } from "../../text/format-duration";
import type { CommandContext } from "../command-session";
import { type Finding, ok, problem, skipped, warning } from "./check";

/** Less is the delay of a response. */
const NOTABLE_MS = 60_000;

/** From here on, signed requests and short-lived tokens are refused by usual services. */
const HARMFUL_MS = 300_000;

/**
 * Compares this machine's clock with the service's.
 * @param aheadMs - milliseconds by which this machine's is ahead; undefined if no response had a date
 */
export function checkClock(
  aheadMs: number | undefined,
  { nowMs, platform }: Pick<CommandContext, "nowMs" | "platform">,
): Finding {
  if (aheadMs === undefined) return skipped("no response with a date to compare with");
  const differenceMs = Math.abs(aheadMs);
  if (differenceMs < NOTABLE_MS) return ok("within a minute of the service's");
  const find = differenceMs < HARMFUL_MS ? warning : problem;
  const shown = new Date(nowMs()).toISOString().slice(0, 19);
  return find(
    `This machine's clock is ${formatDuration(differenceMs)} ${aheadMs > 0 ? "ahead of" : "behind"} the service's: it shows ${shown}Z.`,
    "",
    toSetClockCommand(platform),
  );
}

/** Returns the command that sets the machine's clock. */
export function toSetClockCommand(platform: NodeJS.Platform): string {
  switch (platform) {
    case "darwin":
      return "sudo sntp -sS time.apple.com";
    case "win32":
      return "w32tm /resync";
    default:
      return "sudo timedatectl set-ntp true";
  }
}
