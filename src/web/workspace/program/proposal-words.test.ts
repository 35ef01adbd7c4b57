import { expect, test } from "vitest";
import { approvals } from "#catalog/registers/approvals.ts";
import { vendors } from "#catalog/registers/vendors.ts";
import { wishedExceptions } from "#connectors/wished-exceptions.ts";
import { foundWords, groupsOfProposals, titleOfProposals } from "./proposal-words.ts";

const of = (...kinds: string[]) => kinds.map((kind) => ({ fields: { kind } }));
const [ADMIN, SERVICE, REPO] = ["administrator", "service-account", "not-production"];

test("a notice counts what has no approval by its kinds, one and several", () => {
  expect(foundWords(approvals, of(ADMIN))).toBe("1 administrator has no approval.");
  expect(foundWords(approvals, of(ADMIN, ADMIN))).toBe("2 administrators have no approval.");
  expect(foundWords(approvals, of(SERVICE))).toBe("1 service account has no approval.");
  expect(foundWords(approvals, of(ADMIN, SERVICE, ADMIN, REPO, REPO))).toBe(
    "2 administrators, 1 service account, and 2 repositories outside production have no approval.",
  );
  expect(foundWords(vendors, [{ fields: {} }])).toBe("1 vendor is not in this register yet.");
  expect(foundWords(vendors, [{ fields: {} }, { fields: {} }])).toBe("2 vendors are not in this register yet.");
});

test("a dialog is titled by the one kind that it lists, and by its register where it lists several", () => {
  expect(titleOfProposals(approvals, of(ADMIN, ADMIN))).toBe("Approve administrators");
  expect(titleOfProposals(approvals, of(SERVICE))).toBe("Approve this service account");
  expect(titleOfProposals(approvals, of(ADMIN, SERVICE))).toBe("Add proposed approvals");
  expect(titleOfProposals(approvals, [])).toBe("Add proposed approvals");
  expect(titleOfProposals(vendors, [{ fields: {} }])).toBe("Add proposed vendors");
});

test("only administrators are asked about as such, and each proposal stands in one group", () => {
  const all = of(ADMIN, SERVICE, ADMIN);
  const [administrators, services, ...others] = groupsOfProposals(approvals, all);
  expect(others).toEqual([]);
  expect(administrators).toMatchObject({ label: "Accounts with administrator rights", proposals: [all[0], all[2]] });
  expect(services).toMatchObject({ label: "Service accounts", proposals: [all[1]] });
  expect(services!.help).not.toMatch(/administrator/);
  expect(groupsOfProposals(vendors, [{ fields: {} }])).toHaveLength(1);
});

test("every kind that a connection's settings can wish for has words of its own", () => {
  const settings = new Proxy({}, { get: () => ["it"] });
  const wished = wishedExceptions(settings).map(({ kind }) => kind);
  expect(wished.length).toBeGreaterThan(5);
  for (const kind of wished) {
    const words = foundWords(approvals, of(kind)).replace(/^1 | has no approval\.$/g, "");
    const label = approvals.fields["kind"]!.choices![kind]!;
    expect(words).toBe(label.toLowerCase());
  }
});
