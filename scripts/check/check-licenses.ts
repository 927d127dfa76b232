import { readFile } from "node:fs/promises";
import { LICENSES_NAME } from "../../src/distribution/layout";
import { listBundledPackages } from "../release/make-bill";
import { readLockedPackages } from "../support/locked-packages";

/** Licences by their SPDX names. All they ask for is their text, which the provider contains. */
const ALLOWED = new Set([
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "ISC",
  "MIT",
]);

/**
 * Gate: run-time dependencies, and packages whose code the provider contains, have a reviewed licence (rule
 * S-21). The user chooses the peers, and development tools are not published. Needs the built provider.
 */
export async function checkLicenses(root: string): Promise<string> {
  const needed = Object.entries(await readLockedPackages(root))
    .filter(([path, { dev, devOptional }]) => path !== "" && dev !== true && devOptional !== true)
    .map(([path, { license }]) => ({ title: `${path} is a run-time dependency`, license }));
  const texts = await readFile(`${root}/dist/provider/${LICENSES_NAME}`, "utf8");
  const bundled = listBundledPackages(texts).map(({ name, license }) => ({
    title: `${name} is part of the provider`,
    license,
  }));
  const refused = [...needed, ...bundled]
    .filter(({ license }) => license === undefined || !isAllowed(license))
    .map(
      ({ title, license = "no named licence" }) =>
        `${title} with ${license}, which is not a reviewed licence (scripts/check/check-licenses.ts).`,
    );
  return [...refused, ...listMissingTexts(texts)].join("\n");
}

/** Titles stand between lines of equal signs; the text follows. */
function listMissingTexts(texts: string): string[] {
  const parts = texts.split(/^={80}$/m).map((part) => part.trim());
  return parts.flatMap((title, index) =>
    index % 2 === 1 && parts[index + 1] === ""
      ? [`${title} is part of the provider without the text of its licence.`]
      : [],
  );
}

/** Of alternative licences one must be allowed, of joint ones every one. */
function isAllowed(expression: string): boolean {
  const inner = /^\(([^()]*)\)$/.exec(expression)?.[1] ?? expression;
  return inner.split(" OR ").some((choice) => choice.split(" AND ").every((name) => ALLOWED.has(name)));
}
