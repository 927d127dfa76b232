import type { IConstruct } from "../cdk";

/** A list attached to a construct. All copies of this package share it. */
export class KeptList<T> {
  readonly #key: symbol;

  /** @param name - identifies the list among all copies of this package */
  constructor(name: string) {
    this.#key = Symbol.for(`terraform-provider-mergequeue/${name}`);
  }

  list(construct: object): readonly T[] {
    return (construct as Readonly<Record<symbol, readonly T[] | undefined>>)[this.#key] ?? [];
  }

  /** Adds an element at a construct. @param validate - checks the list at synth, as one for all elements */
  add<C extends IConstruct>(construct: C, element: T, validate?: (construct: C) => string[]): void {
    const value = [...this.list(construct), element];
    Object.defineProperty(construct, this.#key, { value, configurable: true });
    if (value.length === 1 && validate !== undefined)
      construct.node.addValidation({ validate: () => validate(construct) });
  }
}
