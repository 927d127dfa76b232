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

const MAIN: QueueIdentity = {
  repo: { host: "github.com", owner: "acme", name: "web" },
  targetBranch: "main",
};

function withBranch(targetBranch: string): QueueIdentity {
  return { repo: MAIN.repo, targetBranch };
}

describe("parseQueueId", () => {
  test("is the inverse of formatQueueId", () => {
    fc.assert(
      fc.property(arbitraryIdentity(), (identity) => {
        expect(parseQueueId(formatQueueId(identity))).toEqual(identity);
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
    ["github.com/acme/web/ma in", "The target branch must not contain white space or control characters"],
    ["github.com/ac\u0007me/web/main", "The owner must not contain white space or control characters"],
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
  test("is the inverse of formatRepository", () => {
    fc.assert(
      fc.property(arbitraryIdentity(), ({ repo }) => {
        expect(parseRepository(formatRepository(repo))).toEqual(repo);
      }),
    );
  });

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
    ["https://github.com/acme/web/main", 'write "github.com/acme/web/main", without https://.'],
    [
      "https://github.com/acme/web/tree/release/2.x",
      'write "github.com/acme/web/release/2.x", without https://.',
    ],
    [
      "https://git.example.org/acme/web/-/tree/main",
      'write "git.example.org/acme/web/main", without https://.',
    ],
    ["github.com/acme/web.git/tree/main", 'write "github.com/acme/web/tree/main", without .git.'],
    ["git@github.com:acme/web.git", 'write "github.com/acme/web/BRANCH", without git@ and .git.'],
    ["https:///acme/web/main", 'write "host/owner/name/BRANCH", without https://.'],
  ])("is not a queue id: %s", (text, advice) => {
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
  test.each<[unknown, string]>([
    ["", "The host must not be empty."],
    ["a/b", 'The host must not contain a slash, got "a/b".'],
    ["a b", 'The host must not contain white space or control characters, got "a b".'],
    ["a\u2028b", "The host must not contain white space or control characters"],
    ["a\u009bb", "The host must not contain white space or control characters"],
    [7, "The host must be a string, not number."],
    [null, "The host must be a string, not null."],
    [undefined, "The host must be a string, not undefined."],
    [["a"], "The host must be a string, not a list."],
    [{}, "The host must be a string, not object."],
  ])("refuses %j: %s", (value, message) => {
    expect(checkRepositoryPart("host", value)).toContain(message);
  });
});

describe("pieces of addresses", () => {
  test.each([
    ["host", "https://github.com", "The host must be written without https:// and without a user"],
    ["host", "https:", "The host must be written without https:// and without a user"],
    ["host", "me:s3cret@github.com", "The host must be written without https:// and without a user"],
    ["name", "web.git", 'The name must be written without .git, got "web.git".'],
    ["name", ".GIT", 'The name must be written without .git, got ".GIT".'],
  ])("are refused as %s: %s", (part, value, message) => {
    expect(checkRepositoryPart(part, value)).toContain(message);
    expect(checkRepositoryPart(part, value)).not.toContain("s3cret");
  });

  test.each([
    ["host", "git.example.org:8443"],
    ["owner", "acme.git"],
    ["name", "web.github.io"],
  ])("are not seen where none is: %s %s", (part, value) => {
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
  test.each<[unknown, string]>([
    ["", "The target branch must not be empty."],
    ["main\n", 'The target branch must not contain white space or control characters, got "main\\n".'],
    [
      "refs/heads/release/2.x",
      'The target branch must be written without refs/heads/: write "release/2.x", got "refs/heads/release/2.x".',
    ],
    ["refs/heads/", 'The target branch must be written without refs/heads/, got "refs/heads/".'],
    [null, "The target branch must be a string, not null."],
  ])("refuses %j: %s", (value, message) => {
    expect(checkTargetBranch(value)).toBe(message);
  });
});

describe("validateIdentity", () => {
  test("collects everything that is wrong, each with its path", () => {
    const findings = validateIdentity({ repo: { host: "", owner: "a/b", name: "web" }, targetBranch: "" });
    expect(findings.map((finding) => finding.path)).toEqual([
      ["repo", "host"],
      ["repo", "owner"],
      ["targetBranch"],
    ]);
  });
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
        const { host, owner, name } = identity.repo;
        const decomposed = {
          repo: { host: host.normalize("NFD"), owner: owner.normalize("NFD"), name: name.normalize("NFD") },
          targetBranch: identity.targetBranch.normalize("NFD"),
        };
        expect(toIdentityKey(decomposed)).toBe(toIdentityKey(identity));
      }),
    );
  });

  test("is the key of the queue that it names itself", () => {
    fc.assert(
      fc.property(arbitraryIdentity(), (identity) => {
        const key = toIdentityKey(identity);
        expect(toIdentityKey(parseQueueId(key))).toBe(key);
      }),
    );
  });

  test("distinguishes identities that differ in more than spelling", () => {
    expect(isSameQueue(MAIN, { repo: { ...MAIN.repo, name: "api" }, targetBranch: "main" })).toBe(false);
    expect(isSameQueue(MAIN, withBranch("main/main"))).toBe(false);
  });
});
