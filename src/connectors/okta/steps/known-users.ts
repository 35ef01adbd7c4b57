import type { Json, StepContext } from "../../connector.ts";
import type { User } from "../kinds.ts";

/** A user of an earlier step, with Okta's id. */
export interface KnownUser extends User {
  readonly id: string;
  readonly seenAt: string;
}

/** Statuses with which somebody can sign in, once they know their password. */
export const ACTIVE: readonly string[] = ["ACTIVE", "PASSWORD_EXPIRED", "LOCKED_OUT"];

/** Statuses of people who should hold nothing any more. */
export const GONE: readonly string[] = ["DEPROVISIONED", "SUSPENDED"];

/** Users of the run, in the order in which they were listed. */
export function knownUsers(items: StepContext["items"]): KnownUser[] {
  return items("okta.user").flatMap((item) =>
    item.data === null ? [] : [{ ...(item.data as unknown as User), id: item.subject.id, seenAt: item.observedAt }],
  );
}

/** What is left after the one whose id a checkpoint names; all of them where it names none. */
export function after<One extends { readonly id: string }>(cursor: Json | undefined, all: readonly One[]): One[] {
  return all.slice(all.findIndex((one) => one.id === cursor) + 1);
}
