/** What the reader chose to see; it is the query of the page's address. */
export interface PageChoice {
  /** Id of the queue; empty: the one in the most trouble. */
  readonly queue: string;
  /** Words that the ids of listed queues contain. */
  readonly search: string;
  /** Which queues are listed; empty or unknown: all. */
  readonly filter: string;
  /** `all`: every waiting pull request is shown, up to a limit. */
  readonly waiting: string;
}

export function readChoice(query: string | undefined): PageChoice {
  const parameters = new URLSearchParams(query);
  const read = (name: keyof PageChoice): string => parameters.get(name) ?? "";
  return { queue: read("queue"), search: read("search"), filter: read("filter"), waiting: read("waiting") };
}

/** Writes the address of a choice, relative to the page. */
export function toAddress(choice: PageChoice): string {
  const chosen = Object.entries(choice).filter(([, value]) => value !== "");
  return `?${new URLSearchParams(chosen).toString()}`;
}
