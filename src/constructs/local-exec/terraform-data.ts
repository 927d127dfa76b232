import { type Construct, type TerraformMetaArguments, TerraformResource } from "../cdk";

/** Arguments of a `terraform_data`. */
interface TerraformDataConfig extends Omit<TerraformMetaArguments, "provider"> {
  /** Stored values. A change of one updates the resource in place. */
  readonly input: Readonly<Record<string, unknown>>;
  /** Stored values. A change of one replaces the resource. */
  readonly triggersReplace: Readonly<Record<string, unknown>>;
}

/**
 * A resource of type `terraform_data`, which is built into Terraform and OpenTofu. The CDK's own class runs
 * `terraform version` whenever a stack is synthesized, and fails without Terraform.
 */
export class TerraformData extends TerraformResource {
  readonly #config: TerraformDataConfig;

  constructor(scope: Construct, id: string, config: TerraformDataConfig) {
    super(scope, id, {
      ...config,
      terraformResourceType: "terraform_data",
      terraformGeneratorMetadata: { providerName: "terraform" },
    });
    this.#config = config;
  }

  protected override synthesizeAttributes(): Record<string, unknown> {
    const { input, triggersReplace } = this.#config;
    return { input, triggers_replace: triggersReplace };
  }
}
