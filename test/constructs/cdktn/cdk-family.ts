import type * as Cdktf from "cdktf";
import type * as ConstructsLibrary from "constructs";
import type * as MergeQueueConstructs from "../../../src/constructs";

/** A CDK library, and the constructs that are compiled against it. */
export interface CdkFamily {
  /** The library. Both have the same surface, as far as the tests use it. */
  readonly cdk: typeof Cdktf;
  /** The library beneath. */
  readonly base: typeof ConstructsLibrary;
  readonly constructs: typeof MergeQueueConstructs;
}

/** Loads the constructs as `terraform-provider-mergequeue` has them. */
export function loadCdktf(): CdkFamily {
  return loadFamily("cdktf");
}

/** Loads the same source as `terraform-provider-mergequeue/cdktn` has it: with each twin in the place of its module. */
export function loadCdktn(): CdkFamily {
  let family: CdkFamily | undefined;
  jest.isolateModules(() => {
    jest.doMock("../../../src/constructs/cdk", () =>
      jest.requireActual<object>("../../../src/constructs/cdk.cdktn"),
    );
    family = loadFamily("cdktn");
  });
  jest.dontMock("../../../src/constructs/cdk");
  if (family === undefined) throw new Error("isolateModules did not call back");
  return family;
}

function loadFamily(library: "cdktf" | "cdktn"): CdkFamily {
  return {
    cdk: jest.requireActual<typeof Cdktf>(library),
    base: jest.requireActual<typeof ConstructsLibrary>("constructs"),
    constructs: jest.requireActual<typeof MergeQueueConstructs>("../../../src/constructs"),
  };
}
