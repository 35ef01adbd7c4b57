import { callFunction } from "../db/functions.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import { writeInvitation } from "../invitations/write-invitation.ts";
import type { Outbox } from "../mail/outbox.ts";
import { fail } from "../app-error.ts";
import { endOf, namesOfAll } from "./bounds.ts";

interface Deps {
  readonly outbox: Outbox;
  readonly appUrl: string;
  readonly now: () => Date;
}

/** Invites an auditor to projects, until a day. Refuses `is-member`, `already-invited`, `audit-too-long` and `no-such-project`. */
export function inviteAuditor(deps: Deps): HandlersOf<"auditors">["invite"] {
  return async ({ input: { companyId, projects, endsOn, ...input }, caller, tx }) => {
    const email = input.email.toLowerCase();
    const endsAt = endOf(endsOn, deps.now());
    const names = await namesOfAll(tx, companyId, projects);
    if (await callFunction(tx, "app.is_team_address", [email])) fail("is-member");
    const audit = { projects: [...new Set(projects)], endsAt };
    const { answer, invitationId } = await writeInvitation(deps, tx, {
      companyId,
      email,
      role: "auditor",
      by: caller.userId,
      audit,
    });
    const details = { email, role: "auditor", projects: names, endsOn };
    return { answer, entry: { subject: invitationId, details } };
  };
}
