/** A list attached to a construct. All copies of this package share it. */
export class KeptList<T> {
  readonly #key: symbol;

  /** @param name - identifies the list among all copies of this package */
  constructor(name: string) {
    this.#key = Symbol.for(`terraform-provider-mergequeue/${name}`);
  }

  /** Returns the elements at a construct, in order. */
  list(construct: object): readonly T[] {
    return this.#tryFind(construct) ?? [];
  }

  /** Adds an element at a construct. @returns whether it is the first one */
  add(construct: object, element: T): boolean {
    const elements = this.#tryFind(construct);
    if (elements === undefined) Object.defineProperty(construct, this.#key, { value: [element] });
    else elements.push(element);
    return elements === undefined;
  }

  #tryFind(construct: object): T[] | undefined {
    return (construct as Readonly<Record<symbol, T[] | undefined>>)[this.#key];
  }
}
