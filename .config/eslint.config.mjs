import tseslint from "typescript-eslint";

const processRule = {
  selector: "MemberExpression[object.name='process'][property.name=/^(env|exit)$/]",
  message: "process.env and process.exit belong to entry files; take what you need as a parameter.",
};

export default tseslint.config(
  {
    ignores: [
      "**/node_modules/",
      "**/dist/",
      "coverage/",
      ".scratch/",
      "**/cdktf.out/",
      "**/*.generated.ts",
      "**/.terraform/",
      // Imports a package that Pulumi generates.
      "examples/pulumi/",
    ],
  },
  {
    files: ["**/*.ts"],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: `${import.meta.dirname}/..` },
    },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      "@typescript-eslint/consistent-type-imports": "error",
      // Such an import of nothing but types would still load the module, and with it its packages.
      "@typescript-eslint/no-import-type-side-effects": "error",
      "@typescript-eslint/explicit-module-boundary-types": "error",
      "@typescript-eslint/switch-exhaustiveness-check": [
        "error",
        { considerDefaultExhaustiveForUnions: true },
      ],
      // Numbers and booleans print the same everywhere, so a template may hold them.
      "@typescript-eslint/restrict-template-expressions": [
        "error",
        { allowNumber: true, allowBoolean: true },
      ],
      // A server handler must be async by its type even where it has nothing to wait for.
      "@typescript-eslint/require-await": "off",
      // There are no enums, and it takes a tenth of the time.
      "@typescript-eslint/no-unsafe-enum-assignment": "off",
      // It does not terminate for recursive types, such as that of parsed JSON (typescript-eslint 8.73).
      "@typescript-eslint/no-unsafe-class-instance-assignment": "off",
      "no-restricted-syntax": [
        "error",
        {
          selector: "ExportAllDeclaration",
          message: "List exports by name: the public surface is a decision.",
        },
        { selector: "TSEnumDeclaration", message: "Use a const object and a union." },
        {
          selector: "CallExpression[callee.object.name='Object'][callee.property.name='assign']",
          message: "Object.assign sets prototypes from parsed JSON (rule S-12).",
        },
      ],
      "no-console": "error",
    },
  },
  {
    files: ["src/**/*.ts", "scripts/**/*.ts", "test/**/*.ts"],
    rules: {
      // Code is as long as the formatter makes it.
      "max-len": ["error", { code: 1000, comments: 110, ignoreUrls: true, ignorePattern: "eslint-disable" }],
    },
  },
  {
    files: ["src/**/*.ts"],
    ignores: ["src/provider/main.ts", "src/cli/main.ts"],
    rules: {
      "max-params": ["error", 4],
      "no-nested-ternary": "error",
      "no-restricted-syntax": [
        "error",
        {
          selector: "ExportAllDeclaration",
          message: "List exports by name: the public surface is a decision.",
        },
        { selector: "TSEnumDeclaration", message: "Use a const object and a union." },
        {
          selector: "CallExpression[callee.object.name='Object'][callee.property.name='assign']",
          message: "Object.assign sets prototypes from parsed JSON (rule S-12).",
        },
        processRule,
        {
          selector:
            ":matches(FunctionDeclaration, MethodDefinition > FunctionExpression) > Identifier.params:not(:first-child)" +
            "[typeAnnotation.typeAnnotation.type=TSBooleanKeyword]",
          message: "Take a flag by name, in an object: a bare true says nothing at the call.",
        },
      ],
    },
  },
  {
    // Scripts of pages, which a browser runs as they are.
    files: ["src/**/*.js"],
    languageOptions: {
      sourceType: "script",
      globals: Object.fromEntries(
        [
          ...["URL", "XMLHttpRequest", "addEventListener", "clearTimeout", "document"],
          ...["history", "location", "setTimeout"],
        ].map((name) => [name, "readonly"]),
      ),
    },
    rules: { "no-undef": "error", "no-unused-vars": "error", "no-var": "error", "prefer-const": "error" },
  },
  {
    // Node's test runner waits for its tests by itself.
    files: ["src/cli/init/templates/**/*.test.ts"],
    rules: {
      "@typescript-eslint/no-floating-promises": [
        "error",
        { allowForKnownSafeCalls: [{ from: "package", package: "node:test", name: "test" }] },
      ],
    },
  },
  {
    files: ["scripts/**/*.ts", "test/**/*.ts", "examples/**/*.ts", "src/cli/main.ts"],
    rules: { "no-console": "off" },
  },
);
