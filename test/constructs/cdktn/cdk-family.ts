import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import type * as Cdktf from "cdktf";
import type * as ConstructsLibrary from "constructs";
import type * as MergeQueueConstructs from "../../../src/constructs";

const SOURCES = resolve(__dirname, "../../../src/constructs");

/** A CDK library, and the constructs that are compiled against it. */
export interface CdkFamily {
  /** The library. Both have the same surface, as far as the tests use it. */
  readonly cdk: typeof Cdktf;
  /** The library beneath. */
  readonly base: typeof ConstructsLibrary;
  readonly constructs: typeof MergeQueueConstructs;
}

/** Loads the constructs as `terraform-provider-mergequeue` has them. */
export const loadCdktf = (): CdkFamily => loadFamily("cdktf");

/** Loads the same source as `terraform-provider-mergequeue/cdktn` has it: twins replace their modules. */
export function loadCdktn(): CdkFamily {
  let family: CdkFamily | undefined;
  const twins = listTwins();
  jest.isolateModules(() => {
    for (const { module, twin } of twins) jest.doMock(module, () => jest.requireActual<object>(twin));
    family = loadFamily("cdktn");
  });
  for (const { module } of twins) jest.dontMock(module);
  if (family === undefined) throw new Error("isolateModules did not call back");
  return family;
}

/** Lists the modules that have a twin for cdktn, by absolute paths without extension. */
function listTwins(): { readonly module: string; readonly twin: string }[] {
  return readdirSync(SOURCES, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".cdktn.ts"))
    .map((path) => ({
      module: join(SOURCES, path.slice(0, -".cdktn.ts".length)),
      twin: join(SOURCES, path.slice(0, -".ts".length)),
    }));
}

function loadFamily(library: "cdktf" | "cdktn"): CdkFamily {
  return {
    cdk: jest.requireActual<typeof Cdktf>(library),
    base: jest.requireActual<typeof ConstructsLibrary>("constructs"),
    constructs: jest.requireActual<typeof MergeQueueConstructs>("../../../src/constructs"),
  };
}
