import { addNotReady, listNotReady } from "../../src/api/add-not-ready";
import type { ClientOperation, ClientRequest, ClientResponse } from "../../src/api/client-operations";
import { Deadline, SYSTEM_CLOCK } from "../../src/api/clock";
import { isMergeQueueError } from "../../src/queue/merge-queue-error";
import type { QueueIdentity } from "../../src/queue/queue-identity";
import type { OperationRequest } from "../../src/wire/first/operations";
import type { ContractDriver, ContractService } from "./contract-service";

/** Maximum milliseconds of one operation. */
const OPERATION_MS = 30_000;

/** A request about one pull request. */
interface PullRequestRequest extends QueueIdentity {
  readonly pr: { readonly number: number };
}

/** The shared parts of the contract suite. */
export interface ContractSession {
  /** Returns the service. Only tests may call it, because they run after the service is opened. */
  readonly find: () => ContractService;
  /** Returns a request about the suite's own pull request. */
  readonly findOwn: () => PullRequestRequest;
  /** Submits it to a new, paused queue. */
  readonly submitPaused: (fields?: Partial<OperationRequest<"submitPullRequest">>) => Promise<void>;
  /** Returns the simulation of the code host and CI. @throws Error if there is none */
  readonly findDriver: () => ContractDriver;
  readonly call: <Name extends ClientOperation>(
    operation: Name,
    request: ClientRequest<Name>,
  ) => Promise<ClientResponse<Name>>;
  /** Calls with an invalid token. */
  readonly callAsStranger: ContractSession["call"];
  /** Returns the code of a call's error; undefined if the call succeeds. */
  readonly codeOf: (response: Promise<unknown>) => Promise<string | undefined>;
}

/** Opens a service for the tests of the surrounding `describe`, and cleans it up afterwards. */
export function startContractSession(open: () => Promise<ContractService>): ContractSession {
  let service: ContractService | undefined;

  function find(): ContractService {
    if (service === undefined) throw new Error("The service has not been opened yet.");
    return service;
  }

  function findOwn(): PullRequestRequest {
    const { identity, pullRequestNumber } = find();
    return { ...identity, pr: { number: pullRequestNumber } };
  }

  const limit = () => ({ deadline: Deadline.after(OPERATION_MS, SYSTEM_CLOCK) });
  const call: ContractSession["call"] = (operation, request) =>
    find().client.call(operation, request, limit());

  async function submitPaused(fields = {}): Promise<void> {
    const { identity } = find();
    await call("createQueue", identity);
    await call("updateQueue", { ...identity, state: "paused" });
    await call("submitPullRequest", { ...findOwn(), ...fields });
  }

  async function codeOf(response: Promise<unknown>): Promise<string | undefined> {
    try {
      await response;
      return undefined;
    } catch (error) {
      if (isMergeQueueError(error)) return error.code;
      throw error;
    }
  }

  /** Pull requests that the suite may have submitted: on a shared service, only its own. */
  async function listSubmitted(): Promise<number[]> {
    const { client, identity, pullRequestNumber, driver } = find();
    if (driver === undefined) return [pullRequestNumber];
    try {
      const { enqueuedPullRequests = [] } = await call("getQueue", identity);
      const notReady = await listNotReady(client, identity, limit());
      return addNotReady(enqueuedPullRequests, notReady).map(({ prNumber }) => prNumber);
    } catch (error) {
      if (isMergeQueueError(error) && error.code === "not_found") return [];
      throw error;
    }
  }

  async function cleanUp(): Promise<void> {
    const { identity } = find();
    for (const number of await listSubmitted()) {
      await codeOf(call("cancelPullRequest", { ...identity, pr: { number } }));
    }
    await codeOf(call("deleteQueue", identity));
  }

  beforeAll(async () => {
    service = await open();
    await cleanUp();
  });

  afterEach(cleanUp);

  afterAll(async () => {
    await service?.close();
  });

  return {
    find,
    findOwn,
    submitPaused,
    findDriver: () => {
      const { driver } = find();
      if (driver === undefined) throw new Error("This service has no simulated code host and CI.");
      return driver;
    },
    call,
    callAsStranger: (operation, request) => find().unauthorized.call(operation, request, limit()),
    codeOf,
  };
}
