import * as z from "zod/mini";
import { ControlError, defineWrite } from "./control-operation";

/** Makes a key of the second interface invalid, until the service is reset. */
export const REVOKE_KEY = defineWrite(
  "revokeKey",
  "Makes the key with a label invalid.",
  z.strictObject({ label: z.string() }),
  ({ keys }, { label }) => {
    if (!keys.revoke(label)) {
      throw new ControlError("not_found", `There is no key with the label ${JSON.stringify(label)}.`);
    }
    return {};
  },
);
