import { valuesEqual } from "../../../src/plugin/fingerprint-value";
import { toObjectType } from "../../../src/plugin/to-object-type";
import { isWhollyKnown, type ObjectValue } from "../../../src/plugin/value";
import { assertApplyConsistent, assertPlanRepeated } from "../../plugin/support/assert-apply-consistent";
import { assertPlanValid } from "../../plugin/support/assert-plan-valid";
import { conformsTo } from "../../plugin/support/conforms-to";
import {
  listErrors,
  type PlanResponse,
  type StateResponse,
  type TerraformSide,
} from "../../plugin/support/terraform-side";

/** The action of a plan on a resource. */
export type Action = "no-op" | "create" | "update" | "replace" | "delete";

/** A change that was planned, to be applied as it is. */
export interface Change {
  readonly action: Action;
  /** The configuration that was planned, unknown values and all; null for a destroy. */
  readonly config: ObjectValue | null;
  readonly planned: ObjectValue | null;
  readonly plannedPrivate: Buffer;
  /** Paths whose change makes a new object, with dots. */
  readonly requiresReplace: readonly string[];
  readonly warnings: readonly string[];
}

/** What Terraform keeps of a resource. */
export interface SavedResource {
  readonly state: ObjectValue | null;
  readonly private: Buffer;
  readonly isTainted: boolean;
}

/** How to plan. */
export interface PlanOptions {
  /** Whether the object is replaced regardless of changes, as with `-replace`. Default: false. */
  readonly isReplaced?: boolean;
}

const NO_BYTES: Buffer = Buffer.alloc(0);

/**
 * One resource through its lifecycle, as Terraform core drives it: it passes state and private state from
 * call to call, plans twice where core does, and checks every response by core's rules.
 */
export class CoreResource {
  state: ObjectValue | null = null;
  private: Buffer = NO_BYTES;
  /** Set after a create that failed halfway, or by `terraform taint`. */
  isTainted = false;
  readonly #side: TerraformSide;
  readonly #typeName: string;

  constructor(side: TerraformSide, typeName: string) {
    this.#side = side;
    this.#typeName = typeName;
  }

  /** Whether Terraform has the resource in its state. */
  get exists(): boolean {
    return this.state !== null;
  }

  /** Returns what Terraform keeps of it. */
  save(): SavedResource {
    return { state: this.state, private: this.private, isTainted: this.isTainted };
  }

  /** Restores an earlier copy of it. */
  restore(saved: SavedResource): void {
    this.state = saved.state;
    this.private = saved.private;
    this.isTainted = saved.isTainted;
  }

  /**
   * Reads the current state (rules C-60, C-61).
   * @returns the warnings
   * @throws Error for an error diagnostic, or for a response that core would refuse
   */
  async refresh(): Promise<readonly string[]> {
    if (this.state === null) return [];
    const response = await this.#side.read(this.#typeName, this.state, this.private);
    requireNoErrors("read", response);
    this.#requireState("Provider produced invalid object", response.state);
    this.state = response.state;
    this.private = response.private;
    if (response.state === null) this.isTainted = false;
    return listTexts(response);
  }

  /** Imports, and reads what was imported (rule C-66). @returns what core would print if it failed */
  async import(id: string): Promise<readonly string[]> {
    const [stub] = await this.#side.import(this.#typeName, id);
    const errors = listErrors(stub?.diagnostics ?? []);
    if (errors.length > 0) return errors;
    if (stub === undefined || stub.state === null)
      throw new Error("C-66: nothing was imported without an error");
    this.#requireState("Provider returned invalid import", stub.state);
    this.state = stub.state;
    this.private = stub.private;
    await this.refresh();
    return this.exists ? [] : ["Cannot import non-existent remote object"];
  }

