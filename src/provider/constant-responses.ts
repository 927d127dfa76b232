import type { ConstantResponses } from "../plugin/create-route-finder";

/** Responses that the build has made. The sources have none: the build replaces this file. */
export const CONSTANT_RESPONSES: ConstantResponses = {};
