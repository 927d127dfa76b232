import { rollUpTypes } from "../build/roll-up-types";

/** Gate: compares the public surface with the committed reports. */
export async function checkApiReport(root: string): Promise<string> {
  try {
    await rollUpTypes(root, { report: "compare" });
    return "";
  } catch (error) {
    return `${error instanceof Error ? error.message : String(error)}\nIf the change is meant: npm run build -- --update-api-report`;
  }
}
