import type { SimulateRun } from "../../foresight/simulate";
import { count } from "../../report/describe-counts";
import { cutToWidth } from "../../report/print-table";
import { capitalize } from "../../text/capitalize";
import { formatDuration } from "../../text/format-duration";
import type { CommandContext } from "../command-session";
import { getColumns } from "../print/create-view";

/** Milliseconds between two updates of the line on a terminal, or between two new lines elsewhere. */
const INTERVAL_MS = { terminal: 200, elsewhere: 60_000 } as const;
/** Without a terminal, a comparison of this many pull requests or more is announced. Others end quickly. */
const ANNOUNCED_PULL_REQUESTS = 50_000;
/** Milliseconds after which a phase shows its remaining time. */
const ESTIMATE_AFTER_MS = 1_000;

type Simulated = Parameters<SimulateRun["runReplications"]>;

/**
 * Shows progress. On a terminal, rewrites one line. Elsewhere, writes a line each minute. Also writes a
 * line when a long comparison begins, if none was written before.
 */
export class SimulationProgress {
  /** Added to the end of the line: ` (queue 2 of 5: github.com/acme/web/main)`. */
  subject = "";
  readonly #context: CommandContext;
  #phase = "";
  #share = 0;
  #begunAtMs = 0;
  #shownAtMs: number;
  #isBegun = false;

  constructor(context: CommandContext) {
    this.#context = context;
    this.#shownAtMs = context.clock.now();
  }

  /** @param done - number of pull requests of this phase that are simulated; 0 when the phase begins */
  show(simulated: Simulated, done: number): void {
    const { clock, terminal, writeNote } = this.#context;
    const nowMs = clock.now();
    const isNew = done === 0;
    if (isNew) this.#begunAtMs = nowMs;
    this.#phase = describePhase(simulated) + this.subject;
    const total = simulated[0].reduce((sum, { pullRequests }) => sum + pullRequests, 0);
    this.#share = done / total;
    const intervalMs = terminal.isError ? INTERVAL_MS.terminal : INTERVAL_MS.elsewhere;
    const isLong = simulated[1] === "comparison" && total >= ANNOUNCED_PULL_REQUESTS;
    const isAnnounced = isNew && (terminal.isError || (isLong && !this.#isBegun));
    if (nowMs - this.#shownAtMs < intervalMs && !isAnnounced) return;
    this.#isBegun = true;
    this.#shownAtMs = nowMs;
    const state = describeState(this.#share, nowMs - this.#begunAtMs);
    const name = capitalize(this.#phase);
    const room = getColumns(this.#context, "isError") - state.length;
    writeNote(terminal.isError ? `\r\u001b[K${cutToWidth(name, room - 1)}${state}` : `${name}${state}\n`);
  }

  /** Returns a clause: `while simulating 10 replications of 2000 pull requests, at 34 %`. */
  describe(): string {
    if (this.#phase === "") return "before the simulation began";
    return `while ${this.#phase}, at ${formatShare(this.#share)}`;
  }

  /** Removes the rewritten line from a terminal. */
  end(): void {
    if (this.#context.terminal.isError && this.#phase !== "") this.#context.writeNote("\r\u001b[K");
  }
}

function describePhase([setups, phase]: Simulated): string {
  const settings = new Set(setups.map((setup) => setup.settings)).size;
  const combinations = `${count(settings, "combination")} of settings`;
  if (phase === "screening") return `trying ${combinations}`;
  if (phase === "pilot") {
    return `finding the capacity in a pilot${settings > 2 ? ` with ${combinations}` : ""}`;
  }
  // A replication may run twice: with the best estimate of the load, and with a drawn one.
  const replications = count(new Set(setups.map(({ replication }) => replication)).size, "replication");
  const each = `${replications} of ${setups[0]?.pullRequests} pull requests`;
  return `simulating ${settings === 1 ? "" : `${settings} × `}${each}`;
}

function describeState(share: number, elapsedMs: number): string {
  if (share === 0) return "";
  const leftMs = Math.ceil((elapsedMs * (1 - share)) / share / 1000) * 1000;
  const isKnown = elapsedMs >= ESTIMATE_AFTER_MS && leftMs > 0;
  return `: ${formatShare(share)}${isKnown ? `, about ${formatDuration(leftMs)} left` : ""}`;
}

/** Writes a share in whole per cent, rounded down, so that only a completed phase shows 100 %. */
function formatShare(share: number): string {
  return `${Math.floor(share * 100)} %`;
}
