/** Pairs of changes that pass their tests alone, but not together. The first one that merges breaks the other. */
export class Conflicts {
  /** The conflicting changes of each change in the queue, by number. None is empty. */
  readonly #partners = new Map<number, readonly number[]>();

  add(one: number, other: number): void {
    this.#partners.set(one, [...this.#list(one), other]);
    this.#partners.set(other, [...this.#list(other), one]);
  }

  /** Tells whether a change conflicts with one that is in the queue. */
  has(number: number): boolean {
    return this.#partners.has(number);
  }

  /** Tells whether two changes of the lists conflict. */
  areAmong(...lists: readonly (readonly number[])[]): boolean {
    if (this.#partners.size === 0) return false;
    const contents = new Set(lists.flat());
    return [...contents].some((number) => this.#list(number).some((partner) => contents.has(partner)));
  }

  /** Removes a change that has left the queue. @returns the changes that it conflicted with */
  remove(number: number): readonly number[] {
    const partners = this.#list(number);
    this.#partners.delete(number);
    for (const partner of partners) {
      const others = this.#list(partner).filter((other) => other !== number);
      if (others.length === 0) this.#partners.delete(partner);
      else this.#partners.set(partner, others);
    }
    return partners;
  }

  #list(number: number): readonly number[] {
    return this.#partners.get(number) ?? [];
  }
}
