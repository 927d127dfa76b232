import { type Construct, type TerraformMetaArguments, TerraformResource } from "../cdk";

interface TerraformDataConfig extends Omit<TerraformMetaArguments, "provider"> {
  /** Stored values. A change of one updates the resource in place. */
  readonly input: Readonly<Record<string, unknown>>;
  /** Stored values. A change of one replaces the resource. */
  readonly triggersReplace: Readonly<Record<string, unknown>>;
}

/** Own class: the CDK's runs `terraform version` at each synth, and fails without Terraform. */
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
