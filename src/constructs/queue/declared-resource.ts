import { PROVIDER_TYPE, VERSION } from "../../product";
import { type Construct, TerraformResource } from "../cdk";
import { toHclAttributes } from "../values/hcl-attribute";

/** A Terraform resource of any type. Attributes are read at synth, because defaults can change until then. */
export class DeclaredResource extends TerraformResource {
  readonly #readAttributes: () => Record<string, unknown>;

  constructor(
    scope: Construct,
    id: string,
    config: ConstructorParameters<typeof TerraformResource>[2],
    readAttributes: () => Record<string, unknown>,
  ) {
    super(scope, id, config);
    this.#readAttributes = readAttributes;
  }

  protected override synthesizeAttributes(): Record<string, unknown> {
    return this.#readAttributes();
  }

  protected override synthesizeHclAttributes(): Record<string, unknown> {
    return toHclAttributes(this.#readAttributes());
  }
}

/** Requires exactly this package's version. Terraform and the CDK's command then upgrade their lock files. */
export const PROVIDER_METADATA = {
  providerName: PROVIDER_TYPE,
  providerVersion: VERSION,
  providerVersionConstraint: VERSION,
} as const;
