import type { ConstantResponses } from "../plugin/create-route-finder";

/** The responses that the build makes. Here, there are none, because the build replaces this file. */
export const CONSTANT_RESPONSES: ConstantResponses = {};
