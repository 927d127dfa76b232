/** What the reader chose to see; it is the query of the page's address. */
export interface PageChoice {
  /** Id of the queue; empty: the one in the most trouble. */
  readonly queue: string;
  /** Number of a pull request of that queue: its row is marked, and shown among however many. Empty: none. */
  readonly pr: string;
  /** Words that listed queues or pull requests contain; empty: nothing is searched for. */
  readonly search: string;
  /** `all`: every waiting pull request is shown, up to a limit. */
  readonly waiting: string;
}

export function readChoice(query: string | undefined): PageChoice {
  const parameters = new URLSearchParams(query);
  const read = (name: keyof PageChoice): string => parameters.get(name) ?? "";
  return { queue: read("queue"), pr: read("pr"), search: read("search"), waiting: read("waiting") };
}

/** Writes the address of a choice, relative to the page. */
export function toAddress(choice: Partial<PageChoice>): string {
  return `?${new URLSearchParams(choice).toString()}`;
}
