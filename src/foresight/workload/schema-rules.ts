import * as z from "zod";
import { isMergeQueueError } from "../../queue/merge-queue-error";
import { parseQueueId } from "../../queue/parse-queue-id";
import { toIdentityKey } from "../../queue/queue-identity";
import { tryFindSetting } from "../../queue/settings";
import { quote } from "../../text/quote";
import type { Estimate } from "../measures";
import { SIMULATED_SETTING_NAMES, type SimulatedSettings } from "../simulated-settings";

/** The sum of shares may differ from 1 by this much, because files contain rounded numbers. */
const SHARE_TOLERANCE = 0.01;

/** Creates messages for values that are missing or break a rule. @param rule - sentence without full stop */
export function describeRule(rule: string): z.core.$ZodErrorMap {
  return ({ input }) => (input === undefined ? "Is missing." : `${rule}, got ${quote(input)}.`);
}

interface NumberRange {
  readonly min: number;
  readonly max: number;
  /** The number's name in messages. The default is `a whole number`, which also refuses fractions. */
  readonly what?: string;
  /** Whether 0 is allowed, in addition to the numbers of the range. Default: no */
  readonly mayBeZero?: boolean;
  readonly description?: string;
}

/** Makes the schema of a number. Every message contains the whole rule and the value. */
export function makeNumber({ min, max, what, mayBeZero = false, description }: NumberRange): z.ZodNumber {
  const error = describeRule(
    `Must be ${what ?? "a whole number"} from ${min} to ${max}${mayBeZero ? ", or 0" : ""}`,
  );
  const isValid = (value: number): boolean =>
    (value >= min && value <= max && (what !== undefined || Number.isInteger(value))) ||
    (mayBeZero && value === 0);
  return z
    .number({ error })
    .refine(isValid, { error })
    .meta({
      minimum: mayBeZero ? 0 : min,
      maximum: max,
      ...(what === undefined ? { multipleOf: 1 } : {}),
      ...(description === undefined ? {} : { description }),
    });
}

/** Returns the schemas of a number and of the ends of its 95 % interval. @param bound - schema of the ends */
export function makeInterval(value: z.ZodNumber, bound = value): Record<keyof Estimate, z.ZodNumber> {
  return {
    value,
    low: bound.meta({ ...bound.meta(), description: "Lower end of the 95 % interval." }),
    high: bound.meta({ ...bound.meta(), description: "Upper end of the 95 % interval." }),
  };
}

export function checkOrder({ value, issues }: z.core.ParsePayload<Estimate>): void {
  if (value.low <= value.value && value.value <= value.high) return;
  issues.push({ code: "custom", continue: true, message: "Must be low <= value <= high.", input: value });
}

export function checkSum({ value, issues }: z.core.ParsePayload<Estimate[]>): void {
  const sum = value.reduce((total, share) => total + share.value, 0);
  if (Math.abs(sum - 1) <= SHARE_TOLERANCE) return;
  const message = `The shares must add up to 1, not ${Number(sum.toFixed(4))}.`;
  issues.push({ code: "custom", continue: true, message, input: value });
}

export function checkDistinct<Item>(what: string, toKey: (item: Item) => unknown): z.core.CheckFn<Item[]> {
  return ({ value, issues }) => {
    const seen = new Set<unknown>();
    for (const [index, input] of value.entries()) {
      const [key, message] = [toKey(input), `Repeats ${what}.`];
      if (seen.has(key)) issues.push({ code: "custom", continue: true, path: [index], message, input });
      seen.add(key);
    }
  };
}

export function checkQueueId({ value, issues }: z.core.ParsePayload<string>): void {
  try {
    parseQueueId(value);
  } catch (error) {
    if (!isMergeQueueError(error)) throw error;
    issues.push({ code: "custom", continue: true, message: error.message, input: value });
  }
}

/** Returns the key of a queue id. Returns an invalid id as it is: {@link checkQueueId} reports it. */
export function toQueueKey(queue: string): string {
  try {
    return toIdentityKey(parseQueueId(queue));
  } catch {
    return queue;
  }
}

/** Schema of the settings that a simulation uses, by wire name. */
export const SIMULATED_SETTINGS_SCHEMA = z.strictObject(
  Object.fromEntries(SIMULATED_SETTING_NAMES.map((name) => [name, toSettingSchema(name)])),
) as unknown as z.ZodType<SimulatedSettings>;

function toSettingSchema(name: keyof SimulatedSettings): z.ZodType {
  const setting = tryFindSetting(name);
  if (setting?.kind === "enum") return z.enum(setting.values);
  // A service may show a 0, although it cannot be requested.
  return setting?.kind === "integer" ? z.int().min(0).max(setting.max) : z.boolean();
}
