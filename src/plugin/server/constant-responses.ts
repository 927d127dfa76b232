/** Encoded responses of the calls in {@link CONSTANT_PATHS}, in base64, by path: a value that JSON can hold. */
export interface ConstantResponses {
  readonly [path: string]: string;
}

/** Paths of the calls whose responses depend on nothing but the provider's definition. */
export const CONSTANT_PATHS: readonly string[] = [
  "GetProviderSchema",
  "GetResourceIdentitySchemas",
  "GetMetadata",
  "GetFunctions",
].map((name) => `/tfplugin6.Provider/${name}`);
