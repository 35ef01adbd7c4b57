import { csvRow } from "#domain/csv.ts";

interface Listed {
  readonly email: string | null;
  readonly createdOn: string | null;
}

/** A name as an address has it: "dan.reyes@acme.test" is Dan Reyes. */
export function nameOfAddress(email: string): string {
  return email
    .slice(0, email.indexOf("@"))
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== "")
    .map((word) => word[0]!.toUpperCase() + word.slice(1))
    .join(" ");
}

/** Accounts of people who are on no list yet, as a file of people: each is a proposal, and is looked at before. */
export function rosterCsv(accounts: readonly Listed[], today: string): string {
  const rows = accounts.flatMap(({ email, createdOn }) =>
    email === null ? [] : [[nameOfAddress(email) || email, email, "Employee", createdOn ?? today]],
  );
  return [["Name", "Work email", "Employment", "Starts"], ...rows].map(csvRow).join("");
}
