import { expect, test } from "vitest";
import { readCsvRows } from "../csv-rows.ts";
import { csvRow } from "../csv.ts";
import { accountIdIn, listSeenAt, listTemplate, readAccountList } from "./account-list.ts";

const now = new Date("2026-11-23T12:00:00.000Z");
function read(csv: string) {
  const rows = readCsvRows(csv);
  if (!rows.ok) throw new Error(rows.message);
  return readAccountList(rows.rows, "system", now);
}

test("a list names each account once, whoever wrote it in which case, by what nobody can read a name from", () => {
  const { accounts, problems } = read("Account,Name\nANA ,Ana\nben,\n");
  expect(problems).toEqual([]);
  expect(accounts.map(({ label }) => label)).toEqual(["Ana (ANA)", "ben"]);
  expect(accounts[0]!.id).toBe(accountIdIn("system", "ana"));
  expect(accounts[0]!.id).toMatch(/^[0-9a-f]{64}$/);
  expect(accountIdIn("another system", "ana")).not.toBe(accounts[0]!.id);
});

test("the template is read as it is, each of its columns", () => {
  const { accounts, problems, leftOut } = read(listTemplate.map(csvRow).join(""));
  expect([problems, leftOut]).toEqual([[], []]);
  expect(accounts).toMatchObject([
    { label: "Ana Lee (a.lee)", email: "a.lee@example.com", class: "human", administrator: false, active: true },
    { label: "backup-job", email: null, class: "service", administrator: true, lastSignIn: "never" },
  ]);
});

test("what a list does not say is not known, and columns of others are left out by name", () => {
  const { accounts, leftOut } = read("Email,Team\nA@Example.com,Law\n");
  expect(accounts).toMatchObject([
    { label: "a@example.com", class: null, active: null, administrator: null, lastSignIn: null },
  ]);
  expect(leftOut).toEqual(["Team"]);
  expect(read("Username,Name\nA@Example.com,Ana\n").accounts).toMatchObject([{ email: "a@example.com" }]);
});

test("each row that is not understood is told, and a formula is the text it is", () => {
  const { accounts, problems } = read(
    [
      "Account,Email,Kind,Admin,Status,Last login",
      "a,,,,,",
      "A,,,,,",
      ",,,,,",
      "c,no address,,,,",
      "d,,robot,,,",
      "e,,,maybe,,",
      "f,,,,away,",
      "g,,,,,31.1.2026",
      "h,,,,,2027-01-01",
      `${"x".repeat(201)},,,,,`,
      '"i\u0000",,,,,',
      '"=HYPERLINK(""http://x"")",,,,,',
    ].join("\n"),
  );
  expect(problems).toEqual([
    { row: 3, message: "This account is in the file twice: first in row 2." },
    { row: 4, message: "This row names no account." },
    { row: 5, message: "“no address” is not an email address." },
    { row: 6, message: "“robot” is not Human, Service or Guest." },
    { row: 7, message: "“maybe” is not Yes or No." },
    { row: 8, message: "“away” is not Active or Disabled." },
    { row: 9, message: "The last sign-in is not written as 2026-01-31, or Never." },
    { row: 10, message: "The last sign-in is in the future." },
    { row: 11, message: "A name has more than 200 characters." },
    { row: 12, message: "A name has characters that nobody can see." },
  ]);
  expect(accounts.map(({ label }) => label)).toEqual(["a", '=HYPERLINK("http://x")']);
});

test("a header that names no account, or one twice, is refused whole", () => {
  expect(read("Team\nLaw\n").problems).toEqual([
    { row: 1, message: "The header needs a column “Account” or “Email”." },
  ]);
  expect(read("Account,User name\na,b\n").problems[0]!.message).toMatch(/^Both “Account” and “User name” could be/);
  expect(read("Account\n").problems).toEqual([{ row: 1, message: "This file has a header and no account." }]);
});

test("a list speaks of the day on which it was exported, and never of a time after it was filed", () => {
  expect(listSeenAt("2026-11-20", now).toISOString()).toBe("2026-11-20T23:59:59.999Z");
  expect(listSeenAt("2026-11-23", now)).toEqual(now);
  expect(listSeenAt("2026-11-24", now)).toEqual(now);
});
