/** How `workload record` works without options. */
export const RECORDING_DEFAULTS = { sinceDays: 31, everyMs: 30_000 } as const;
