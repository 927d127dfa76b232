import { readFileSync } from "node:fs";
import { join } from "node:path";

export const REPORT_STYLE =
  readFileSync(join(__dirname, "../../text/html-palette.css"), "utf8") +
  readFileSync(join(__dirname, "report.css"), "utf8");

export const REPORT_SCRIPT = readFileSync(join(__dirname, "report-script.js"), "utf8");
