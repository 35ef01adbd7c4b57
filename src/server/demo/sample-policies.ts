import { randomBytes } from "node:crypto";
import type pg from "pg";
import { policyKinds } from "#catalog/policies/kinds.ts";
import { demoAccounts } from "./accounts.ts";
import { JONAS, PRIYA, TOM } from "./sample-people.ts";

type Act = (name: string, input: Record<string, unknown>, as?: string) => Promise<unknown>;

/** Of these everybody was told in the first days; of the others everybody has thirty days from then. */
const ACKNOWLEDGED_FIRST = ["policies.security-policy", "accounts.access-control-policy", "devices.device-policy"];

/** Whoever acknowledged them in the first days; everybody else has time. */
const ACKNOWLEDGED = [demoAccounts[0]!.userId, JONAS, PRIYA, TOM];

interface InForce {
  readonly inForce: { readonly id: string };
}

/** Puts policies of the library in force as the owner, approved by Jonas and assigned to everyone. */
export async function keepPolicies(admin: pg.ClientBase, act: Act, companyId: string, now: Date): Promise<void> {
  await openSessions(admin, now);
  await vouchForAddresses(act, companyId);
  for (const { documentId } of policyKinds) {
    const { title, text } = (await act("policies.compose", {
      companyId,
      documentId,
      edition: "law",
      answers: {},
    })) as { title: string; text: string };
    const { open } = (await act("policies.add", { companyId, documentId, title, text })) as { open: { id: string } };
    const draft = { companyId, versionId: open.id, revision: 1 };
    await act("policies.send", { ...draft, quorum: 1 });
    const { inForce } = (await act("policies.approve", draft, JONAS)) as InForce;
    const version = { companyId, versionId: inForce.id };
    await act("policies.assign", { ...version, audience: "everyone" });
    const { sha256 } = (await act("policies.version", version)) as { sha256: string };
    if (!ACKNOWLEDGED_FIRST.includes(documentId)) continue;
    for (const by of ACKNOWLEDGED) await act("policies.acknowledge", { ...version, sha256 }, by);
  }
}

/** The other administrator confirms the addresses that the owner wrote: nobody takes part by one that nobody else has seen. */
async function vouchForAddresses(act: Act, companyId: string): Promise<void> {
  const by = demoAccounts[1]!.userId;
  const { addresses } = (await act("staff.addresses", { companyId }, by)) as {
    addresses: readonly { readonly personId: string; readonly email: string }[];
  };
  const seen = addresses.map(({ personId, email }) => ({ personId, email }));
  await act("staff.vouch", { companyId, addresses: seen }, by);
}

/**
 * An acknowledgment says how its person signed in, which their session knows. Nobody has the token of these; a visit acts as one of the
 * demo accounts, and its acknowledgments need theirs.
 */
async function openSessions(admin: pg.ClientBase, now: Date): Promise<void> {
  for (const userId of ACKNOWLEDGED)
    await admin.query(
      `INSERT INTO auth.sessions (id, user_id, token_sha256, method, created_at, authenticated_at, last_used_at, expires_at, address, user_agent)
        VALUES ($1, $1, $2, 'password', $3, $3, $3, $3::timestamptz + interval '100 years', '', '')`,
      [userId, randomBytes(32), now],
    );
}
