import * as z from "zod/mini";
import { boundedList } from "../../api/schemas/bounded-list";
import { type ControlOperation, defineWrite } from "./control-operation";
import { FAULT_SCHEMA, makeFault } from "./fault-input";

/** The operations that set faults. */
export const FAULT_OPERATIONS: readonly ControlOperation[] = [
  defineWrite(
    "setFaults",
    "Replaces the faults for requests to /v1, the first outermost.",
    z.strictObject({ faults: boundedList(FAULT_SCHEMA) }),
    ({ faults }, { faults: inputs }) => {
      faults.set(inputs.map((input) => ({ fault: makeFault(input), description: input })));
      return { faults: faults.describe() };
    },
  ),
  defineWrite("clearFaults", "Removes all faults.", z.strictObject({}), ({ faults }) => {
    faults.set([]);
    return { faults: faults.describe() };
  }),
];
