import type { Json, StepContext } from "../../connector.ts";
import type { User } from "../kinds.ts";

/** A user of an earlier step, with Okta's id. */
export interface KnownUser extends User {
  readonly id: string;
  readonly seenAt: string;
}

/** What each status of Okta's means: who can sign in, once they know their password, who cannot yet, and who should hold nothing. */
export const statuses = {
  ACTIVE: "active",
  PASSWORD_EXPIRED: "active",
  LOCKED_OUT: "active",
  RECOVERY: "active",
  STAGED: "not yet",
  PROVISIONED: "not yet",
  DEPROVISIONED: "gone",
  SUSPENDED: "gone",
} as const;

const meaning = (status: string) => (statuses as Readonly<Partial<Record<string, string>>>)[status];

/** Whether somebody may sign in; also with a status that we do not know, whose factors are then read. */
export const isActive = ({ status }: User): boolean => ["active", undefined].includes(meaning(status));

/** Whether somebody should hold nothing any more, or may: with a status that we do not know. */
export const isGone = ({ status }: User): boolean => ["gone", undefined].includes(meaning(status));

/** Users of the run, in the order in which they were listed. */
export function knownUsers(items: StepContext["items"]): KnownUser[] {
  return items("okta.user").flatMap((item) =>
    item.data === null ? [] : [{ ...(item.data as unknown as User), id: item.subject.id, seenAt: item.observedAt }],
  );
}

/** What is left after the one whose id a checkpoint names; all of them where it names none. */
export function after<One extends { readonly id: string }>(cursor: Json | undefined, all: readonly One[]): One[] {
  return all.slice(all.findIndex((item) => item.id === cursor) + 1);
}
