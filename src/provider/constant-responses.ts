import type { ConstantResponses } from "../plugin/create-route-finder";

/** Responses that the build makes. This source file has no responses, because the build replaces the file. */
export const CONSTANT_RESPONSES: ConstantResponses = {};
