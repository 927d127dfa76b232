/** One page of the API's documentation. */
export interface ApiPage {
  /** Name of the entry in `TYPED_ENTRIES` that it documents. */
  readonly entry: string;
  /** Name of the page's file in docs/api, without extension. */
  readonly name: string;
  readonly title: string;
  /** What stands beneath the title, as Markdown: how to import it, and where its guide is. */
  readonly introduction: string;
}

/** The pages. The constructs for CDK Terrain have the surface of those for CDKTF, so that one page is for both. */
export const API_PAGES: readonly ApiPage[] = [
  {
    entry: "index",
    name: "constructs",
    title: "API of the constructs",
    introduction: [
      "```ts",
      'import { MergeQueue, MergeQueueProvider } from "terraform-provider-mergequeue"; // CDKTF',
      'import { MergeQueue, MergeQueueProvider } from "terraform-provider-mergequeue/cdktn"; // CDK Terrain',
      "```",
      "",
      "Both entries have the same surface; in the second, the CDK's own types are those of `cdktn`. The guides",
      "[Constructs](../guides/constructs.md) and [Fleets](../guides/fleets.md) tell how it is used.",
    ].join("\n"),
  },
  {
    entry: "client",
    name: "client",
    title: "API of the client",
    introduction: [
      "```ts",
      'import { MergeQueueClient } from "terraform-provider-mergequeue/client";',
      "```",
      "",
      "[Client](../client.md) tells how it is used, [interface](../interface.md) what the service makes of each operation.",
      "Fields without a description have the meaning that the interface gives them.",
    ].join("\n"),
  },
  {
    entry: "emulator",
    name: "local-service",
    title: "API of the local service",
    introduction: [
      "```ts",
      'import { startEmulator } from "terraform-provider-mergequeue/emulator";',
      "```",
      "",
      "[Testing your stacks and tools](../guides/testing-your-stacks.md) tells how it is used, [local service](../local-service.md)",
      "what it does. Fields without a description have the meaning that the [interface](../interface.md) gives them.",
    ].join("\n"),
  },
];
