import fc from "fast-check";
import { parseQueueId, parseRepository, parseStoredQueueId } from "../../src/queue/parse-queue-id";
import {
  checkRepositoryPart,
  checkTargetBranch,
  formatQueueId,
  formatRepository,
  isSameQueue,
  type QueueIdentity,
  toIdentityKey,
  validateIdentity,
} from "../../src/queue/queue-identity";
import { arbitraryIdentity } from "../support/arbitrary-identity";
import { catchError } from "../support/catch-error";

const REPO = { host: "github.com", owner: "acme", name: "web" };

function withBranch(targetBranch: string): QueueIdentity {
  return { repo: REPO, targetBranch };
}

const MAIN = withBranch("main");
const SPACED = "must not contain white space or control characters";

describe("parseQueueId", () => {
  test("is the inverse of formatQueueId, and parseRepository of formatRepository", () => {
    fc.assert(
      fc.property(arbitraryIdentity(), (identity) => {
        expect(parseQueueId(formatQueueId(identity))).toEqual(identity);
        expect(parseRepository(formatRepository(identity.repo))).toEqual(identity.repo);
        expect(validateIdentity(identity)).toEqual([]);
      }),
    );
  });

  test.each([
    ["", "it has 1 part instead of 4"],
    ["github.com/acme", "it has 2 parts instead of 4"],
    ["github.com/acme/web", "it has 3 parts instead of 4"],
    ["github.com/acme/web/", "The target branch must not be empty"],
    ["/acme/web/main", "The host must not be empty"],
    ["github.com//web/main", "The owner must not be empty"],
    ["github.com/acme//main", "The name must not be empty"],
    ["github.com/acme/web/ma in", `The target branch ${SPACED}`],
    ["github.com/ac\u0007me/web/main", `The owner ${SPACED}`],
  ])("refuses %j: %s", (text, reason) => {
    const error = catchError(() => parseQueueId(text));
    expect(error).toMatchObject({ code: "invalid_identity" });
    expect((error as Error).message).toContain(`is not a queue id: ${reason}`);
    expect((error as Error).message).toContain('Write it as "host/owner/name/branch"');
  });

  test("F-35: keeps its message short, whatever the input", () => {
    const error = catchError(() => parseQueueId("x".repeat(100_000)));
    expect((error as Error).message.length).toBeLessThan(400);
  });
});

describe("parseRepository", () => {
  test.each([
    ["web", "it has 1 part instead of 3"],
    ["acme/web", "it has 2 parts instead of 3"],
    ["github.com/acme/web/main", "it has 4 parts instead of 3"],
    ["github.com//web", "The owner must not be empty"],
  ])("refuses %j: %s", (text, reason) => {
    expect(() => parseRepository(text)).toThrow(`is not a repository: ${reason}`);
    expect(() => parseRepository(text)).toThrow('for example "github.com/acme/web".');
  });
});

describe("addresses of repositories", () => {
  const WEB = 'write "github.com/acme/web", without';

  test.each([
    ["https://github.com/acme/web", `${WEB} https://.`],
    ["https://github.com/acme/web/", `${WEB} https://.`],
    ["https://github.com/acme/web/pulls", `${WEB} https://.`],
    ["HTTP://github.com/acme/web.git", `${WEB} HTTP:// and .git.`],
    ["github.com/acme/web.git", `${WEB} .git.`],
    ["git@github.com:acme/web.git", `${WEB} git@ and .git.`],
    ["ssh://git@github.com/acme/web.git", `${WEB} ssh:// and git@ and .git.`],
    ["https://github.com/acme", 'write "host/owner/name", without https://.'],
    ["github.com/acme/.git", 'write "host/owner/name", without .git.'],
  ])("is not a repository: %s", (text, advice) => {
    expect(() => parseRepository(text)).toThrow(`"${text}" is not a repository: ${advice}`);
  });

  test.each([
    ["https://github.com/acme/web/main", "github.com/acme/web/main", "https://"],
    ["https://github.com/acme/web/tree/release/2.x", "github.com/acme/web/release/2.x", "https://"],
    ["https://git.example.org/acme/web/-/tree/main", "git.example.org/acme/web/main", "https://"],
    ["github.com/acme/web.git/tree/main", "github.com/acme/web/tree/main", ".git"],
    ["git@github.com:acme/web.git", "github.com/acme/web/BRANCH", "git@ and .git"],
    ["https:///acme/web/main", "host/owner/name/BRANCH", "https://"],
  ])("is not a queue id: %s", (text, id, extras) => {
    const advice = `write "${id}", without ${extras}.`;
    expect(() => parseQueueId(text)).toThrow(`"${text}" is not a queue id: ${advice}`);
  });

  test.each([
    ["https://me:s3cret@github.com/acme/web", "https:// and a user"],
    ["https://me:s3/cret@github.com/acme/web.git", "https://"],
    ["https://github.com/acme/web?token=s3cret", "https://"],
    ["s3cret@github.com:acme/web", "a user"],
  ])("S-03: a password in one is not repeated: %s", (text, extras) => {
    const { message } = catchError(() => parseRepository(text)) as Error;
    expect(message).toBe(`The address is not a repository: write "host/owner/name", without ${extras}.`);
  });
});

