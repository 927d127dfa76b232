/** A list that is kept with a construct, and is the same one for every copy of this package. */
export class KeptList<T> {
  readonly #key: symbol;

  /** @param name - what the list is known by among the copies of this package */
  constructor(name: string) {
    this.#key = Symbol.for(`terraform-provider-mergequeue/${name}`);
  }

  /** Answers what was added at a construct, in order. */
  list(construct: object): readonly T[] {
    return this.#tryFind(construct) ?? [];
  }

  /**
   * Adds an element at a construct.
   * @returns whether it is the first one there
   */
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
