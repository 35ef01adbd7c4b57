import { sql } from "kysely";
import { newToken, sha256 } from "../auth/tokens.ts";
import { fail } from "../app-error.ts";
import type { Tx } from "../db/as-caller.ts";
import { plainArray } from "../db/array-literal.ts";
import { callFunction } from "../db/functions.ts";
import type { Caller } from "../endpoints/caller.ts";
import type { Changed } from "../endpoints/handler.ts";
import type { Outbox } from "../mail/outbox.ts";
import { mayMail } from "./may-mail.ts";
import { isUnvouched } from "./vouch-addresses.ts";
import { staffLink } from "../mail/templates/staff-link.ts";

interface Deps {
  readonly outbox: Outbox;
  readonly appUrl: string;
  readonly now: () => Date;
}

interface Sent {
  sent: number;
  skipped: string[];
  unvouched: string[];
  reasons: { personId: string; why: "gone" | "no email" | "unvouched" | "mailed" }[];
}

const DAY_SECONDS = 24 * 60 * 60;
/** Links of one company in a day. */
const PER_COMPANY = 20_000;

/** Mails a link to each of these people who can have one; refuses `staff-nobody` where nobody can, `staff-unvouched` where nobody vouches for any of the addresses. */
export async function sendLinks(
  { outbox, appUrl, now }: Deps,
  tx: Tx,
  caller: Pick<Caller, "companyId">,
  personIds: readonly string[],
): Promise<Changed<Sent>> {
  const people = [...new Set(personIds)];
  const at = now();
  await consumeRateLimit(tx, `staff-links|${caller.companyId}`, PER_COMPANY, people.length);
  const company = await tx
    .selectFrom("app.companies")
    .select("name")
    .where("id", "=", caller.companyId)
    .executeTakeFirstOrThrow();
  const { rows } = await sql<{ id: string; email: string | null; unvouched: boolean | null }>`SELECT r.id,
      lower(r.fields ->> 'email') AS email, (${isUnvouched}) AS unvouched
    FROM app.records r WHERE r.company_id = ${caller.companyId} AND r.id = ANY (${plainArray(people)}::uuid[])
      AND r.register = 'people' AND r.ended_at IS NULL`.execute(tx);
  const unvouched = rows.flatMap((row) => (row.unvouched === true ? [row.id] : []));
  const addresses = new Map(rows.flatMap((row) => (row.unvouched === true ? [] : [[row.id, row.email] as const])));
  const numbers: string[] = [];
  const reasons: Sent["reasons"] = [];
  for (const personId of people) {
    const token = newToken();
    const address = addresses.get(personId);
    // A new link ends the one before it: who gets no mail now keeps theirs.
    const isAllowed = !!address && (await mayMail(tx, caller.companyId, address));
    const [person] = isAllowed ? await callFunction(tx, "app.send_staff_link", [personId, sha256(token), at]) : [];
    if (!person) {
      const isKnown = rows.some(({ id }) => id === personId);
      reasons.push({
        personId,
        why: unvouched.includes(personId)
          ? "unvouched"
          : !isKnown || isAllowed
            ? "gone"
            : address
              ? "mailed"
              : "no email",
      });
      continue;
    }
    numbers.push(`PER-${person.number}`);
    const { email: to, name } = person;
    await outbox.enqueue(tx, staffLink({ to, name, company: company.name, token, sentAt: at, appUrl }));
  }
  if (numbers.length === 0) return fail(unvouched.length === people.length ? "staff-unvouched" : "staff-nobody");
  const skipped = reasons.map(({ personId }) => personId);
  return {
    answer: { sent: numbers.length, skipped, unvouched, reasons },
    entry: {
      subject: people.length === 1 ? people[0]! : caller.companyId,
      details: { sent: numbers.length, numbers },
    },
  };
}

async function consumeRateLimit(tx: Tx, key: string, limit: number, count: number): Promise<void> {
  if ((await callFunction(tx, "app.take_turn", [key, limit, DAY_SECONDS, count])) !== 0) fail("too-many-requests");
}
