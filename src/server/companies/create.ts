import { randomUUID } from "node:crypto";
import { slugOf } from "#domain/slug.ts";
import { callFunction } from "../db/functions.ts";
import { newCompanyKey } from "../blobs/company-keys.ts";
import { actAs } from "../db/as-caller.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import type { Keys } from "../keys/keys.ts";
import { fail, sqlState, violatedConstraint } from "../app-error.ts";
import { listCompanies } from "./company-list.ts";

interface Deps {
  readonly keys: Keys;
}

const isSameName = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase();

/**
 * Founds a company with a key of its own, and makes the caller its owner. Refuses `company-exists` where the caller is a
 * member of one with the same name, `account-bounded` and `not-found`.
 */
export function createCompany({ keys }: Deps): HandlersOf<"companies">["create"] {
  return async ({ input, caller, tx }) => {
    const id = randomUUID();
    // The account is being deleted in this moment.
    if (!(await callFunction(tx, "app.hold_founder", []))) fail("company-signed-out");
    // Of the caller's own companies alone: whether anybody else has one of this name is nobody's business.
    const own = await listCompanies(tx);
    if (own.some(({ name }) => isSameName(name, input.name))) fail("company-exists");
    try {
      const { name, storageLocationId = null } = input;
      await callFunction(tx, "app.create_company", [
        id,
        name,
        slugOf(name, id),
        storageLocationId,
        newCompanyKey(keys, id),
      ]);
    } catch (error) {
      if (sqlState(error) === "23503") fail("not-found", error);
      if (violatedConstraint(error) === "bounded_account") fail("account-bounded", error);
      throw error;
    }
    await actAs(tx, { userId: caller.userId, companyId: id });
    const company = (await listCompanies(tx, id))[0] ?? fail("company-not-readable");
    const entry = {
      companyId: id,
      subject: id,
      details: { name: company.name, storageLocation: company.storageLocation.displayName },
    };
    return { answer: company, entry };
  };
}
