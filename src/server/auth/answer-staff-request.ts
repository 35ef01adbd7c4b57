import type { Transaction } from "kysely";
import { newToken, sha256 } from "./tokens.ts";
import type { DB } from "../db/types.gen.ts";
import { byteaArray } from "../db/array-literal.ts";
import { callFunction } from "../db/functions.ts";
import type { Outbox } from "../mail/outbox.ts";
import { staffLink } from "../mail/templates/staff-link.ts";

interface Deps {
  readonly outbox: Outbox;
  readonly appUrl: string;
  readonly now: () => Date;
}

/** Companies that may list one address, of which each lets its person in. */
export const MOST_COMPANIES = 5;

/** Mails new links to an address that asked for them: one for each company that lists it, and nothing where none does. */
export async function answerStaffRequest(
  { outbox, appUrl, now }: Deps,
  tx: Transaction<DB>,
  email: string,
): Promise<void> {
  const tokens = Array.from({ length: MOST_COMPANIES }, newToken);
  const at = now();
  const people = await callFunction(tx, "app.answer_staff_request", [email, byteaArray(tokens.map(sha256)), at]);
  for (const { place, company, name } of people) {
    const token = tokens[place - 1]!;
    await outbox.enqueue(tx, staffLink({ to: email, name, company, token, sentAt: at, appUrl }));
  }
}
