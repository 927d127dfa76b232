/**
 * Who may import whom. Every rule says in its comment what would break without it.
 * @type {import("dependency-cruiser").IConfiguration}
 */
module.exports = {
  forbidden: [
    {
      name: "no-cycles",
      comment: "A cycle makes two modules one: neither can be understood, tested or loaded alone.",
      severity: "error",
      from: { path: "^(src|test|scripts|examples)/" },
      to: { circular: true },
    },
    {
      name: "no-unresolvable",
      comment: "An import that leads nowhere fails only when it is run.",
      severity: "error",
      // The example of Pulumi imports a package that Pulumi generates.
      from: { pathNot: "^examples/pulumi/" },
      to: { couldNotResolve: true },
    },
    {
      name: "no-development-packages-in-unbundled-code",
      comment:
        "Constructs, client and local service are installed with their dependencies only; command and provider are bundled whole.",
      severity: "error",
      from: { path: "^src/(product\\.ts|text|queue|wire|api|constructs|distribution|engine|emulator)" },
      to: {
        dependencyTypes: ["npm-dev", "npm-no-pkg", "npm-unknown"],
        pathNot: "node_modules/(cdktf|cdktn|constructs|@cdktf/provider-null)/",
      },
    },
    {
      name: "only-types-of-the-null-provider",
      comment:
        "It is there only where local-exec is used: null-bindings.ts loads it by its name, once it is needed.",
      severity: "error",
      from: { path: "^src/" },
      to: { path: "node_modules/@cdktf/provider-null/", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "text-is-pure",
      comment: "Escaping and redacting are the same for every layer, so that they stand on nothing.",
      severity: "error",
      from: { path: "^src/text/" },
      to: { pathNot: "^src/text/" },
    },
    {
      name: "queue-is-pure",
      comment:
        "What a queue is stands on nothing but text: no I/O and nothing of ours, so that everything may build on it.",
      severity: "error",
      from: { path: "^src/queue/" },
      to: { pathNot: "^src/(queue|text)/" },
    },
    {
      name: "doors",
      comment:
        "Other rooms import only what lies at the top of a room; inner folders are its own. Each interface in wire is a room.",
      severity: "error",
      from: { path: "^src/(wire/(?:first|second)|[^/]+)/" },
      to: { path: "^src/[^/]+/[^/]+/", pathNot: ["^src/$1/", "^src/wire/(first|second)/[^/]+$"] },
    },
    {
      name: "wire-imports-queue",
      comment: "The words of the service stand on what a queue is; client and local service stand on them.",
      severity: "error",
      from: { path: "^src/wire/" },
      to: { path: "^src/", pathNot: "^src/(wire/|queue/|text/)" },
    },
    {
      name: "api-imports-wire-and-queue",
      comment: "The client speaks of queues and knows nothing of who calls it.",
      severity: "error",
      from: { path: "^src/api/" },
      to: { path: "^src/", pathNot: "^src/(api/|wire/|queue/|text/|product\\.ts$)" },
    },
    {
      name: "reconcile-imports-queue-wire-and-api",
      comment: "What decides on calls serves the provider and the command alike, so it knows neither.",
      severity: "error",
      from: { path: "^src/reconcile/" },
      to: { path: "^src/", pathNot: "^src/(reconcile/|queue/|wire/|api/|text/|product\\.ts$)" },
    },
    {
      name: "plan-imports-reconcile",
      comment: "A plan is of many queues; what happens to one is decided beneath it.",
      severity: "error",
      from: { path: "^src/plan/" },
      to: { path: "^src/", pathNot: "^src/(plan/|reconcile/|queue/|wire/|api/|text/|product\\.ts$)" },
    },
    {
      name: "stack-imports-queue",
      comment: "Reading what a stack declares needs no network and no client.",
      severity: "error",
      from: { path: "^src/stack/" },
      to: { path: "^src/", pathNot: "^src/(stack/|queue/|text/|product\\.ts$)" },
    },
    {
      name: "plugin-knows-no-queues",
      comment: "The plugin SDK could be published alone, with the text functions.",
      severity: "error",
      from: { path: "^src/plugin/" },
      to: { path: "^src/", pathNot: "^src/(plugin|text)/" },
    },
    {
      name: "provider-imports-the-layers-beneath",
      comment:
        "The provider joins plugin and reconcile; it ships in a bundle without constructs, command and emulator.",
      severity: "error",
      from: { path: "^src/provider/" },
      to: {
        path: "^src/",
        pathNot: "^src/(provider/|plugin/|reconcile/|api/|wire/|queue/|text/|product\\.ts$)",
      },
    },
    {
      name: "constructs-never-reach-the-network",
      comment: "Synth validates and writes files; with the client out of reach it cannot call the service.",
      severity: "error",
      from: { path: "^src/constructs/" },
      to: { path: "^src/", pathNot: "^src/(constructs/|queue/|distribution/|text/|product\\.ts$)" },
    },
    {
      name: "constructs-have-no-network-at-all",
      comment: "The same rule for Node's own modules.",
      severity: "error",
      from: { path: "^src/(constructs|distribution|engine|foresight|plan|queue|reconcile|stack|text|wire)/" },
      to: { dependencyTypes: ["core"], path: "^(node:)?(net|tls|dgram|dns|https?|http2)(/|$)" },
    },
    {
      name: "distribution-stands-alone",
      comment: "Placing the plugin is about files; constructs and command share it.",
      severity: "error",
      from: { path: "^src/distribution/" },
      to: { path: "^src/", pathNot: "^src/(distribution/|text/|product\\.ts$)" },
    },
    {
      name: "engine-imports-queue",
      comment: "How a queue works is a pure function: the local service and forecasts stand on it alike.",
      severity: "error",
      from: { path: "^src/engine/" },
      to: { path: "^src/", pathNot: "^src/(engine/|queue/|text/)" },
    },
    {
      name: "emulator-shares-only-the-contract",
      comment:
        "The local service checks the client: sharing more than the words of the wire would let both be wrong together.",
      severity: "error",
      from: { path: "^src/emulator/" },
      to: { path: "^src/", pathNot: "^src/(emulator/|engine/|wire/|queue/|text/|product\\.ts$)" },
    },
    {
      name: "foresight-imports-queue-and-the-engine",
      comment:
        "A forecast is computed from a load and settings alone: no client, no service around the engine, no face.",
      severity: "error",
      from: { path: "^src/foresight/" },
      to: {
        path: "^src/",
        pathNot: "^src/(foresight/|queue/|text/|engine/|product\\.ts$)",
      },
    },
    {
      name: "report-imports-values",
      comment: "Printers stand on values: a plan or a forecast is printed the same, whoever made it.",
      severity: "error",
      from: { path: "^src/report/" },
      to: { path: "^src/", pathNot: "^src/(report/|queue/|text/|foresight/|plan/)" },
    },
    {
      name: "report-does-nothing-but-print",
      comment:
        "No request, no file: who asks for a report reads and writes. Hashes are allowed, for the page's own script.",
      severity: "error",
      // The build puts the style sheet and the script into the module that reads them.
      from: { path: "^src/report/", pathNot: "-texts\\.ts$" },
      to: { dependencyTypes: ["core"], pathNot: "^(node:)?crypto$" },
    },
    {
      name: "nothing-imports-a-face",
      comment: "Command and provider are ends: what two of them need belongs beneath them.",
      severity: "error",
      from: { path: "^src/", pathNot: "^src/(cli|provider)/" },
      to: { path: "^src/(cli|provider)/" },
    },
    {
      name: "product-imports-nothing",
      comment: "Every layer may import it, so it must not lead anywhere but to package.json.",
      severity: "error",
      from: { path: "^src/product\\.ts$" },
      to: { pathNot: "^package\\.json$" },
    },
    {
      name: "no-code-from-tests-or-scripts",
      comment: "What is published cannot need what is not.",
      severity: "error",
      from: { path: "^src/" },
      to: { path: "^(test|scripts|examples)/" },
    },
    {
      name: "no-child-processes",
      comment:
        "S-15: a product that starts no program cannot be tricked into starting one. The one exception asks for versions.",
      severity: "error",
      from: { path: "^src/", pathNot: "^src/cli/doctor/version-checks\\.ts$" },
      to: { dependencyTypes: ["core"], path: "^(node:)?child_process$" },
    },
    {
      name: "one-home-for-http",
      comment:
        "undici is loaded lazily and configured (TLS, limits, no redirects) in the client's transport only.",
      severity: "error",
      from: { path: "^src/", pathNot: "^src/api/" },
      to: { path: "node_modules/undici/" },
    },
    {
      name: "one-home-for-the-plugin-protocol",
      comment: "The formats of msgpack and protobuf belong to the plugin SDK.",
      severity: "error",
      from: { path: "^src/", pathNot: "^src/plugin/" },
      to: { path: "node_modules/(@msgpack|@bufbuild|long)/" },
    },
    {
      name: "no-foreign-grpc",
      comment:
        "A gRPC library is most of a start; src/plugin/grpc needs Node's http2 alone. Tests play Terraform's side with one.",
      severity: "error",
      from: { path: "^src/" },
      to: { path: "node_modules/@grpc/" },
    },
    {
      name: "one-home-for-the-cdk",
      comment: "The second CDK library is supported by a twin of this one file.",
      severity: "error",
      from: { path: "^src/", pathNot: "^src/constructs/cdk(\\.cdktn)?\\.ts$" },
      to: { path: "node_modules/(cdktf|cdktn)/" },
    },
    {
      name: "constructs-library-in-constructs",
      comment: "Nothing else builds a construct tree.",
      severity: "error",
      from: { path: "^src/", pathNot: "^src/constructs/" },
      to: { path: "node_modules/constructs/" },
    },
    {
      name: "one-home-for-argument-parsing",
      comment: "Only the command has arguments to parse.",
      severity: "error",
      from: { path: "^src/", pathNot: "^src/cli/" },
      to: { path: "node_modules/commander/" },
    },
    {
      name: "one-home-for-csv",
      comment: "Only workloads are read from CSV.",
      severity: "error",
      from: { path: "^src/", pathNot: "^src/foresight/workload/" },
      to: { path: "node_modules/(@types/)?papaparse/" },
    },
    {
      name: "one-home-for-schemas-of-the-wire",
      comment:
        "zod checks what crosses the wire or comes from a file of ours; everything else derives from the settings table.",
      severity: "error",
      from: { path: "^src/", pathNot: "^src/(wire|api|emulator|foresight|plan/document)/" },
      to: { path: "node_modules/zod/" },
    },
    {
      name: "small-schemas-where-the-provider-loads-them",
      comment:
        "zod's main entry gives every schema dozens of methods, which takes longer than the rest of loading it: zod/mini has functions. Only foresight, which the provider does not contain, describes its schemas for JSON Schema.",
      severity: "error",
      from: { path: "^src/", pathNot: "^src/foresight/" },
      to: { path: "node_modules/zod/index\\." },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    // The last are programs of users, like the examples, and no part of the command.
    exclude: { path: "^(dist|coverage|\\.scratch)/|cdktf\\.out|^src/cli/init/templates/" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["node", "require", "types", "default"],
    },
  },
};
