import type * as z from "zod";
import type { contract } from "#contract/index.ts";
import { labelOfJob } from "#domain/job-kinds.ts";

export type Act = z.output<typeof contract.users.acts.output>[number];

type Say = (subject: string, details: Act["details"]) => string;

const on = (enabled: unknown) => (enabled === true ? "on" : "off");

const sentences: Readonly<Record<string, Say>> = {
  "user.roleChanged": (who, { to }) => `made ${who} ${to === "user" ? "a" : to === "admin" ? "an" : "a"} ${String(to)}`,
  "user.disabled": (who) => `disabled ${who}`,
  "user.enabled": (who) => `enabled ${who} again`,
  "user.sessionsEnded": (who) => `signed ${who} out everywhere`,
  "invitation.sent": (who, { role }) => `invited ${who} as ${String(role)}`,
  "invitation.sentAgain": (who) => `invited ${who} again`,
  "invitation.cancelled": (who) => `cancelled the invitation for ${who}`,
  "invitation.ended": (who) => `no longer invites ${who}: the rights of who invited them ended`,
  "flag.turned": (flag, { enabled }) => `turned ${flag} ${on(enabled)}`,
  "flag.overridden": (flag, { company, enabled }) =>
    enabled === null
      ? `gave ${String(company)} ${flag} as the installation has it`
      : `turned ${flag} ${on(enabled)} for ${String(company)}`,
  "request.answered": (who) => `answered ${who}`,
  "request.invited": (who) => `invited ${who}, who had asked for access`,
  "request.closed": (who) => `closed the request of ${who}`,
  "job.retried": (kind) => `retried a failed job of ${labelOfJob(kind)}`,
  "job.discarded": (kind) => `discarded a failed job of ${labelOfJob(kind)}`,
  "request.reopened": (who) => `opened the request of ${who} again`,
};

/** What was done, as the rest of a sentence that begins with who did it. */
export function wordsOf({ act, subject, details }: Act): string {
  return sentences[act]?.(subject, details) ?? `${act} ${subject}`;
}
