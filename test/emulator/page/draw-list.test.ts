import { drawPage } from "../../../src/emulator/page/draw-page";
import { readChoice } from "../../../src/emulator/page/page-choice";
import { createManyQueues } from "./many-queues";
import { makeConcluded, makeSubmissions, NOW_MS, OPTIONS } from "./page-fixtures";
import { draw, read, readList } from "./read-page";

describe("the list of queues", () => {
  test("is sorted by name, so that it does not move when something happens", () => {
    const names = readList(draw(createManyQueues())).map((item) => item.split(" ")[0]);
    expect(names).toEqual(
      Array.from({ length: 60 }, (_, index) => `acme/service-${String(index + 1).padStart(2, "0")}`),
    );
  });

  test("names what is in trouble above, and shows the worst first", () => {
    const page = draw(createManyQueues());
    const trouble = read(/<p class="trouble"[^]*?<\/p>/.exec(page)?.[0] ?? "");
    expect(trouble).toBe(
      "1 paused acme/service-41 main 1 draining acme/service-50 main 1 failing acme/service-60 main",
    );
    expect(drawPage(createManyQueues(), OPTIONS, readChoice("")).shown).toBe(
      "github.com/acme/service-41/main",
    );
    const paused = makeSubmissions(5).map(({ number }) => ({
      id: `h/o/n${number}/main`,
      settings: { state: "paused" as const },
    }));
    expect(read(draw(paused))).toMatch(/^5 paused o\/n1 main , o\/n2 main , o\/n3 main and 2 more /);
    expect(read(draw([{}, { id: "h/o/n/main" }]))).toMatch(/^No queue is in trouble. /);
  });

  test("says only what deviates: no host if it is the same everywhere, no state of a queue that runs", () => {
    const submissions = [{ number: 1, submittedAtMs: NOW_MS - 3_600_000 }, ...makeConcluded(1, 1)];
    const web = { id: "github.com/acme/web/main", submissions };
    const docs = { id: "github.com/acme/docs/main", settings: { state: "paused" as const } };
    expect(readList(draw([web, docs]))).toEqual([
      "acme/docs main paused empty",
      "acme/web main failing 1 waiting, oldest 1 h · 1 of the last 2 failed",
    ]);
    expect(read(draw([web, docs]))).toContain("2 of 2 queues on github.com");
    expect(readList(draw([web, { id: "git.example.com/a/b/c" }]))[0]).toBe("git.example.com / a/b c empty");
  });

  test.each([
    ["search=SERVICE-1+acme", 10],
    ["search=nowhere", 0],
    ["filter=in+trouble", 3],
    ["filter=paused", 1],
    ["filter=not+empty", 15],
    ["filter=unknown", 60],
    ["filter=failing&search=60", 1],
  ])("%s finds %i of sixty", (query, count) => {
    const page = draw(createManyQueues(), query);
    expect(readList(page)).toHaveLength(count);
    expect(read(page)).toContain(count === 0 ? "No queue matches." : `${count} of 60 queues`);
  });

  test("lists a thousand, and counts the others", () => {
    const ids = Array.from({ length: 1003 }, (_, index) => ({ id: `github.com/acme/web/b${1000 + index}` }));
    const page = draw(ids.toReversed());
    expect(readList(page)).toHaveLength(1000);
    expect(read(page)).toContain("And 3 more. Search to find them.");
  });

  test("keeps search and filter in its links, and shows the chosen queue", () => {
    const page = draw(
      createManyQueues(),
      "search=service&waiting=all&queue=github.com%2Facme%2Fservice-07%2Fmain",
    );
    expect(page).toContain(
      'href="?queue=github.com%2Facme%2Fservice-07%2Fmain&amp;search=service" aria-current="true"',
    );
    expect(page).toContain('data-key="github.com/acme/service-07/main" aria-labelledby="queue"');
  });
});
