import type { IConstruct } from "../cdk";

/** A list that is attached to a construct, and that all copies of this package share. */
export class KeptList<T> {
  readonly #key: symbol;
  readonly #validate: (construct: IConstruct) => string[];

  /** @param name - a name unique in this package @param validate - checks the whole list at synth */
  constructor(name: string, validate: (construct: IConstruct) => string[] = () => []) {
    this.#key = Symbol.for(`terraform-provider-mergequeue/${name}`);
    this.#validate = validate;
  }

  list(construct: object): readonly T[] {
    return (construct as Readonly<Record<symbol, readonly T[] | undefined>>)[this.#key] ?? [];
  }

  add(construct: IConstruct, element: T): void {
    const value = [...this.list(construct), element];
    Object.defineProperty(construct, this.#key, { value, configurable: true });
    if (value.length === 1) construct.node.addValidation({ validate: () => this.#validate(construct) });
  }
}
