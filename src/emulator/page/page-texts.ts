import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Style sheet of the page. The build inlines the files that a module named `*-texts.ts` reads. */
export const PAGE_STYLE =
  readFileSync(join(__dirname, "../../text/html-palette.css"), "utf8") +
  readFileSync(join(__dirname, "page.css"), "utf8");

export const PAGE_SCRIPT = readFileSync(join(__dirname, "page-script.js"), "utf8");
