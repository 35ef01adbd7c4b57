import { findRegister } from "#catalog/registers/index.ts";
import type { FieldValue } from "#domain/registers/register.ts";
import type { Company } from "./kept-company.ts";
import { JUDGED_AT, sealedRow } from "./sealed-rows.ts";
import { wished, wishesOf } from "./wishes.ts";
import type { Wish } from "./wishes.ts";

/** What may be typed into registers that accounts, policies and courses are read with. Of a personal value a snapshot has the hash alone. */
export const typedWishes = wishesOf({
  now: JUDGED_AT,
  ids: ["person1", "person2", "okta"],
  texts: ["bob@acme.test"],
}).filter(({ register, field }) => {
  const { personal, confidential } = findRegister(register)!.fields[field]!;
  return ["people", "approvals", "signed-terms"].includes(register) && !personal && !confidential;
});

/** What somebody typed into every record, and into a new one that nobody approved. */
export function wishing(company: Company, wish: Wish): Company {
  const rows = company.lists[wish.register] ?? [];
  const fields = Object.fromEntries(
    typedWishes.filter(({ register }) => register === wish.register).map(({ field, value }) => [field, value] as const),
  );
  const typed: Readonly<Record<string, FieldValue>> = { ...fields, [wish.field]: wish.value };
  const added = wish.register === "people" ? [] : [sealedRow("typed", typed, 99, { state: "waiting" })];
  return { ...company, lists: { ...company.lists, [wish.register]: [...wished(rows, wish), ...added] } };
}
/** How a check of a company stands. */
export type Decide = (company: Company) => string;
/** The stated fields by which a company passes that did not. */
export const moves = (check: string, judged: Decide, companies: readonly Company[], of: readonly Wish[]) =>
  companies
    .filter((company) => judged(company) !== "pass")
    .flatMap((company) => of.filter((wish) => judged(wishing(company, wish)) === "pass"))
    .map(({ register, field }) => `${check} ${register}.${field}`);
