import { drawPage } from "../../../src/emulator/page/draw-page";
import { readChoice } from "../../../src/emulator/page/page-choice";
import { createPageState, createQueue, OPTIONS, type QueueInput } from "./page-fixtures";

/** Draws a state, by default of queues; with a query, what it chooses. */
export function draw(queues: readonly QueueInput[] | ReturnType<typeof createPageState>, query = ""): string {
  const state = "queues" in queues ? queues : createPageState(...queues.map(createQueue));
  return drawPage(state, OPTIONS, readChoice(query)).main.toString();
}

/** Reads texts as a person does: without markup and tooltips. */
export function read(markup: string): string {
  const text = markup.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ");
  return text.replaceAll("&quot;", '"').replaceAll("&#39;", "'").replaceAll("&lt;", "<").trim();
}

/** The markup of one section. */
export function readSection(markup: string, key: string): string {
  const [, section = ""] = markup.split(`<section data-key="${key}"`);
  return section.split("</section>")[0] ?? "";
}

/** The cells of a table's rows. */
export function readRows(markup: string, key: string): string[][] {
  const [, ...rows] = readSection(markup, key).split('<tr role="row" data-key');
  return rows.map((row) =>
    [...row.matchAll(/<t([hd]) role[^>]*>([^]*?)<\/t\1>/g)].map(([, , cell = ""]) => read(cell)),
  );
}

/** The items of the list of queues. */
export function readList(markup: string): string[] {
  const [, nav = ""] = /<nav([^]*)<\/nav>/.exec(markup) ?? [];
  const [, ...items] = nav.split("<li");
  return items.map((item) => read(`<li${item.split("</li>")[0] ?? ""}`));
}
