import type { PageModel } from "../page-model";

/** Milliseconds between an answer and the next question. */
const INTERVAL_MS = 1000;
/** While nobody looks. */
const HIDDEN_INTERVAL_MS = 10_000;
/** After this time the service counts as gone. */
const TIMEOUT_MS = 5000;

/** What the page hears of the service. */
export interface Watcher {
  /** @returns what to ask for, as the query of an address */
  readonly getQuery: () => string;
  readonly onModel: (model: PageModel) => void;
  /** @param problem - why there is nothing new: the end of a sentence that begins with the service */
  readonly onProblem: (problem: string) => void;
}

/**
 * Asks the service for what there is to show, again and again, for as long as the page is open.
 * @returns a function that asks at once
 */
export function pollService({ getQuery, onModel, onProblem }: Watcher): () => void {
  let timer: number | undefined;
  let isAsking = false;
  let isWantedAgain = false;
  const ask = async (): Promise<void> => {
    // The clock, the return of a hidden page, and the reader may ask.
    isWantedAgain = isAsking;
    if (isAsking) return;
    isAsking = true;
    window.clearTimeout(timer);
    try {
      const model = await readModel(getQuery()).catch(toProblem);
      if (typeof model === "string") onProblem(model);
      else onModel(model);
    } finally {
      isAsking = false;
      timer = window.setTimeout(
        () => void ask(),
        isWantedAgain ? 0 : document.visibilityState === "hidden" ? HIDDEN_INTERVAL_MS : INTERVAL_MS,
      );
    }
  };
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") void ask();
  });
  void ask();
  return () => void ask();
}

class ServiceProblem extends Error {}

function toProblem(error: unknown): string {
  return error instanceof ServiceProblem ? error.message : "does not answer";
}

async function readModel(query: string): Promise<PageModel> {
  const response = await fetch(query === "" ? "/page.json" : `/page.json?${query}`, {
    cache: "no-store",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!response.ok) throw new ServiceProblem(`answers with status ${response.status}`);
  const model: unknown = await response.json();
  // Another program may have got the port meanwhile.
  if (typeof model !== "object" || model === null || !("pageVersion" in model)) {
    throw new ServiceProblem("is another one now");
  }
  return model as PageModel;
}
