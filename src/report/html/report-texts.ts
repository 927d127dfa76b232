import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Style sheet of the HTML report. */
export const REPORT_STYLE =
  readFileSync(join(__dirname, "../../text/html-palette.css"), "utf8") +
  readFileSync(join(__dirname, "report.css"), "utf8");

/** Script of the HTML report. */
export const REPORT_SCRIPT = readFileSync(join(__dirname, "report-script.js"), "utf8");
