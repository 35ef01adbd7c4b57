import { randomUUID } from "node:crypto";
import { applyFields } from "#domain/registers/record-changes.ts";
import type { RecordFields, Register } from "#domain/registers/register.ts";
import { recordProblems } from "#domain/registers/whole-record.ts";
import { fail } from "../app-error.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import { InvalidInput } from "../http/read-input.ts";
import { checkAround } from "../registers/around-record.ts";
import { digestOfMany, newSalt } from "../registers/ledger-lines.ts";
import { openRegister } from "../registers/rights.ts";
import { insertMany } from "../registers/write-many.ts";
import { checkLinks } from "../registers/check-links.ts";
import { readFields } from "../registers/write-record.ts";
import { readProposals } from "./read-proposals.ts";

interface Deps {
  readonly now: () => Date;
}

/** What is proposed for registers: accepted in bulk, undone like an import, or dismissed for good. */
export function proposalHandlers({ now }: Deps): HandlersOf<"proposals"> {
  return {
    list: ({ input, caller, tx }) =>
      readProposals(tx, caller.companyId, openRegister(input.register, caller).key, now()),

    accept: async ({ input, caller, tx }) => {
      const register = openRegister(input.register, caller, "write");
      const { companyId } = caller;
      const wanted = readFields(register, input.fields);
      const known = new Map((await readProposals(tx, companyId, register.key, now())).map((each) => [each.key, each]));
      const chosen = [...new Set(input.keys)].map((key) => known.get(key) ?? fail("proposal-gone"));
      const given = applyFields({}, wanted);
      const all = chosen.map(({ title, fields }) => {
        const after = { ...given, ...(fields as RecordFields) };
        refuseProblems(register, title, after, now());
        return { id: randomUUID(), before: {}, after, salt: newSalt() };
      });
      await checkLinks(tx, companyId, register, wanted);
      await checkAround(tx, companyId, register, {}, given, now());
      const batch = { ...caller, register, batchId: randomUUID(), at: now() };
      await insertMany(tx, batch, all);
      // Writing locked the ledger: who accepts the same at the same moment finds the records of the first.
      const left = await readProposals(tx, companyId, register.key, now(), batch.batchId);
      if (chosen.some(({ key }) => !left.some((each) => each.key === key))) return fail("proposal-gone");
      return {
        answer: { batchId: batch.batchId, added: all.length },
        entry: {
          subject: batch.batchId,
          details: {
            register: register.key,
            label: register.label,
            added: all.length,
            digest: digestOfMany(register, all),
          },
        },
      };
    },

    dismiss: async ({ input: { register: key, keys, dismissed }, caller, tx }) => {
      const register = openRegister(key, caller, "write");
      const { companyId, userId } = caller;
      const known = new Map((await readProposals(tx, companyId, register.key, now())).map((each) => [each.key, each]));
      const chosen = [...new Set(keys)].map((each) => known.get(each) ?? fail("proposal-gone"));
      const changed = chosen.filter((each) => each.dismissed !== dismissed);
      const answer = { decided: changed.length };
      if (changed.length === 0) return { answer, entry: "unchanged" };
      const at = now();
      await tx
        .insertInto("app.proposal_decisions")
        .values(
          changed.map((each) => ({
            company_id: companyId,
            register: register.key,
            key: each.key,
            dismissed,
            decided_by: userId,
            decided_at: at,
          })),
        )
        .execute();
      const details = { register: register.key, label: register.label, count: changed.length, dismissed };
      return { answer, entry: { subject: companyId, details } };
    },
  };
}

/** Refuses what is missing, by its field; the first record that it is wrong in is named. */
function refuseProblems(register: Register, title: string, fields: RecordFields, now: Date): void {
  const problems = [...recordProblems(register, fields, now)];
  if (problems.length === 0) return;
  throw new InvalidInput(
    problems.map(([name, message]) => ({ path: ["fields", name], message: `${title}: ${message}` })),
  );
}
