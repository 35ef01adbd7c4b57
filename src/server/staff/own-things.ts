import type { Tx } from "../db/as-caller.ts";
import { readOwnDeviceQuestions } from "./device-questions.ts";
import type { OwnDeviceQuestion } from "./device-questions.ts";
import { readOwnHolds } from "./own-holds.ts";
import type { OwnHold } from "./own-holds.ts";
import { readOwnPolicies } from "./policies/own-policies.ts";
import type { OwnPolicy } from "./policies/own-policies.ts";
import { readOwnTraining } from "./training/own-training.ts";
import type { OwnTraining } from "./training/own-training.ts";

/** All that asks something of somebody of the staff, done or not. */
export interface OwnThings {
  readonly training: OwnTraining;
  readonly policies: readonly OwnPolicy[];
  readonly holds: readonly OwnHold[];
  readonly questions: readonly OwnDeviceQuestion[];
}

/** The same, read as that person. */
export async function readOwnThings(tx: Tx, at: Date): Promise<OwnThings> {
  return {
    training: await readOwnTraining(tx, at),
    policies: await readOwnPolicies(tx),
    holds: await readOwnHolds(tx),
    questions: await readOwnDeviceQuestions(tx, at),
  };
}
