import { join } from "node:path";
import type { ObjectValue } from "../../../src/plugin/value";
import { makeScratch } from "../../support/make-scratch";
import { assertApplyConsistent } from "./assert-apply-consistent";
import { assertPlanValid } from "./assert-plan-valid";
import { type BuiltProvider, buildTinyProvider } from "./build-tiny-provider";
import { connect } from "./connect";
import type { Given } from "./encode-object";
import { serveAt } from "./grpc-stage";
import { startProcess } from "./plugin-process";
import { listErrors, TerraformSide } from "./terraform-side";
import { createTinyServer } from "./tiny-server";

/** The resource type that most calls are about. */
export const THING = "tiny_thing";

/** The tiny provider, built, and all ways to reach it. */
export class CallsStage {
  readonly provider: BuiltProvider = buildTinyProvider();
  readonly directory: string = makeScratch();

  startInProcess(): Promise<TerraformSide> {
    return this.#configure(startInProcess(this.directory));
  }

  /** Starts the built provider in every way in which Terraform reaches one (rule G-29). */
  startAll(): Promise<readonly TerraformSide[]> {
    const { command } = this.provider;
    const starting = [
      TerraformSide.start({ command }),
      TerraformSide.start({ command, tls: false }),
      startAttached(command),
    ];
    return Promise.all(starting.map((side) => this.#configure(side)));
  }

  async #configure(starting: Promise<TerraformSide>): Promise<TerraformSide> {
    const side = await starting;
    await side.configure({ directory: this.directory });
    return side;
  }
}

/** The stage of a file's tests, and Terraform's side of the provider in the test's process. */
export let stage: CallsStage;
export let side: TerraformSide;

/** Gives the tests of a file one provider in the process of the test. */
export function onCalls(): void {
  stage = new CallsStage();
  beforeAll(async () => {
    side = await stage.startInProcess();
  });
  afterAll(async () => {
    side.client.close();
    await side.process.end();
  });
}

/** Plans and applies as Terraform does, with its checks; returns the new state. */
export async function changeThing(
  side: TerraformSide,
  given: Given | null,
  prior: ObjectValue | null = null,
): Promise<{ state: ObjectValue | null; private: Buffer }> {
  const schema = side.findSchema(THING);
  const config = given === null ? null : side.make(THING, given);
  const { planned, plannedPrivate, diagnostics } = await side.plan(THING, { prior, config });
  expect(listErrors(diagnostics)).toEqual([]);
  assertPlanValid(schema, prior, config, planned);
  const response = await side.apply(THING, { prior, planned, config, plannedPrivate });
  expect(listErrors(response.diagnostics)).toEqual([]);
  assertApplyConsistent(schema, planned, response.state);
  return response;
}

/** Attaches as with TF_REATTACH_PROVIDERS. */
async function startAttached(command: readonly string[]): Promise<TerraformSide> {
  const process = startProcess({ command, args: ["--debug"], tls: false });
  await process.firstLine;
  const address = /"String":"([^"]*)"/.exec(process.stdout())?.[1] ?? "";
  return TerraformSide.attach(
    process,
    connect({ network: "unix", address, certificate: undefined }, undefined),
  );
}

async function startInProcess(directory: string): Promise<TerraformSide> {
  const address = join(directory, "in-process");
  const end = await serveAt(address, createTinyServer());
  const process = {
    ...startProcess({ command: [globalThis.process.execPath, "-e", "0"], tls: false }),
    end: async () => {
      end();
    },
  };
  return TerraformSide.attach(
    process,
    connect({ network: "unix", address, certificate: undefined }, undefined),
  );
}
