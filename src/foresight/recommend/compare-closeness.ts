import { listChangedSettings, type SimulatedSettings } from "../drive/simulated-settings";

/** How far settings are from those of now. */
interface Distance {
  /** How many settings differ. */
  readonly changes: number;
  /** How much the numbers change: the sum of the logarithms of their ratios. */
  readonly ratio: number;
}

/**
 * Compares which of two combinations is closer to the current settings: the one that changes fewer settings or,
 * with the same number of changes, changes numbers less.
 * @returns below 0 if it is `one`, above 0 if it is `other`, 0 if neither
 */
export function compareCloseness(
  now: SimulatedSettings,
  one: SimulatedSettings,
  other: SimulatedSettings,
): number {
  const [a, b] = [measureDistance(now, one), measureDistance(now, other)];
  return a.changes - b.changes || a.ratio - b.ratio;
}

function measureDistance(now: SimulatedSettings, then: SimulatedSettings): Distance {
  const changed = listChangedSettings(now, then);
  const ratios = changed.map((name) => {
    const [before, after] = [now[name], then[name]];
    // A pending failure depth may be 0.
    return typeof before === "number" && typeof after === "number"
      ? Math.abs(Math.log((after + 1) / (before + 1)))
      : 0;
  });
  return { changes: changed.length, ratio: ratios.reduce((sum, each) => sum + each, 0) };
}
