import type { Evaluation, Reference, Resolution, Scope } from "../hcl/evaluate/scope";
import { Budget } from "../hcl/evaluate/scope";
import { ExpressionError, refused } from "../hcl/expression-error";
import { FUNCTIONS } from "../hcl/functions/functions";
import type { HclFunction } from "../hcl/functions/hcl-function";
import type { HclValue } from "../hcl/values/hcl-value";
import { Unresolved } from "../hcl/values/hcl-value";
import type { Configuration } from "./configuration";
import { evaluateNode } from "./evaluate-node";
import { isTriggered, toTriggered } from "./local-exec-block";
import { resolveVariable } from "./resolve-variable";
import type { GivenValue } from "./variable-values";

/** Type of the resource that is a queue. */
export const QUEUE_TYPE = "mergequeue_queue";

/** What references in a configuration mean. Everything is evaluated when it is first asked for, and once. */
export class ModuleScope implements Scope {
  readonly evaluation: Evaluation = { scope: this, budget: new Budget(), names: new Map() };
  readonly #configuration: Configuration;
  readonly #given: ReadonlyMap<string, GivenValue>;
  readonly #toQueue: (address: string) => HclValue;
  readonly #values = new Map<string, HclValue>();
  readonly #running = new Set<string>();

  /**
   * @param given - values of variables by name
   * @param toQueue - answers what a reference to a queue's block stands for
   */
  constructor(
    configuration: Configuration,
    given: ReadonlyMap<string, GivenValue>,
    toQueue: (address: string) => HclValue,
  ) {
    this.#configuration = configuration;
    this.#given = given;
    this.#toQueue = toQueue;
  }

  findFunction(name: string): HclFunction | undefined {
    return FUNCTIONS.get(name);
  }

  resolve({ root, names }: Reference): Resolution | undefined {
    const [first] = names;
    switch (root) {
      case "var":
        return { value: this.#findVariable(first ?? ""), used: 1 };
      case "local":
        return { value: this.#findLocal(first ?? ""), used: 1 };
      case "path":
        return { value: this.#findPath(first ?? ""), used: 1 };
      case "terraform":
        return { value: this.#findTerraformValue(first ?? ""), used: 1 };
      case "data":
      case "ephemeral":
        return {
          value: new Unresolved(`${[root, ...names.slice(0, 2)].join(".")} is read by Terraform only`),
          used: names.length,
        };
      case "module":
        return { value: new Unresolved(`module.${first ?? ""} is not followed here`), used: names.length };
      case "self":
        return { value: new Unresolved("self is known to Terraform only"), used: names.length };
      case "each":
        throw refused("each means something in a block with for_each only");
      case "count":
        throw refused("count means something in a block with count only");
      default:
        return first === undefined ? undefined : this.#findResource(`${root}.${first}`);
    }
  }

  #findVariable(name: string): HclValue {
    const block = this.#configuration.variables.get(name);
    if (block === undefined) throw refused(`there is no variable ${name} in this configuration`);
    return this.#once(`var.${name}`, () => resolveVariable(name, block, this.#given.get(name)));
  }

  #findLocal(name: string): HclValue {
    const local = this.#configuration.locals.get(name);
    if (local === undefined) throw refused(`there is no local value ${name} in this configuration`);
    return this.#once(`local.${name}`, () => evaluateNode(local.node, this.evaluation));
  }

  #findPath(name: string): HclValue {
    if (name === "module" || name === "root") return ".";
    if (name === "cwd") return this.#configuration.directory;
    throw refused(`there is no path.${name}`);
  }

  #findTerraformValue(name: string): HclValue {
    if (name === "workspace") return this.#configuration.workspace.normalize("NFC");
    throw refused(`there is no terraform.${name}`);
  }

  #findResource(address: string): Resolution {
    const block = this.#configuration.resources.get(address);
    if (block === undefined) throw refused(`there is no resource ${address} in this configuration`);
    if (isTriggered(block)) {
      return { value: this.#once(address, () => toTriggered(address, block, this.evaluation)), used: 1 };
    }
    if (!address.startsWith(`${QUEUE_TYPE}.`)) {
      return { value: new Unresolved(`${address} is managed by Terraform, and known to it alone`), used: 1 };
    }
    return { value: this.#once(address, () => this.#toQueue(address)), used: 1 };
  }

  /** Evaluates a named value once. What fails there fails for everybody, so that `try` does not hide it. */
  #once(address: string, evaluate: () => HclValue): HclValue {
    const known = this.#values.get(address);
    if (known !== undefined) return known;
    if (this.#running.has(address))
      throw refused(`${address} refers to itself: ${[...this.#running, address].join(" → ")}`);
    this.#running.add(address);
    try {
      const value = this.evaluation.budget.descend(evaluate);
      this.#values.set(address, value);
      return value;
    } catch (error) {
      if (!(error instanceof ExpressionError) || error.fault === "refused") throw error;
      throw refused(`${address}: ${error.message}`);
    } finally {
      this.#running.delete(address);
    }
  }
}
