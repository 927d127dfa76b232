import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { FORECAST_SCHEMA } from "../src/foresight/forecast-schema";

/** Folder of the schemas, relative to the repository. */
export const SCHEMAS_DIRECTORY = "docs";

/** The schemas by the name of their file. That of reports is written by hand. */
const SCHEMAS = { "forecast.schema.json": FORECAST_SCHEMA } as const;

/** Whether a file of the folder is a generated schema. */
export function isGeneratedSchema(path: string): boolean {
  return Object.keys(SCHEMAS).includes(path);
}

/** Writes JSON schemas of the documents that the command writes and reads. */
export async function generateSchemas(
  root: string,
  outDirectory = join(root, SCHEMAS_DIRECTORY),
): Promise<void> {
  await mkdir(outDirectory, { recursive: true });
  for (const [file, schema] of Object.entries(SCHEMAS)) {
    const json = z.toJSONSchema(schema, {
      override: ({ jsonSchema }) => {
        keepOpen(jsonSchema);
      },
    });
    await writeFile(join(outDirectory, file), `${JSON.stringify(json, undefined, 2)}\n`);
  }
}

/** New keys may be added within a version, and no number is near the limits of integers. */
function keepOpen(schema: z.core.JSONSchema.BaseSchema): void {
  delete schema.additionalProperties;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
}
