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
  "invitation.cancelled": (who) => `canceled the invitation for ${who}`,
  "invitation.ended": (who) => `ended the invitation for ${who}: the inviter lost their rights`,
  "flag.turned": (flag, { enabled }) => `turned ${flag} ${on(enabled)}`,
  "flag.overridden": (flag, { company, enabled }) =>
    enabled === null
      ? `reset ${flag} to the default for ${String(company)}`
      : `turned ${flag} ${on(enabled)} for ${String(company)}`,
  "request.answered": (who) => `answered ${who}`,
  "job.retried": (kind) => `retried a failed job: ${labelOfJob(kind)}`,
  "job.discarded": (kind) => `discarded a failed job: ${labelOfJob(kind)}`,
  "installation.restored": (written) => `restored the backup of ${written}`,
  "request.invited": (who) => `invited ${who} after their access request`,
  "request.closed": (who) => `closed ${who}'s request`,
  "request.reopened": (who) => `reopened ${who}'s request`,
};

/** What was done, as the rest of a sentence that begins with who did it. */
export function wordsOf({ act, subject, details }: Act): string {
  return sentences[act]?.(subject, details) ?? `${act} ${subject}`;
}
