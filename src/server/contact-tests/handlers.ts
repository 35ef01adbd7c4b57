import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { contactLinkUntil, contactTestFields } from "#domain/registers/contact-test.ts";
import { recordProblems } from "#domain/registers/whole-record.ts";
import { AppError, fail } from "../app-error.ts";
import { newToken, sha256 } from "../auth/tokens.ts";
import type { Tx } from "../db/as-caller.ts";
import { callFunction } from "../db/functions.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import type { Outbox } from "../mail/outbox.ts";
import { contactTest } from "../mail/templates/contact-test.ts";
import { newSalt, recordDetails } from "../registers/ledger-lines.ts";
import { presentRecord } from "../registers/record-rows.ts";
import { openRegister } from "../registers/rights.ts";
import { insertMany } from "../registers/write-many.ts";

interface Deps {
  readonly outbox: Outbox;
  readonly appUrl: string;
  readonly now: () => Date;
}

const DAY_SECONDS = 24 * 60 * 60;
/** Tests that one company sends in a day. */
const PER_COMPANY = 10;
/** Tests to one address in a day: from one company, and from all together. */
const PER_ADDRESS = 2;
const PER_ADDRESS_OF_ALL = 10;

/** Mails a one-time link to the published contact of a site. The record of the test says where it went, and later whether somebody opened it. */
export function contactTestHandlers({ outbox, appUrl, now }: Deps): HandlersOf<"contactTests"> {
  return {
    send: async ({ input: { systemId, contact, email }, caller, tx }) => {
      const register = openRegister("tests", caller, "write");
      const at = now();
      const site = await readSite(tx, caller.companyId, systemId);
      await keepRate(tx, caller.companyId, email.toLowerCase());
      const token = newToken();
      const fields = contactTestFields({ systemId, contact, email, at, linkDigest: sha256(token).toString("hex") });
      const [problem] = recordProblems(register, fields, at).values();
      if (problem !== undefined) throw new AppError("record-rules", { message: problem });
      const id = randomUUID();
      const salt = newSalt();
      await insertMany(tx, { ...caller, register, batchId: null, at }, [{ id, before: {}, after: fields, salt }]);
      // The ledger is locked by now: of two who send at once, one is refused.
      if ((await countWaiting(tx, caller.companyId, systemId, at)) > 1) return fail("contact-test-waiting");
      const until = contactLinkUntil(fields.sentAt)!;
      const mail = contactTest({ to: email, company: site.company, site: site.name, token, until, appUrl });
      await outbox.enqueue(tx, mail);
      const answer = await presentRecord(tx, register, id, caller, at);
      const { number, version } = answer;
      return {
        answer,
        entry: { subject: id, details: recordDetails(register, { number, version, salt }, {}, fields) },
      };
    },
  };
}

/** The names of a site in scope and of its company; refuses what is none. */
async function readSite(tx: Tx, companyId: string, systemId: string) {
  const { rows } = await sql<{ name: string; company: string }>`SELECT s.name, c.name AS company
    FROM app.systems s JOIN app.companies c ON c.id = s.company_id
    WHERE s.company_id = ${companyId} AND s.id = ${systemId} AND s.removed_at IS NULL AND 'site' = ANY (s.kinds)`.execute(
    tx,
  );
  return rows[0] ?? fail("contact-test-site");
}

/** How many tests of a site wait for an answer. */
async function countWaiting(tx: Tx, companyId: string, systemId: string, at: Date): Promise<number> {
  const { rows } = await sql<{ sent: string }>`SELECT r.fields ->> 'sentAt' AS sent FROM app.records r
    WHERE r.company_id = ${companyId} AND r.register = 'tests' AND r.matter_id IS NULL AND r.ended_at IS NULL
      AND r.fields ? 'sentAt' AND NOT r.fields ? 'answeredAt' AND r.fields -> 'sentFor' ? ${systemId}`.execute(tx);
  return rows.filter(({ sent }) => at < (contactLinkUntil(sent) ?? at)).length;
}

/** No mailbox is flooded through us, and nobody writes to many strangers. */
async function keepRate(tx: Tx, companyId: string, email: string): Promise<void> {
  const keys = [
    [`contact-test|${companyId}`, PER_COMPANY],
    [`contact-test|${companyId}|${email}`, PER_ADDRESS],
    [`contact-test|${email}`, PER_ADDRESS_OF_ALL],
  ] as const;
  for (const [key, most] of keys)
    if ((await callFunction(tx, "app.take_turn", [key, most, DAY_SECONDS, 1])) !== 0) fail("too-many-requests");
}
