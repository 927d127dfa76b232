import type { SensitiveParameter } from "../forecast";
import { createLoadSource, type LoadInputs } from "../load-source";
import type { PairOptions } from "../run-pairs";
import type { QueueWorkload } from "../workload/workload-schema";

/** One end of what a parameter may be. */
export interface LoadEnd {
  /** The parameter there; for arrivals, the factor. */
  readonly value: number;
  /** Returns the load of a replication: everything else is drawn as without this end. */
  readonly drawLoad: PairOptions["drawLoad"];
}

/** Both ends of what a parameter may be. */
export interface LoadRange {
  readonly parameter: SensitiveParameter;
  readonly low: LoadEnd;
  readonly high: LoadEnd;
}

const SHARES = ["failureRate", "flakeRate", "conflictRate"] as const;

/** Arrivals of the future may lie far outside the interval of the past. */
const ARRIVAL_FACTORS = { low: 0.5, high: 2 } as const;

/**
 * Lists the ends at which a forecast is tried. Arrivals are halved and doubled, unless they are saturated. Other parameters of the
 * workload have the ends of their intervals; those without an interval, and numbers given by hand, are left out.
 */
export function listLoadRanges(inputs: LoadInputs): LoadRange[] {
  return [
    ...SHARES.flatMap((name) => listFixed(inputs, name)),
    ...listTestMinutes(inputs),
    ...listFixed(inputs, "ciSlots"),
    ...listArrivals(inputs),
  ];
}

function listFixed(inputs: LoadInputs, parameter: (typeof SHARES)[number] | "ciSlots"): LoadRange[] {
  const { workload, given } = inputs;
  const estimate = workload?.[parameter];
  if (workload === undefined || estimate === undefined || given[parameter] !== undefined) return [];
  const fix = (value: number): LoadEnd => ({
    value,
    drawLoad: drawFrom(inputs, { ...workload, [parameter]: { ...estimate, value, low: value, high: value } }),
  });
  return toRange(parameter, estimate, fix);
}

function listTestMinutes(inputs: LoadInputs): LoadRange[] {
  const { workload, given } = inputs;
  const estimate = workload?.testMinutes;
  if (workload === undefined || estimate === undefined || given.testMinutes !== undefined) return [];
  const scale = (value: number): LoadEnd => {
    const minutes = estimate.minutes.map((each) => (each * value) / estimate.value);
    return {
      value,
      drawLoad: drawFrom(inputs, { ...workload, testMinutes: { ...estimate, value, minutes } }),
    };
  };
  return toRange("testMinutes", estimate, scale);
}

function toRange(
  parameter: SensitiveParameter,
  { low, high }: { readonly low: number; readonly high: number },
  toEnd: (value: number) => LoadEnd,
): LoadRange[] {
  return low < high ? [{ parameter, low: toEnd(low), high: toEnd(high) }] : [];
}

function drawFrom(inputs: LoadInputs, workload: QueueWorkload): LoadEnd["drawLoad"] {
  return createLoadSource({ ...inputs, workload }).drawLoad;
}

function listArrivals(inputs: LoadInputs): LoadRange[] {
  const { given, arrivalFactor = 1 } = inputs;
  const { arrivals } = given;
  if (arrivals?.kind === "saturated") return [];
  const scale = (value: number): LoadEnd => {
    const scaled = scaleGiven(arrivals, value);
    return {
      value,
      drawLoad: createLoadSource({
        ...inputs,
        given: { ...given, ...(scaled === undefined ? {} : { arrivals: scaled }) },
        arrivalFactor: arrivalFactor * value,
      }).drawLoad,
    };
  };
  return [{ parameter: "arrivals", low: scale(ARRIVAL_FACTORS.low), high: scale(ARRIVAL_FACTORS.high) }];
}

type GivenArrivals = LoadInputs["given"]["arrivals"];

function scaleGiven(arrivals: GivenArrivals, factor: number): GivenArrivals {
  switch (arrivals?.kind) {
    case "poisson":
      return { ...arrivals, perHour: arrivals.perHour * factor };
    case "weekly":
      return { ...arrivals, perHour: arrivals.perHour.map((rate) => rate * factor) };
    default:
      return arrivals;
  }
}