describe("checkRepositoryPart", () => {
  const ADDRESS = "must be written without https:// and without a user";
  test.each<[string, unknown, string]>([
    ["host", "", "must not be empty."],
    ["host", "a/b", 'must not contain a slash, got "a/b".'],
    ["host", "a b", `${SPACED}, got "a b".`],
    ["host", "a\u2028b", SPACED],
    ["host", "a\u009bb", SPACED],
    ["host", 7, "must be a string, not number."],
    ["host", null, "must be a string, not null."],
    ["host", undefined, "must be a string, not undefined."],
    ["host", ["a"], "must be a string, not a list."],
    ["host", {}, "must be a string, not object."],
    ["host", "https://github.com", ADDRESS],
    ["host", "https:", ADDRESS],
    ["host", "me:s3cret@github.com", ADDRESS],
    ["name", "web.git", 'must be written without .git, got "web.git".'],
    ["name", ".GIT", 'must be written without .git, got ".GIT".'],
  ])("refuses the %s %j: it %s", (part, value, message) => {
    expect(checkRepositoryPart(part, value)).toContain(`The ${part} ${message}`);
    expect(checkRepositoryPart(part, value)).not.toContain("s3cret");
  });

  test.each([
    ["host", "git.example.org:8443"],
    ["owner", "acme.git"],
    ["name", "web.github.io"],
  ])("sees no piece of an address where none is: %s %s", (part, value) => {
    expect(checkRepositoryPart(part, value)).toBeUndefined();
  });
});

describe("parseStoredQueueId", () => {
  test("takes a branch that is refused from users, so that its queue can be removed", () => {
    const id = "github.com/acme/web/refs/heads/main";
    expect(parseStoredQueueId(id).targetBranch).toBe("refs/heads/main");
    expect(() => parseQueueId(id)).toThrow('must be written without refs/heads/: write "main"');
    expect(() => parseStoredQueueId("github.com/acme/web/")).toThrow("must not be empty");
  });
});

describe("checkTargetBranch", () => {
  const REFERENCE = "must be written without refs/heads/";
  test.each<[unknown, string]>([
    ["", "must not be empty."],
    ["main\n", `${SPACED}, got "main\\n".`],
    ["refs/heads/release/2.x", `${REFERENCE}: write "release/2.x", got "refs/heads/release/2.x".`],
    ["refs/heads/", `${REFERENCE}, got "refs/heads/".`],
    ["release/*", 'must be the name of one branch, not a pattern, got "release/*".'],
    [null, "must be a string, not null."],
  ])("refuses %j: it %s", (value, message) => {
    expect(checkTargetBranch(value)).toBe(`The target branch ${message}`);
  });
});

test("validateIdentity collects everything that is wrong, each with its path", () => {
  const findings = validateIdentity({ repo: { host: "", owner: "a/b", name: "web" }, targetBranch: "" });
  const paths = findings.map(({ path }) => path.join("."));
  expect(paths).toEqual(["repo.host", "repo.owner", "targetBranch"]);
});

describe("toIdentityKey", () => {
  test("C-61: ignores case in host, owner and name, and keeps it in the branch", () => {
    const shouted = { repo: { host: "GitHub.com", owner: "ACME", name: "Web" }, targetBranch: "main" };
    expect(isSameQueue(MAIN, shouted)).toBe(true);
    expect(isSameQueue(MAIN, withBranch("Main"))).toBe(false);
  });

  test("C-14: ignores how accents are composed", () => {
    expect(isSameQueue(withBranch("caf\u00e9"), withBranch("cafe\u0301"))).toBe(true);
    fc.assert(
      fc.property(arbitraryIdentity(), (identity) => {
        const decomposed = parseQueueId(formatQueueId(identity).normalize("NFD"));
        const key = toIdentityKey(identity);
        expect(toIdentityKey(decomposed)).toBe(key);
        // It is the key of the queue that it names itself.
        expect(toIdentityKey(parseQueueId(key))).toBe(key);
      }),
    );
  });

  test("distinguishes identities that differ in more than spelling", () => {
    expect(isSameQueue(MAIN, { repo: { ...MAIN.repo, name: "api" }, targetBranch: "main" })).toBe(false);
    expect(isSameQueue(MAIN, withBranch("main/main"))).toBe(false);
  });
});
