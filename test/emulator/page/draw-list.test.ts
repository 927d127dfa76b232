import { drawPage } from "../../../src/emulator/page/draw-page";
import { readChoice } from "../../../src/emulator/page/page-choice";
import { createManyQueues } from "./many-queues";
import { makeConcluded, makeSubmissions, NOW_MS, OPTIONS } from "./page-fixtures";
import { draw, read, readList, readSection } from "./read-page";

const readTrouble = (page: string): string => read(/<p class="trouble"[^]*?<\/p>/.exec(page)?.[0] ?? "");

describe("the list of queues", () => {
  test("is sorted by name as people sort, so that it does not move when something happens", () => {
    const names = ["api-10", "web", "api-2", "api", "api-1"].map((name) => ({ id: `h/acme/${name}/main` }));
    const branches = [{ id: "h/acme/web/v10" }, { id: "h/acme/web/v9" }];
    const sorted = ["api main", "api-1 main", "api-2 main", "api-10 main", "web main", "web v9", "web v10"];
    expect(readList(draw([...branches, ...names]))).toEqual(sorted.map((name) => `acme/${name} empty`));
  });

  test("names what is in trouble above, and shows the worst first", () => {
    expect(readTrouble(draw(createManyQueues()))).toBe(
      "1 failing acme/service-60 main 1 paused acme/service-41 main 1 draining acme/service-50 main",
    );
    const { shown } = drawPage(createManyQueues(), OPTIONS, readChoice(""));
    expect(shown).toBe("github.com/acme/service-60/main");
    const paused = makeSubmissions(5).map(({ number }) => ({
      id: `h/o/n${number}/main`,
      settings: { state: "paused" as const },
      submissions: makeSubmissions(number % 4),
    }));
    expect(readTrouble(draw([...paused, {}]))).toBe("5 paused o/n1 main , o/n2 main , o/n3 main and 2 more");
    expect(draw([...paused, {}])).toContain('<section class="queue" data-key="h/o/n3/main"');
    expect(readTrouble(draw(paused))).toBe("All 5 queues are paused");
    expect(readTrouble(draw([{}, { id: "h/o/n/main" }]))).toBe("No queue is in trouble.");
  });

  test("says only what deviates: no host if it is the same everywhere, no state of a queue that runs", () => {
    const oldest = { number: 1, submittedAtMs: NOW_MS - 3_600_000 };
    const web = { id: "github.com/acme/web/main", submissions: [oldest, ...makeConcluded(2, 1)] };
    const api = { id: "github.com/acme/api/main", submissions: makeConcluded(1, 9) };
    const docs = { id: "github.com/acme/docs/main", settings: { state: "paused" as const } };
    expect(readList(draw([web, docs, api]))).toEqual([
      "acme/api main empty",
      "acme/docs main paused empty",
      "acme/web main failing 1 waiting, oldest 1 h · 2 of the last 3 failed",
    ]);
    expect(read(draw([web, docs]))).toContain("2 queues on github.com");
    expect(readList(draw([web, { id: "git.example.com/a/b/c" }]))[0]).toBe("git.example.com / a/b c empty");
  });

  test("lists a thousand, and counts the others", () => {
    const ids = Array.from({ length: 1003 }, (_, index) => ({ id: `github.com/acme/web/b${1000 + index}` }));
    const page = draw(ids.toReversed());
    expect(readList(page)).toHaveLength(1000);
    expect(read(page)).toContain("And 3 more. Search to find them.");
  });

  test("a queue that is gone is named, and no other is shown in its place", () => {
    const choice = readChoice("queue=github.com/acme/gone/main");
    const { shown, main } = drawPage(createManyQueues(), OPTIONS, choice);
    expect(shown).toBe("");
    expect(read(main.toString())).toContain(
      "There is no queue github.com/acme/gone/main It was deleted, or this service never had it.",
    );
    expect(main.toString()).toContain('<a href="?">Show all queues</a>');
    expect(readList(main.toString())).toHaveLength(60);
    expect(read(draw([], "queue=h"))).toMatch(/^There is no queue h .*There is no queue yet/);
    expect(readList(draw([{}], "queue=h/o/n/main"))).toEqual(["acme/web main empty"]);
  });
});

describe("search", () => {
  const state = [
    { submissions: [{ number: 12, pullRequest: { title: "Cache 7 things" } }, ...makeConcluded(0, 7)] },
    { id: "h/acme/api/main", settings: { state: "paused" as const }, submissions: makeSubmissions(2) },
  ];

  test.each([
    ["web", ["github.com / acme/web main"]],
    ["PAUSED", ["h / acme/api main"]],
    ["trouble+acme", ["h / acme/api main"]],
    ["7", ["#7 Change 7", "#12 Cache 7 things"]],
    ["topic-2+api", ["#2 Change 2"]],
    ["%23+cache+ada", ["#12 Cache 7 things"]],
    ["nowhere", []],
  ])("%s finds %j", (words, found) => {
    const page = draw(state, `search=${words}`);
    const [, section = ""] = /<section class="found"([^]*?)<\/section>/.exec(page) ?? [];
    const names = [...section.matchAll(/class="name">(.*)\n/g)].map(([, name = ""]) => read(name));
    expect(names).toEqual(found);
    const count = names.filter((name) => name.startsWith("#")).length;
    expect(read(section)).toContain(`Queues: ${names.length - count}. Pull requests: ${count}.`);
  });

  test("finds pull requests of a single queue, shows twenty, and says so", () => {
    const page = draw([{ submissions: makeSubmissions(30) }], "search=change");
    expect(read(page)).toContain("Queues: 0. Pull requests: 30. Only the first 20 are shown.");
    expect(page.match(/&amp;pr=/g)).toHaveLength(20);
  });

  test.each([
    ["waits beyond the table", 600, "waiting", "ada · topic-600 500th 5 min"],
    ["merged before the latest ten", 3, "merged", "ada · topic-3 4 min in the queue 1 min"],
    ["is in a large batch", 741, "line", "#741 Change 741"],
  ])("its result shows and marks one that %s", (_, number, table, row) => {
    const submissions = [
      ...makeSubmissions(100, { state: "merged" }),
      ...makeSubmissions(600).slice(100),
      ...makeSubmissions(741, { state: "testing" }).slice(700),
    ];
    const sequences = Array.from({ length: 41 }, (_, index) => 601 + index);
    const page = draw([{ submissions, line: [{ sequences, phase: "testing" }] }], `pr=${number}`);
    expect(page.match(/aria-current/g)).toHaveLength(1);
    const [, marked = ""] = readSection(page, table).split('aria-current="true"');
    expect(read(`<${marked.split("</tr>")[0] ?? ""}`)).toContain(row);
  });
});
