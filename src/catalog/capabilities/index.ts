import { account } from "./account.ts";
import type { Capability } from "./capability.ts";
import { collecting } from "./collecting.ts";
import { deciding } from "./deciding.ts";
import { filing } from "./filing.ts";
import { handingOver } from "./handing-over.ts";
import { missing } from "./missing.ts";
import { program } from "./program.ts";

export type { Capability, CapabilityStatus, NamedTest } from "./capability.ts";

/**
 * What the product does and does not do, one row each: the only table of it. Landing page, price list, `/promises`, questions and
 * documentation say its sentences, and tests refuse a page that says otherwise.
 */
const table = { ...collecting, ...filing, ...deciding, ...program, ...handingOver, ...account, ...missing } as const;

export type CapabilityKey = keyof typeof table;

export const capabilities: Readonly<Record<CapabilityKey, Capability>> = table;

/** All keys, in the table's order. */
export const capabilityKeys = Object.keys(table) as readonly CapabilityKey[];

/** The sentences of rows, in this order, as one text. */
export function said(...keys: readonly CapabilityKey[]): string {
  return keys.map((key) => capabilities[key].sentence).join(" ");
}

/** Whether any of them does not work yet. */
export function isComing(keys: readonly CapabilityKey[]): boolean {
  return keys.some((key) => capabilities[key].status === "coming");
}
