const UNITS = Object.entries({ d: 86_400_000, h: 3_600_000, min: 60_000, s: 1000 }).map(([name, ms]) => ({
  name,
  ms,
}));

/** Formats milliseconds in at most two units: `12 s`, `2 h 5 min`, `4 d 1 h`. Writes a negative time as 0. */
export function formatDuration(ms: number): string {
  const first = UNITS.findIndex((unit) => ms >= unit.ms);
  const unit = UNITS[first];
  if (unit === undefined) return "0 s";
  const count = Math.floor(ms / unit.ms);
  const next = UNITS[first + 1];
  const rest = next === undefined || next.name === "s" ? 0 : Math.floor((ms % unit.ms) / next.ms);
  return rest === 0 || next === undefined
    ? `${count} ${unit.name}`
    : `${count} ${unit.name} ${rest} ${next.name}`;
}
