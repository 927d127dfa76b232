/** All names of templates, in the order in which they are offered. */
export const TEMPLATE_NAMES = ["cdktn", "cdktf", "hcl", "pulumi"] as const;

/** Name of a template. */
export type TemplateName = (typeof TEMPLATE_NAMES)[number];

/** The template for an empty answer and without a terminal: the first one in the list. */
export const DEFAULT_TEMPLATE: TemplateName = "cdktn";
