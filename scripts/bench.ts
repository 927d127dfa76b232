import type { Figure } from "./bench/figure";
import { measureEngine } from "./bench/measure-engine";
import { measureFleet } from "./bench/measure-fleet";
import { measureMemory } from "./bench/measure-memory";
import { measurePlan } from "./bench/measure-plan";
import { measureStart } from "./bench/measure-start";
import { measureSynth } from "./bench/measure-synth";
import { findRoot } from "./support/find-root";

/** `npm run bench`: measures the figures that the product promises; fails if one is not kept. */
async function main(): Promise<void> {
  const root = findRoot();
  const figures = [
    await measureStart(root),
    ...(await measurePlan()),
    await measureMemory(),
    ...(await measureFleet(root)),
    ...measureEngine(),
    measureSynth(),
  ];
  for (const figure of figures) print(figure);
  if (figures.some((figure) => !figure.isKept)) process.exitCode = 1;
}

function print({ name, value, limit, isKept }: Figure): void {
  console.log(`${isKept ? "kept  " : "BROKEN"}  ${name}: ${value}, promised ${limit}`);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