  /**
   * Plans (rules C-30 to C-41).
   * @param config - null to destroy
   * @throws Error for an error diagnostic, or for a response that core would refuse
   */
  async plan(config: ObjectValue | null, { isReplaced = false }: PlanOptions = {}): Promise<Change> {
    if (config === null) return this.#planDestroy();
    // A tainted resource is planned as if it did not exist (rule C-35), and replaced.
    if (this.isTainted) return toChange("replace", config, await this.#planChecked(null, NO_BYTES, config));
    const prior = this.state;
    const first = await this.#planChecked(prior, this.private, config);
    const { requiresReplace } = first;
    // Core ignores the paths on a create (rule C-33).
    if (prior !== null && (isReplaced || requiresReplace.length > 0)) {
      const second = await this.#planChecked(null, first.plannedPrivate, config);
      return { ...toChange("replace", config, second), requiresReplace };
    }
    return toChange(this.#findAction(prior, first.planned), config, first);
  }

  /**
   * Applies a change (rules C-50 to C-57).
   * @param config - the planned configuration with its unknown values resolved; null to destroy
   * @returns the errors of the provider
   * @throws Error for a response that core would refuse
   */
  async apply(change: Change, config: ObjectValue | null): Promise<readonly string[]> {
    if (change.action === "no-op") return [];
    if (change.action === "delete" || change.action === "replace") {
      const errors = await this.#destroy(change.plannedPrivate);
      if (errors.length > 0 || config === null) return errors;
    }
    if (config === null) throw new Error("Only a destroy has no configuration.");
    const prior = this.state;
    const final = await this.#planChecked(prior, this.private, config);
    assertPlanRepeated(this.#schema, change.planned, final.planned);
    if (prior !== null && final.requiresReplace.length > 0)
      throw new Error("An update became a replacement.");
    // An update may turn out to change nothing, once everything is known (rule C-36).
    if (this.#findAction(prior, final.planned) === "no-op") return [];
    const response = await this.#side.apply(this.#typeName, {
      prior,
      planned: final.planned,
      config,
      plannedPrivate: final.plannedPrivate,
    });
    if (response.legacyTypeSystem) throw new Error("C-38: an apply claims the legacy type system");
    const errors = listErrors(response.diagnostics);
    if (errors.length === 0) assertApplyConsistent(this.#schema, final.planned, response.state);
    else this.#requireState("Provider returned invalid result object after apply", response.state);
    // After an error without a state, the former state is kept (rule C-55).
    if (errors.length > 0 && response.state === null) return errors;
    this.isTainted = errors.length > 0 && prior === null;
    this.state = response.state;
    this.private = response.private;
    return errors;
  }

  async #planDestroy(): Promise<Change> {
    const response = await this.#side.plan(this.#typeName, {
      prior: this.state,
      config: null,
      priorPrivate: this.private,
    });
    requireNoErrors("destroy plan", response);
    if (response.planned !== null) throw new Error("C-41: planned a non-null destroy value");
    return toChange(this.state === null ? "no-op" : "delete", null, response);
  }

  async #destroy(plannedPrivate: Buffer): Promise<readonly string[]> {
    const response = await this.#side.apply(this.#typeName, {
      prior: this.state,
      planned: null,
      config: null,
      plannedPrivate,
    });
    const errors = listErrors(response.diagnostics);
    // After an error core keeps the state, whatever the response (rule C-56), not private state (rule C-57).
    this.private = response.private;
    if (errors.length > 0) return errors;
    assertApplyConsistent(this.#schema, null, response.state);
    this.state = null;
    this.private = NO_BYTES;
    this.isTainted = false;
    return [];
  }

  async #planChecked(
    prior: ObjectValue | null,
    priorPrivate: Buffer,
    config: ObjectValue,
  ): Promise<PlanResponse> {
    const response = await this.#side.plan(this.#typeName, { prior, config, priorPrivate });
    requireNoErrors("plan", response);
    if (response.legacyTypeSystem) throw new Error("C-38: a plan claims the legacy type system");
    assertPlanValid(this.#schema, prior, config, response.planned);
    const again = await this.#side.plan(this.#typeName, { prior, config, priorPrivate });
    if (
      !this.#isSame(response.planned, again.planned) ||
      !response.plannedPrivate.equals(again.plannedPrivate) ||
      response.requiresReplace.join() !== again.requiresReplace.join()
    ) {
      throw new Error("C-36: two plans of the same differ");
    }
    return response;
  }

  #findAction(prior: ObjectValue | null, planned: ObjectValue | null): Action {
    if (prior === null) return "create";
    return this.#isSame(prior, planned) ? "no-op" : "update";
  }

  #isSame(a: ObjectValue | null, b: ObjectValue | null): boolean {
    return valuesEqual(a, b, toObjectType(this.#schema.attributes));
  }

  get #schema() {
    return this.#side.findSchema(this.#typeName);
  }

  #requireState(what: string, state: ObjectValue | null): void {
    const faults = conformsTo(state, this.#schema);
    if (!isWhollyKnown(state)) faults.push("something in it is unknown");
    if (faults.length > 0) throw new Error(`${what}:\n- ${faults.join("\n- ")}`);
  }
}

function toChange(action: Action, config: ObjectValue | null, response: PlanResponse): Change {
  const { planned, plannedPrivate, requiresReplace } = response;
  return { action, config, planned, plannedPrivate, requiresReplace, warnings: listTexts(response) };
}

function requireNoErrors(what: string, { diagnostics }: Pick<StateResponse, "diagnostics">): void {
  const errors = listErrors(diagnostics);
  if (errors.length > 0) throw new Error(`The ${what} failed:\n- ${errors.join("\n- ")}`);
}

function listTexts({ diagnostics }: Pick<StateResponse, "diagnostics">): string[] {
  return diagnostics.map(({ summary, detail }) => `${summary}: ${detail}`);
}
