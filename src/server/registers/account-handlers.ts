import { fail } from "../app-error.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import { listAccounts } from "./list-accounts.ts";
import { matchAccounts } from "./match-accounts.ts";
import { listedIn, readLists, readPeople } from "./read-accounts.ts";
import type { Listed } from "./read-accounts.ts";
import { readGone, readMissing } from "./read-gone.ts";
import { openRegister } from "./rights.ts";

interface Deps {
  readonly now: () => Date;
}

/** So long a program's account is not asked again. */
const PROGRAM_MS = 365 * 86_400_000;

/** Whose the accounts of connected systems are: who is asked for, and what people say. */
export function accountHandlers({ now }: Deps): HandlersOf<"accounts"> {
  return {
    list: async ({ input, caller, tx }) => {
      openRegister("people", caller);
      return await listAccounts(tx, caller.companyId, input, now());
    },
    gone: async ({ caller, tx }) => {
      openRegister("people", caller);
      return [...(await readGone(tx, caller.companyId))];
    },
    stillHere: async ({ input, caller, tx }) => {
      openRegister("people", caller, "write");
      const { companyId, userId } = caller;
      const { isHere } = input;
      const missing = (await readMissing(tx, companyId)).filter(({ stays }) => stays !== isHere);
      const known = new Map(missing.map((each) => [each.key, each]));
      const chosen = [...new Set(input.keys)].map((key) => known.get(key) ?? fail("proposal-gone"));
      const at = now();
      await tx
        .insertInto("app.proposal_decisions")
        .values(
          chosen.map(({ key }) => ({
            company_id: companyId,
            register: "people",
            key,
            dismissed: isHere,
            decided_by: userId,
            decided_at: at,
          })),
        )
        .execute();
      const numbers = [...new Set(chosen.map(({ person }) => person.number))];
      return {
        answer: { decided: chosen.length },
        entry: {
          subject: chosen.length === 1 ? chosen[0]!.person.id : companyId,
          details: {
            count: numbers.length,
            ...(!isHere && { takenBack: true }),
            people: numbers,
            exhibits: [...new Set(chosen.map(({ exhibit }) => exhibit))],
          },
        },
      };
    },
    decide: async ({ input, caller, tx }) => {
      openRegister("people", caller, "write");
      const { companyId, userId } = caller;
      const { kind, personId } = input;
      if ((kind === "person") !== (personId !== null)) return fail("record-link");
      const people = await readPeople(tx, companyId);
      const person = people.find(({ id }) => id === personId);
      if (personId !== null && !person) return fail("record-link");
      const known = new Map(
        (await readLists(tx, companyId)).flatMap(listedIn).map((account) => [nameOf(account), account]),
      );
      const asked = [...new Set(input.accounts.map(nameOf))].map((name) => known.get(name) ?? fail("not-found"));
      const at = now();
      const names = new Set(asked.map(nameOf));
      const others = matchAccounts([...known.values()], people, [], at).filter(
        ({ account, match }) => names.has(nameOf(account)) && match.kind === "person" && match.personId !== personId,
      );
      if (kind !== "none" && others.length > 0) return fail("account-address");
      await tx
        .insertInto("app.person_accounts")
        .values(
          asked.map(({ provider, scope, id, label }) => ({
            company_id: companyId,
            provider,
            scope,
            account_id: id,
            label,
            kind,
            ...(personId !== null && { person_register: "people", person_id: personId }),
            decided_by: userId,
            decided_at: at,
            ...(kind === "program" && { valid_until: new Date(at.getTime() + PROGRAM_MS) }),
          })),
        )
        .execute();
      return {
        answer: { decided: asked.length },
        entry: {
          subject: personId ?? companyId,
          details: {
            count: asked.length,
            kind,
            ...(person && { person: person.number }),
            accounts: asked.map(({ provider, scope, id }) => `${provider} ${scope} ${id}`),
          },
        },
      };
    },
  };
}

const nameOf = ({ provider, scope, id }: Pick<Listed, "provider" | "scope" | "id">) =>
  JSON.stringify([provider, scope, id]);
