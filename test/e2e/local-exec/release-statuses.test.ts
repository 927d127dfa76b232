import {
  type Declarations,
  declare,
  describeLocalExec,
  emulator,
  findSettings,
  happen,
  listWrites,
  REPO,
  type Resources,
  toId,
  workspace,
} from "./local-exec-stage";

/** Makes the file as of version 1.6: null resources released required statuses, and remembered no list. */
function toVersion16(resources: Resources): void {
  const { terraform_data: data = {}, null_resource: queues = {} } = resources;
  resources["null_resource"] = JSON.parse(
    JSON.stringify(queues).replaceAll("terraform_data.", "null_resource."),
  ) as typeof queues;
  for (const [name, { count, input, triggers_replace, provisioner }] of Object.entries(data)) {
    const { id, deletion } = input as Record<string, unknown>;
    const calls = JSON.stringify(provisioner).replaceAll("self.input", "self.triggers");
    const [call] = JSON.parse(calls) as [{ "local-exec": { environment: Record<string, unknown> } }];
    delete call["local-exec"].environment["MERGEQUEUE_REQUIRED_STATUSES"];
    resources["null_resource"][name] = {
      count,
      triggers: { id, deletion, ...(triggers_replace as object) },
      provisioner: [call],
    };
  }
  delete resources["terraform_data"];
}

describeLocalExec(() => {
  test("F-45: only the list that the stack has set is released, and no upgrade or change of a list releases one", async () => {
    let output = "";
    const apply = async (): Promise<void> => {
      ({ output } = await workspace.apply());
    };
    const change = async (queues: Declarations, edit?: (resources: Resources) => void): Promise<string[]> => {
      await declare(queues, edit);
      return listWrites(apply);
    };
    const ignoring = ({ terraform_data: data = {} }: Resources): void => {
      for (const [name, resource] of Object.entries(data))
        if (name.startsWith("ignoring")) resource["lifecycle"] = { ignore_changes: ["input"] };
    };
    const first = { repo: REPO, requiredStatuses: ["a"] };
    const second = { repo: REPO, requiredStatuses: ["b"] };

    await change({ own: first, ignoring: first, dropped: first }, toVersion16);
    expect([...(await workspace.readState()).keys()].join()).not.toContain("terraform_data");
    expect(await change({ own: first, ignoring: first, dropped: { repo: REPO } }, ignoring)).toEqual([]);
    expect(output).toMatch(/Plan: 3 to add, 0 to change, 4 to destroy/);
    expect(findSettings("dropped")).toMatchObject({ requiredStatuses: ["a"] });

    expect(await change({ own: second, ignoring: second }, ignoring)).toEqual([
      "ignoring updateQueue requiredStatuses",
      "own updateQueue requiredStatuses",
    ]);
    expect(output).toContain("will be updated in-place");

    // This one remembers the list that it was created with.
    expect(await change({ own: second, ignoring: { repo: REPO } }, ignoring)).toEqual([]);
    expect(output).toContain(
      `${toId("ignoring")} keeps its required statuses. They are ["b"], and this stack`,
    );

    happen("updateQueue", "own", { requiredStatuses: ["security"] });
    expect(await change({ own: { repo: REPO } })).toEqual([]);
    expect(output).toContain('They are ["security"], and this stack has set ["b"]. To remove them, run:');
    expect(await change({ own: second })).toEqual(["own updateQueue requiredStatuses"]);
    expect(await change({ own: { repo: REPO } })).toEqual(["own updateQueue deleteRequiredStatuses"]);

    // Someone makes the queue anew while it is destroyed.
    await change({ own: second });
    emulator.setFaults(async ({ operation }, next) => {
      const delivery = await next();
      if (operation === "deleteQueue") {
        happen("createQueue", "own", {});
        happen("updateQueue", "own", { requiredStatuses: ["theirs"] });
      }
      return delivery;
    });
    const writes = await listWrites(async () => {
      ({ output } = await workspace.run(["destroy", "-auto-approve"]));
    });
    emulator.setFaults();
    expect(writes).toEqual(["own deleteQueue"]);
    expect(findSettings("own")).toMatchObject({ requiredStatuses: ["theirs"] });
    expect(output).toContain('They are ["theirs"], and this stack has set ["b"]');
  });
});
