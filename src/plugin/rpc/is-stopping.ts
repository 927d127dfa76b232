import type { Diagnostic } from "../diagnostic";

/** Refuses a change that was asked for while the process ends. */
export const IS_STOPPING: Diagnostic = {
  severity: "error",
  summary: "Provider is stopping",
  detail: "The provider was told to stop before it started this change. Nothing was changed. Run this again.",
};
