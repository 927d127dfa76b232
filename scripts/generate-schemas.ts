import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { FORECAST_SCHEMA } from "../src/foresight/forecast";
import { WORKLOAD_SCHEMA } from "../src/foresight/workload";

/**
 * The schemas by the name of their file. That of reports is written by hand. In what is written by hand, an
 * unknown key is a mistake; in what the command writes, a later version may add one.
 */
const SCHEMAS = {
  "forecast.schema.json": { schema: FORECAST_SCHEMA, isOpen: true },
  "workload.schema.json": { schema: WORKLOAD_SCHEMA, isOpen: false },
} as const;

/** Writes JSON schemas of the documents that the command writes and reads. */
export async function generateSchemas(_root: string, outDirectory: string): Promise<void> {
  for (const [file, { schema, isOpen }] of Object.entries(SCHEMAS)) {
    const json = z.toJSONSchema(schema, {
      override: ({ jsonSchema }) => {
        if (isOpen) delete jsonSchema.additionalProperties;
        // No number is near the limits of integers.
        if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      },
    });
    await writeFile(join(outDirectory, file), `${JSON.stringify(json, undefined, 2)}\n`);
  }
}
