import type { SingleMode } from "../../foresight/drive/replication";

/** How mode `single` can work. */
export const SINGLE_MODES: readonly SingleMode[] = ["one-at-a-time", "one-line"];
