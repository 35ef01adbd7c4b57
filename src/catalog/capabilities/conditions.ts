import { plans } from "../plans.ts";
import { capabilities } from "./index.ts";
import type { CapabilityKey } from "./index.ts";

/** Under which conditions a capability is there: its smallest plan, and what the operator has to turn on. Empty without any. */
export function conditionsOf(key: CapabilityKey): string {
  const { plan, flag } = capabilities[key];
  const name = plans.find((item) => item.key === plan)?.name;
  return [
    name && `From ${name}, and in Early Access.`,
    flag && "Off until the operator of the installation turns it on.",
  ]
    .filter(Boolean)
    .join(" ");
}

/** All that is to be said of a row: its sentences, further facts and conditions. */
export function inFull(key: CapabilityKey): string {
  const { sentence, more } = capabilities[key];
  return [sentence, more, conditionsOf(key)].filter(Boolean).join(" ");
}
