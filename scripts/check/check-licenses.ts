import { readFile } from "node:fs/promises";
import { LICENSES_NAME } from "../../src/distribution/layout";
import { listBundledPackages } from "../release/list-bundled-packages";
import { readLockedPackages } from "../support/locked-packages";

/** Licences, as SPDX names them, that ask for nothing but their text, which comes along. */
const ALLOWED: ReadonlySet<string> = new Set([
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "ISC",
  "MIT",
]);

/**
 * Gate: what is needed at run time, and what the provider holds code of, has a licence of a reviewed list (promise
 * S-21). Peers are the user's choice, and tools for development are not published. Needs the built provider.
 */
export async function checkLicenses(root: string): Promise<string> {
  const needed = Object.entries(await readLockedPackages(root))
    .filter(([path, { dev, devOptional }]) => path !== "" && dev !== true && devOptional !== true)
    .map(([path, { license }]) => ({ title: `${path} is needed at run time`, license }));
  const texts = await readFile(`${root}/dist/provider/${LICENSES_NAME}`, "utf8");
  const bundled = listBundledPackages(texts).map(({ name, license }) => ({
    title: `${name} is part of the provider`,
    license,
  }));
  const refused = [...needed, ...bundled]
    .filter(({ license }) => license === undefined || !isAllowed(license))
    .map(
      ({ title, license = "no licence that is named" }) =>
        `${title} and has ${license}, which is not among the reviewed ones (scripts/check/check-licenses.ts).`,
    );
  return [...refused, ...listMissingTexts(texts)].join("\n");
}

/** Between lines of equal signs stand titles; behind each one its text. */
function listMissingTexts(texts: string): string[] {
  const parts = texts.split(/^={80}$/m).map((part) => part.trim());
  return parts.flatMap((title, index) =>
    index % 2 === 1 && parts[index + 1] === ""
      ? [`${title} is part of the provider, and the text of its licence is missing.`]
      : [],
  );
}

/** Of licences that are offered one must be allowed, of those that hold together every one. */
function isAllowed(expression: string): boolean {
  const inner = /^\(([^()]*)\)$/.exec(expression)?.[1] ?? expression;
  return inner.split(" OR ").some((choice) => choice.split(" AND ").every((name) => ALLOWED.has(name)));
}
