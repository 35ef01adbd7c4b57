import { sql } from "kysely";
import { callFunction } from "../db/functions.ts";
import { newToken, sha256 } from "../auth/tokens.ts";
import type { Tx } from "../db/as-caller.ts";
import type { Outbox } from "../mail/outbox.ts";
import { invitationToCompany } from "../mail/templates/invitation.ts";
import { fail } from "../app-error.ts";
import { listInvitations } from "./invitation-list.ts";

/** What an invitation's link is written and mailed with. */
export interface LinkDeps {
  readonly outbox: Outbox;
  readonly appUrl: string;
  readonly now: () => Date;
}

const DAY_SECONDS = 24 * 60 * 60;
/** In a day: links of one company, and mails to one address from whichever company. No mailbox is flooded through us. */
const PER_COMPANY = 200;
const PER_ADDRESS = 5;

/**
 * One more link of an invitation. Its token is in the answer and nowhere else. A mail has a link of its own, which nobody but
 * its reader sees: that link proves the address, and who invited somebody must not be able to prove it for them.
 */
export async function addLink(
  { outbox, appUrl, now }: LinkDeps,
  tx: Tx,
  { companyId, invitationId, mail }: { companyId: string; invitationId: string; mail: boolean },
) {
  const makeLink = async (mailed: boolean) => {
    const token = newToken();
    await tx
      .insertInto("app.invitation_links")
      .values({
        company_id: companyId,
        token_sha256: sha256(token),
        invitation_id: invitationId,
        created_at: now(),
        mailed,
      })
      .execute();
    return `${appUrl}/invite?token=${token}`;
  };
  const shown = await makeLink(false);
  const invitation = (await listInvitations(tx, now(), invitationId))[0] ?? fail("not-found");
  await consumeRateLimit(tx, `invitations|${companyId}`, PER_COMPANY);
  if (mail) {
    await consumeRateLimit(tx, `invited|${invitation.email}`, PER_ADDRESS);
    const { rows } = await sql<{ company: string; inviter: string }>`SELECT c.name AS company,
      concat_ws(' ', p.first_name, p.last_name) AS inviter FROM app.companies c LEFT JOIN app.profiles p ON p.id = app.uid()
      WHERE c.id = ${companyId}`.execute(tx);
    const { company, inviter } = rows[0]!;
    const { email, role, expiresAt, audit } = invitation;
    const link = await makeLink(true);
    await outbox.enqueue(
      tx,
      invitationToCompany({ to: email, inviter, company, role, link, expiresAt: new Date(expiresAt), appUrl, audit }),
    );
  }
  return { invitation, link: shown };
}

async function consumeRateLimit(tx: Tx, key: string, limit: number): Promise<void> {
  if ((await callFunction(tx, "app.take_turn", [key, limit, DAY_SECONDS, 1])) !== 0) fail("too-many-requests");
}
