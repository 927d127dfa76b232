import { findSecondProblem, SECOND_SETTINGS, type SecondSetting } from "../../src/queue/second-settings";
import type { QueueSettings, SettingName, SettingValue } from "../../src/queue/settings";
import { OPERATIONS, type OperationName } from "../../src/wire/first/operations";

/** The differences between the interfaces of a service that a client sees. */
export interface Face {
  readonly operations: readonly OperationName[];
  /** Smallest and largest number of a pull request. */
  readonly numbers: readonly [number, number];
  /** Smallest and largest value of a setting. */
  readonly getRange: (setting: SettingName, max: number) => readonly [number, number];
  /** Whether a setting takes a value. */
  readonly isTaken: (setting: SettingName, value: SettingValue) => boolean;
  /** Updates that leave a queue without required statuses of its own. */
  readonly clearing: readonly (QueueSettings & { readonly deleteRequiredStatuses?: boolean })[];
  /** Whether the response to an update always has all settings. */
  readonly showsAllOnUpdate: boolean;
}

const NAMES = Object.keys(OPERATIONS) as OperationName[];

/** The interfaces, by name. Comments explain the differences. */
export const FACES = {
  first: {
    operations: NAMES,
    numbers: [0, 4_294_967_295],
    // The interface excludes 0, which live services take.
    getRange: (_setting, max) => [1, max],
    isTaken: () => true,
    // Live services ignore an empty list. On other services, it overrides the inherited one.
    clearing: [{ deleteRequiredStatuses: true }],
    showsAllOnUpdate: true,
  },
  second: {
    // It cannot upload CI events.
    operations: NAMES.filter((name) => name !== "trackEvents"),
    // Numbers of the code host begin with 1.
    numbers: [1, 10_000_000],
    // Its published bounds are narrower, except that 0 switches a setting off.
    getRange: (setting) => {
      const { range = [0, 0], factor = 1 }: SecondSetting =
        SECOND_SETTINGS[setting as keyof typeof SECOND_SETTINGS];
      return [range[0] / factor, range[1] / factor];
    },
    // A label must not be empty.
    isTaken: (setting, value) => findSecondProblem(setting, value) === undefined,
    // An empty list means that the queue has no own list, so nothing expresses "none is required".
    clearing: [{ deleteRequiredStatuses: true }, { requiredStatuses: [] }],
    // Pause, resume, drain and switch-modes show only the state, and an empty update is not sent.
    showsAllOnUpdate: false,
  },
} as const satisfies Readonly<Record<string, Face>>;

export type FaceName = keyof typeof FACES;
