import type { Kysely } from "kysely";
import { findRegister } from "#catalog/registers/index.ts";
import { recordNumber } from "#domain/registers/register.ts";
import type { RecordFields } from "#domain/registers/register.ts";
import { sha256 } from "../auth/tokens.ts";
import { asCaller } from "../db/as-caller.ts";
import { callFunction } from "../db/functions.ts";
import { retryConflicts } from "../db/retry-conflicts.ts";
import type { DB } from "../db/types.gen.ts";
import { writeAct } from "../ledger/record-act.ts";
import { newSalt, recordDetails } from "../registers/ledger-lines.ts";

/** How the link of a test stands, as the page of the link says it. */
export interface ContactLink {
  readonly state: "open" | "answered" | "ended";
  readonly company: string;
}

/** The links that Exhibit mailed to published contacts. Whoever has one answers with it once; nobody signs in by it. */
export function openContactLinks({ user: db, now }: { readonly user: Kysely<DB>; readonly now: () => Date }) {
  const hashOf = (token: string) => sha256(token).toString("hex");
  const read = async (token: string) => {
    const [link] = await callFunction(db, "app.contact_link_state", [hashOf(token), now()]);
    return link;
  };
  return {
    /** How a link stands, which changes nothing; undefined for one that never was. */
    async look(token: string): Promise<ContactLink | undefined> {
      const link = await read(token);
      return link && { state: link.state as ContactLink["state"], company: link.company };
    },

    /** Records that somebody opened the link, with its entry in the ledger: all of it or nothing. Answers whether this call did it. */
    async answer(token: string): Promise<boolean> {
      const link = await read(token);
      if (link?.state !== "open") return false;
      const register = findRegister("tests")!;
      const caller = { userId: link.company_id, companyId: link.company_id };
      return await retryConflicts(() =>
        asCaller(db, caller, async (tx) => {
          const at = now();
          const [open] = await callFunction(tx, "app.open_contact_link", [hashOf(token), at]);
          if (open?.state !== "open") return false;
          const before = open.fields as RecordFields;
          const salt = newSalt();
          const record = { number: recordNumber(register, Number(open.number)), version: open.version + 1, salt };
          const details = recordDetails(register, record, before, { ...before, answeredAt: at.toISOString() });
          const act = writeAct(caller, "record.answered", { subject: open.record_id, details });
          const by = [act.id, act.details, act.salt, act.commitment] as const;
          return await callFunction(tx, "app.answer_contact_link", [hashOf(token), at, salt, ...by]);
        }),
      );
    },
  };
}
