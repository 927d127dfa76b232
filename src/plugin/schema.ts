/** Type of a plain attribute, in Terraform's type system. */
export type AttributeType =
  | "string"
  | "number"
  | "bool"
  | "dynamic"
  | { readonly list: AttributeType }
  | { readonly set: AttributeType }
  | { readonly map: AttributeType }
  | { readonly tuple: readonly AttributeType[] }
  | ObjectType;

/** The type of an object with exactly these attributes. */
export interface ObjectType {
  readonly object: { readonly [name: string]: AttributeType };
}

interface AttributeBase {
  /** Markdown for users: meaning, unit, range, default. */
  readonly description: string;
  readonly required?: true;
  readonly optional?: true;
  /** The provider sets this attribute if the configuration does not. */
  readonly computed?: true;
  /** The attribute's value never appears in Terraform's output or in a diagnostic. */
  readonly sensitive?: true;
}

/** An attribute with a plain type. */
export interface PlainAttribute extends AttributeBase {
  readonly type: AttributeType;
}

/** An attribute with nested attributes: `repo = { host = … }`. */
export interface NestedAttribute extends AttributeBase {
  readonly nesting: "single" | "list";
  readonly attributes: Attributes;
}

/** One attribute of a schema. It has either a type or nested attributes. */
export type Attribute = PlainAttribute | NestedAttribute;

export type Attributes = { readonly [name: string]: Attribute };

/** Schema of a provider, resource or data source. */
export interface Schema {
  /** Version of the state's shape, 0 or more. It is raised only when old states need an upgrade. */
  readonly version: number;
  /** Markdown for users: what the provider, resource or data source is. */
  readonly description: string;
  readonly attributes: Attributes;
}
