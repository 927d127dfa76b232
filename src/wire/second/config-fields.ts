import * as z from "zod/mini";
import { MAX_LIST_LENGTH, SECOND_SETTINGS, type SecondSetting } from "../../queue/second-settings";
import { SETTINGS } from "../../queue/settings";
import { toWholeNumberSchema } from "../first/request-schema";
import { toSettingFields } from "../first/setting-schema";
import { limitedList } from "./request-fields";

const TEXT = z.string().check(z.minLength(1, "Must not be empty."));
const TEXTS = limitedList(TEXT, MAX_LIST_LENGTH);

/** Creates the fields of `config` in a request, under their names in the second interface. */
export function listConfigFields(): Record<string, z.ZodMiniType> {
  const fields = SETTINGS.flatMap((row) => {
    if (row.name === "state" || row.name === "mode") return [];
    const second: SecondSetting = SECOND_SETTINGS[row.name];
    return [[second.name, z.optional(toFieldSchema(row, second))] as const];
  });
  return { ...Object.fromEntries(fields), allowedBotSubmitters: z.optional(TEXTS) };
}

function toFieldSchema(
  row: (typeof SETTINGS)[number],
  { range, factor = 1, words }: SecondSetting,
): z.ZodMiniType {
  if (range !== undefined) {
    return toWholeNumberSchema(...range).check(z.multipleOf(factor, `Must be a multiple of ${factor}.`));
  }
  if (words !== undefined) return z.enum(Object.values(words));
  if (row.kind === "boolean") return z.boolean();
  if (row.kind === "string") return TEXT;
  if (row.kind === "stringSet") return TEXTS;
  const [rules] = Object.values(toSettingFields([row]));
  return z.pipe(limitedList(z.unknown(), MAX_LIST_LENGTH), rules as z.ZodMiniType<unknown, unknown[]>);
}
