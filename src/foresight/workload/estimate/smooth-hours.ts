/** An hour of the week in which arrivals were counted. */
export interface CountedHour {
  /** 0 to 167. */
  readonly hourOfWeek: number;
  readonly count: number;
  /** How long this hour was seen, in hours: above 0. */
  readonly seen: number;
}

/**
 * Estimates rates by hour of the week: with the count of the hour itself, and with those of the same hour on the other working
 * days, or on the other day of the weekend, as far as these days are alike. A few weeks show each hour only a few times: from
 * their counts alone, arrivals would come in bursts that only chance has made.
 *
 * The days are compared over all hours (empirical Bayes; the rates of an hour have a gamma distribution whose variance is
 * estimated by moments).
 * @returns arrivals per hour, in the order of the hours
 */
export function smoothHours(hours: readonly CountedHour[]): number[] {
  const groups = new Map<number, CountedHour[]>();
  for (const hour of hours) groups.set(toGroup(hour), [...(groups.get(toGroup(hour)) ?? []), hour]);
  const variation = estimateVariation([...groups.values()]);
  return hours.map((hour) => {
    const group = sumUp(groups.get(toGroup(hour)) ?? [hour]);
    if (group.count === 0) return 0;
    const mean = group.count / group.seen;
    // What the other days say counts like so many hours of this one; more than they were seen they cannot say.
    const borrowed = Math.min(variation === 0 ? Infinity : 1 / (variation * mean), group.seen - hour.seen);
    if (borrowed <= 0) return hour.count / hour.seen;
    const others = (group.count - hour.count) / (group.seen - hour.seen);
    return (hour.count + borrowed * others) / (hour.seen + borrowed);
  });
}

/** Days that are probably alike: the same hour of working days, or of the weekend. */
function toGroup({ hourOfWeek }: CountedHour): number {
  const isWeekend = hourOfWeek >= 5 * 24;
  return (hourOfWeek % 24) + (isWeekend ? 24 : 0);
}

/** Estimates the squared coefficient of variation of the rates within groups, 0 or more. */
function estimateVariation(groups: readonly (readonly CountedHour[])[]): number {
  let excess = 0;
  let squares = 0;
  for (const group of groups) {
    if (group.length < 2) continue;
    const { count, seen } = sumUp(group);
    for (const hour of group) {
      const expected = (hour.seen * count) / seen;
      // The mean of the group includes the hour, so that deviations are too small by this factor.
      const freedom = 1 - hour.seen / seen;
      excess += (hour.count - expected) ** 2 / freedom - expected;
      squares += expected ** 2;
    }
  }
  return squares === 0 ? 0 : Math.max(0, excess / squares);
}

function sumUp(hours: readonly CountedHour[]): { readonly count: number; readonly seen: number } {
  return {
    count: hours.reduce((sum, { count }) => sum + count, 0),
    seen: hours.reduce((sum, { seen }) => sum + seen, 0),
  };
}
