import { listChangedSettings, type SimulatedSettings } from "../drive/simulated-settings";

/**
 * Compares which of two combinations is closer to the current settings: the one that changes fewer of them or, if equal,
 * changes numbers less, by the sum of the logarithms of their ratios.
 * @returns below 0 if it is `one`, above 0 if it is `other`, 0 if neither
 */
export function compareCloseness(
  now: SimulatedSettings,
  one: SimulatedSettings,
  other: SimulatedSettings,
): number {
  const changes = listChangedSettings(now, one).length - listChangedSettings(now, other).length;
  return changes || measureRatio(now, one) - measureRatio(now, other);
}

function measureRatio(now: SimulatedSettings, then: SimulatedSettings): number {
  return listChangedSettings(now, then).reduce((sum, name) => {
    const [before, after] = [now[name], then[name]];
    if (typeof before !== "number" || typeof after !== "number") return sum;
    // A pending failure depth may be 0.
    return sum + Math.abs(Math.log((after + 1) / (before + 1)));
  }, 0);
}
