import { expect, test } from "vitest";
import { readCsvRows } from "../csv-rows.ts";
import { csvRow } from "../csv.ts";
import { compareLists, listSeenAt, listTemplate, readAccountList } from "./account-list.ts";

const now = new Date("2026-11-23T12:00:00.000Z");
function read(csv: string) {
  const rows = readCsvRows(csv);
  if (!rows.ok) throw new Error(rows.message);
  return readAccountList(rows.rows, (account) => `id of ${account}`, now);
}

test("a list names each account once, whoever wrote it in which case, and says by which column", () => {
  const { accounts, problems, identifiedBy } = read("User  ID,Name,Email\nANA ,Ana,a@x.test\nben,,b@x.test\n");
  expect(problems).toEqual([]);
  expect(accounts.map(({ label }) => label)).toEqual(["Ana (ANA)", "ben"]);
  expect(accounts.map(({ id }) => id)).toEqual(["id of ana", "id of ben"]);
  expect(identifiedBy).toBe("user id");
  expect(read("Email\na@x.test\n").identifiedBy).toBe("email");
});

test("an account whose person nobody can tell is refused, unless a program has it", () => {
  const message = "Nobody can tell whose account “b” is. Add their work email, or Service as its kind.";
  expect(read("Account,Kind\na@x.test,Human\nb,Human\nc,Service\n").problems).toEqual([{ row: 3, message }]);
  expect(read("Account\nb\n").problems).toEqual([{ row: 2, message }]);
  expect(read("Account,Kind,Email\nb,Guest,\n").problems).toEqual([{ row: 2, message }]);
  // Of a column that names accounts each row has one: by its address another list would not find it again.
  expect(read("Account,Email\n,b@x.test\n").problems).toEqual([{ row: 2, message: "This row names no account." }]);
});

test("who is gone since the last list is told by the same column alone", () => {
  const last = { accounts: read("Account\na@x.test\nb@x.test\n").accounts, identifiedBy: "account" };
  expect(compareLists(read("Account\nb@x.test\nc@x.test\n"), last)).toEqual({
    gone: [expect.objectContaining({ label: "a@x.test" })],
    otherColumn: null,
  });
  expect(compareLists(read("Email\nb@x.test\n"), last)).toEqual({ gone: [], otherColumn: "account" });
  expect(compareLists(read("Email\nb@x.test\n"), undefined)).toEqual({ gone: [], otherColumn: null });
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
      "a,,Service,,,",
      "A,,Service,,,",
      ",,,,,",
      "c,no address,,,,",
      "d,,robot,,,",
      "e,,Service,maybe,,",
      "f,,Service,,away,",
      "g,,Service,,,31.1.2026",
      "h,,Service,,,2027-01-01",
      `${"x".repeat(201)},,,,,`,
      '"i\u0000",,,,,',
      '"=HYPERLINK(""http://x"")",,Service,,,',
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
