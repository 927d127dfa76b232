import { describeImport } from "../../src/provider/describe-error";

function describeBranch(targetBranch: string): string {
  return describeImport({ repo: { host: "github.com", owner: "acme", name: "web" }, targetBranch });
}

describe("describeImport", () => {
  test("shows the command and the block", () => {
    const text = describeBranch("rel/1.x");
    expect(text).toContain('\n  terraform import ADDRESS "github.com/acme/web/rel/1.x"\n');
    expect(text).toContain('\n  import {\n    to = ADDRESS\n    id = "github.com/acme/web/rel/1.x"\n  }\n');
  });

  test("S-15: values pasted into a shell remain data", () => {
    expect(describeBranch("$(touch_x)")).toContain("ADDRESS 'github.com/acme/web/$(touch_x)'\n");
    expect(describeBranch("a'b`c`")).toContain(String.raw`ADDRESS 'github.com/acme/web/a'\''b` + "`c`'\n");
  });

  test("S-16: values pasted into a configuration remain data", () => {
    expect(describeBranch('${x}%{y}$z"')).toContain('id = "github.com/acme/web/$${x}%%{y}$z\\""');
  });
});
