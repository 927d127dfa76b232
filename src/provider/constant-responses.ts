import type { ConstantResponses } from "../plugin/create-route-finder";

/** Responses that the build makes. This source file has none: the build replaces it. */
export const CONSTANT_RESPONSES: ConstantResponses = {};
