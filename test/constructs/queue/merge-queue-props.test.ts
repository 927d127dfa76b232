import type { IResolvable, TerraformMetaArguments } from "cdktf";
import type {
  DataMergeQueue,
  MergeQueue,
  MergeQueueDataMetaArguments,
  MergeQueueProps,
  MergeQueuePullRequestState,
  MergeQueueSettings,
} from "../../../src/constructs";
import type { DATA_META_ARGUMENTS } from "../../../src/constructs/data/declare-data-source";
import type { TerraformExpression } from "../../../src/constructs/queue/merge-queue-settings.generated";
import type { META_ARGUMENTS } from "../../../src/constructs/queue/queue-attributes";
import { isBatchingSetting } from "../../../src/queue/batching-settings";
import type { PullRequestState } from "../../../src/queue/pull-request-state";
import {
  SETTING_NAMES,
  type SETTINGS,
  type SettingName,
  type SettingValueOf,
} from "../../../src/queue/settings";

/** `true` if each type can stand for the other. */
type Equal<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;

type Row<Name extends SettingName> = Extract<(typeof SETTINGS)[number], { name: Name }>;

/** The prop that a row of the settings table asks for. */
type PropOf<Name extends SettingName> =
  Row<Name> extends { kind: "integer" }
    ? number | undefined
    : Row<Name> extends { kind: "boolean" }
      ? boolean | IResolvable | undefined
      : Row<Name> extends { kind: "enum" }
        ? SettingValueOf<Name> | TerraformExpression | undefined
        : SettingValueOf<Name> | undefined;

/** The attribute that a row of the settings table asks for. */
type AttributeOf<Name extends SettingName> =
  Row<Name> extends { kind: "integer" }
    ? number
    : Row<Name> extends { kind: "boolean" }
      ? IResolvable
      : Row<Name> extends { kind: "enum" | "string" }
        ? string
        : Row<Name> extends { kind: "rules" }
          ? IResolvable
          : string[];

type BatchingSetting = "batch" | "batchingMinSize" | "batchingMaxWaitTimeMinutes";

type Expected = { readonly [Name in Exclude<SettingName, BatchingSetting>]?: PropOf<Name> };

type Batching = Exclude<MergeQueueProps["batching"], false | undefined>;

// A wrong line here does not compile: the props follow the settings table.
const PINNED: readonly true[] = [
  true satisfies Equal<Omit<MergeQueueSettings, "batching">, Expected>,
  true satisfies Equal<keyof MergeQueueSettings, keyof Expected | "batching">,
  true satisfies Equal<Batching["enabled"], PropOf<"batch">>,
  true satisfies Equal<Batching["minSize"], PropOf<"batchingMinSize">>,
  true satisfies Equal<Batching["maxWaitMinutes"], PropOf<"batchingMaxWaitTimeMinutes">>,
  true satisfies Equal<Pick<MergeQueue, SettingName>, { readonly [Name in SettingName]: AttributeOf<Name> }>,
  true satisfies Equal<
    Pick<DataMergeQueue, SettingName>,
    { readonly [Name in SettingName]: AttributeOf<Name> }
  >,
  true satisfies Equal<(typeof META_ARGUMENTS)[number], keyof TerraformMetaArguments>,
  true satisfies Equal<(typeof DATA_META_ARGUMENTS)[number], keyof MergeQueueDataMetaArguments>,
  true satisfies Equal<
    Exclude<keyof TerraformMetaArguments, keyof MergeQueueDataMetaArguments>,
    "provisioners" | "connection"
  >,
  true satisfies Equal<MergeQueuePullRequestState, PullRequestState>,
];

test("S-27: props, attributes and meta-arguments match the settings table and the CDK", () => {
  expect(PINNED).not.toContain(false);
  const batching: readonly string[] = SETTING_NAMES.filter(isBatchingSetting);
  expect([...batching].sort()).toEqual([
    "batch",
    "batchingMaxWaitTimeMinutes",
    "batchingMinSize",
  ] satisfies BatchingSetting[]);
});
