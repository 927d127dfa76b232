import { PROVIDER_SOURCE, PROVIDER_TYPE } from "../../../src/product";
import type { MeasuredService } from "./measured-service";

/** Something that Terraform is measured with. */
export interface Subject {
  /** Its name in tables. */
  readonly name: string;
  /** CLI configuration with which Terraform runs it in place of an installed provider. */
  readonly cliConfiguration: string;
  /** Command lines that start it, the first as Terraform does; none where it is built into Terraform. */
  readonly starts: readonly Start[];
  /** Answers a configuration with that many queues, each a resource of its own, as the CDK writes it. */
  readonly declare: (count: number) => object;
  /** Answers the variables with which it finds the service. @param caFile - file with the root of its certificate */
  readonly connect: (
    service: MeasuredService,
    caFile: string,
  ) => { readonly [name: string]: string | undefined };
}

/** The resource of this provider. */
export const OWN_RESOURCE = `${PROVIDER_TYPE}_queue`;

/** A way to start a provider. */
export interface Start {
  /** In words, where there are several: `by its launcher`. */
  readonly how?: string;
  readonly command: readonly string[];
}

/** Settings of every queue. */
const SETTINGS = { mode: "parallel", concurrency: 3, required_statuses: ["ci/build"] };

/** A provider of queues. */
export interface QueueProvider extends Pick<Subject, "name" | "connect" | "starts"> {
  /** Source address without a host. */
  readonly source: string;
  /** Type of its resource. */
  readonly resourceType: string;
}

/** Makes a subject of a provider. @param folder - absolute, holds its executable and no other */
export function toSubject({ source, resourceType, ...rest }: QueueProvider, folder: string): Subject {
  const [, type = ""] = source.split("/");
  return {
    ...rest,
    cliConfiguration: `provider_installation {
  dev_overrides {
    ${JSON.stringify(source)} = ${JSON.stringify(folder)}
  }
  direct {}
}
`,
    declare: (count) => declareQueues({ type, source, resourceType }, count),
  };
}

/** Answers a configuration of this provider with that many queues. */
export function declareOwn(count: number): object {
  const provider = { type: PROVIDER_TYPE, source: PROVIDER_SOURCE, resourceType: OWN_RESOURCE };
  return declareQueues(provider, count);
}

function declareQueues(
  { type, source, resourceType }: Pick<QueueProvider, "source" | "resourceType"> & { readonly type: string },
  count: number,
): object {
  return {
    terraform: { required_providers: { [type]: { source } } },
    provider: { [type]: {} },
    resource: { [resourceType]: declareAll(count, (queue) => queue) },
  };
}

/** Terraform alone: the same values in resources that need no provider, and therefore what no provider can undercut. */
export const FLOOR: Subject = {
  name: "terraform_data",
  cliConfiguration: "",
  starts: [],
  declare: (count) => ({ resource: { terraform_data: declareAll(count, (queue) => ({ input: queue })) } }),
  connect: () => ({}),
};

function declareAll(count: number, toBody: (queue: object) => object): object {
  const queues = Array.from({ length: count }, (_, index) => {
    const repo = { host: "github.com", owner: "acme", name: `service-${index}` };
    return [`service-${index}`, toBody({ repo, target_branch: "main", ...SETTINGS })] as const;
  });
  return Object.fromEntries(queues);
}
