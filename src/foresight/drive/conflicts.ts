/**
 * Pairs of changes that conflict: each passes its tests alone, but not together with the other. The first one that merges
 * breaks the other.
 */
export class Conflicts {
  /** The conflicting changes of each change in the queue, by number. */
  readonly #partners = new Map<number, Set<number>>();

  add(one: number, other: number): void {
    this.#link(one, other);
    this.#link(other, one);
  }

  /** Tells whether a change conflicts with one that is in the queue. */
  has(number: number): boolean {
    return this.#partners.has(number);
  }

  /** Tells whether two changes of the lists conflict. */
  areAmong(...lists: readonly (readonly number[])[]): boolean {
    if (this.#partners.size === 0) return false;
    const numbers = lists.flat();
    const contents = new Set(numbers);
    return numbers.some((number) =>
      [...(this.#partners.get(number) ?? [])].some((partner) => contents.has(partner)),
    );
  }

  /** Removes a change that has left the queue. @returns the changes that it conflicted with */
  remove(number: number): number[] {
    const partners = [...(this.#partners.get(number) ?? [])];
    this.#partners.delete(number);
    for (const partner of partners) {
      const others = this.#partners.get(partner);
      others?.delete(number);
      if (others?.size === 0) this.#partners.delete(partner);
    }
    return partners;
  }

  #link(from: number, to: number): void {
    const partners = this.#partners.get(from);
    if (partners === undefined) this.#partners.set(from, new Set([to]));
    else partners.add(to);
  }
}
