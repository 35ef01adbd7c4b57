import { fails, isCertain, isUnknown, listOf, mayBe, notConfirmed, passes, some, textOf } from "./registers.ts";
import type { ReadSystem, RegisterInputs, RegisterVerdict } from "./registers.ts";

const fold = (text: string) => text.trim().toLowerCase();

/** Whether a system says which applications of others its people use; what Microsoft lists are the company's own. */
export function listsApplications(_: RegisterInputs, { applications, provider }: ReadSystem): boolean {
  return applications !== undefined && provider !== "microsoft-365";
}

/** Each application that people use through a system is named by a vendor in use: as its name, or among its applications. */
export function vendorsListed({ register, now }: RegisterInputs, system: ReadSystem): RegisterVerdict {
  const vendors = register("vendors");
  const read = system.applications;
  if (!read) return isUnknown("No application was read.");
  const names = new Set(
    vendors.rows
      .filter(({ state }) => state === "open")
      .flatMap((row) => [textOf(row, "name") ?? "", ...listOf(row, "applications")])
      .map(fold),
  );
  const used = read.members
    .map(({ label, facts }) => ({ label, isUsed: facts.people.is(0).not() }))
    .filter(({ isUsed }) => mayBe(isUsed));
  const left = used.filter(({ label }) => !names.has(fold(label)));
  const labels = (few: typeof used) => some(few.map(({ label }) => label));
  const missing = notConfirmed(vendors, "Vendors", now);
  if (missing !== undefined) return isUnknown(missing);
  const certain = left.filter(({ isUsed }) => isCertain(isUsed));
  if (certain.length > 0) return fails(`No vendor is listed for these applications: ${labels(certain)}.`);
  if (left.length > 0) return isUnknown(`Whether these applications are used was not read: ${labels(left)}.`);
  if (mayBe(read.whole.not())) return isUnknown("Not every application was read.");
  return passes(
    used.length === 0
      ? "No application is connected."
      : `${used.length} connected, ${used.length === 1 ? "" : "each "}of a listed vendor.`,
    [vendors.confirmedUntil],
  );
}
