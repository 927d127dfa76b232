import type * as z from "zod";
import type { Finding } from "../queue/finding";
import { MergeQueueError, toErrorMessage } from "../queue/merge-queue-error";
import { isPlainObject } from "../text/is-plain-object";
import { quote } from "../text/quote";
import { WORKLOAD_SCHEMA, type Workload } from "./workload";
import { createFindingsError } from "./workload/create-findings-error";
import { WORKLOAD_FORMAT, WORKLOAD_VERSION } from "./workload/workload-constants";

const TYPES: Readonly<Record<string, string>> = { array: "a list", object: "an object", string: "a string" };

/** Parses a workload file. @throws MergeQueueError `invalid_workload` that lists all findings */
export function parseWorkload(text: string): Workload {
  const checked = WORKLOAD_SCHEMA.safeParse(parseDocument(text), { error: describeIssue });
  if (checked.success) return checked.data;
  throw createFindingsError("The workload is invalid.", checked.error.issues.flatMap(toFindings), ".");
}

function parseDocument(text: string): unknown {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch (error) {
    throw createError(`Not a workload: it is not JSON. ${toErrorMessage(error)}.`, error);
  }
  if (!isPlainObject(document) || document["format"] !== WORKLOAD_FORMAT) {
    throw createError(
      `Not a workload: it has no "format": "${WORKLOAD_FORMAT}". Write one with mergequeue workload record, import or from-git.`,
    );
  }
  const { version } = document;
  if (version === WORKLOAD_VERSION) return document;
  throw createError(
    `This version of mergequeue reads only workloads of version ${WORKLOAD_VERSION}, and this workload has ${version === undefined ? "no version" : `version ${quote(version)}`}. ` +
      "Write the workload again with this version of mergequeue, or use a newer mergequeue.",
  );
}

function describeIssue(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code !== "invalid_type") return undefined;
  return issue.input === undefined ? "Is missing." : `Must be ${TYPES[issue.expected] ?? issue.expected}.`;
}

function toFindings(issue: z.core.$ZodIssue): Finding[] {
  const path = issue.path.map(String);
  // One finding for each unknown field, at the field.
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({ path: [...path, key], message: "A workload has no such field." }));
  }
  return [{ path, message: issue.message }];
}

function createError(message: string, cause?: unknown): MergeQueueError {
  return new MergeQueueError("invalid_workload", message, {}, cause);
}

const NUMBERS_PER_LINE = 16;
const NUMBER_LIST = /\[\n\s+(-?\d[\d.e+-]*(?:,\n\s+-?\d[\d.e+-]*)*)\n(\s+)\]/g;
const FLAT_ELEMENT = /^( +)\{\n((?: +"[^"]+": [^\n{[]+\n)+) +\}/gm;

/** Formats a workload as JSON with a final line break. A line has several numbers, one hour or one share. */
export function formatWorkload(workload: Workload): string {
  const json = JSON.stringify(workload, undefined, 2)
    .replaceAll(NUMBER_LIST, (_, list: string, indent: string) => {
      const numbers = list.split(/,\s+/);
      const lines = Array.from({ length: Math.ceil(numbers.length / NUMBERS_PER_LINE) }, (_line, index) =>
        numbers.slice(index * NUMBERS_PER_LINE, (index + 1) * NUMBERS_PER_LINE).join(", "),
      );
      return `[\n${indent}  ${lines.join(`,\n${indent}  `)}\n${indent}]`;
    })
    .replaceAll(FLAT_ELEMENT, (_, indent: string, fields: string) => {
      return `${indent}{ ${fields.trim().split(/\n\s+/).join(" ")} }`;
    });
  return `${json}\n`;
}
