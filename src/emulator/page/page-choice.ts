/** The reader's choice, stored in the query of the page's address. */
export interface PageChoice {
  /** Id of the queue to show. If it is empty, the page shows the queue that is in the most trouble. */
  readonly queue: string;
  /** Number of a pull request whose row is always shown and is marked. Empty: none. */
  readonly pr: string;
  /** Words to search for in queues and pull requests. Empty: no search. */
  readonly search: string;
  /** `all`: shows all waiting pull requests, up to a large limit. Otherwise, shows only the first ones. */
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
