import { ENTRIES } from "../../scripts/build/entries";

describe("the files that the provider loads later", () => {
  const lazy = ENTRIES.flatMap(({ lazy: files = [] }) => files);
  const pairs = lazy.flatMap(({ source, standsFor }) => standsFor.map((module) => [source, module] as const));

  test.each(pairs)("%s exports everything that %s exports", async (source, module) => {
    const names = async (path: string): Promise<string[]> =>
      Object.keys((await import(`../../${path.replace(/\.ts$/, "")}`)) as object);
    const offered = await names(source);
    expect((await names(module)).filter((name) => !offered.includes(name))).toEqual([]);
  });
});
