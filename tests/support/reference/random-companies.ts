import fc from "fast-check";
import type { SnapshotRow } from "#domain/registers/snapshot.ts";
import type { Company } from "../kept-company.ts";
import { eve } from "../kept-company.ts";
import { daysAgo, inDays, sealedRow } from "../sealed-rows.ts";

/** One thing about a company that is otherwise. */
type Change = (company: Company) => Company;

const withRows = (company: Company, list: string, rows: readonly SnapshotRow[]): Company => ({
  ...company,
  lists: { ...company.lists, [list]: rows },
});

const days = fc.constantFrom(-80, 1, 9, 16, 31, 92, 100, 364, 366, 400).map(daysAgo);
const anything = fc.oneof(
  days,
  fc.constantFrom("olga", "adam", "mia", "person1", "person2", "keep", "remove", "change", "Okta acme", "in force"),
  fc.constantFrom("draft", "replaced", "everyone", "security", "secure-coding", "1", "2", "3", "9"),
  fc.integer({ min: 0, max: 4 }),
  fc.boolean(),
);

/** Something in one row of a list: a value of another row, any other value, or none. */
function changeOfRow(list: string, company: Company): fc.Arbitrary<Change> {
  const held = company.lists[list] ?? [];
  const names = [...new Set(held.flatMap(({ fields }) => Object.keys(fields)))];
  const place = fc.nat({ max: Math.max(0, held.length - 1) });
  const onRow =
    (index: number, change: (row: SnapshotRow) => SnapshotRow): Change =>
    (given) =>
      withRows(
        given,
        list,
        (given.lists[list] ?? []).map((row, own) => (own === index ? change(row) : row)),
      );
  // The database holds instants to be instants.
  const value = (name: string) =>
    fc.oneof(
      fc.constantFrom(...held.map(({ fields }) => fields[name]), undefined),
      name.endsWith("At") ? days : anything,
    );
  const written = fc.tuple(place, fc.constantFrom(...(names.length > 0 ? names : ["kind"]))).chain(([index, name]) =>
    value(name).map((next) =>
      onRow(index, (row) => {
        const { [name]: _, ...fields } = row.fields;
        return { ...row, fields: (next === undefined ? fields : { ...fields, [name]: next }) as SnapshotRow["fields"] };
      }),
    ),
  );
  const gone = place.map(
    (index): Change =>
      (given) =>
        withRows(
          given,
          list,
          (given.lists[list] ?? []).filter((_, own) => own !== index),
        ),
  );
  const ended = place.map((index) => onRow(index, (row) => ({ ...row, state: "ended", endedAt: daysAgo(2) })));
  const withdrawn = place.map((index) => onRow(index, (row) => ({ ...row, withdrawn: ["EX-000001"] })));
  const unowned = place.map((index) => onRow(index, (row) => (row.accounts ? { ...row, accounts: [] } : row)));
  return fc.oneof({ weight: 5, arbitrary: written }, gone, ended, withdrawn, unowned);
}

const approval = fc
  .record({
    kind: fc.constantFrom("shared-account", "administrator", "emergency-account", "exception"),
    subject: fc.constantFrom("ann@acme.test", "bob@acme.test", "eve@acme.test", "9"),
    days: fc.constantFrom(-3, 0, 30),
    another: fc.boolean(),
  })
  .map(
    ({ kind, subject, days, another }): Change =>
      (given) =>
        withRows(given, "approvals", [
          ...(given.lists["approvals"] ?? []),
          sealedRow(
            `approval ${given.lists["approvals"]?.length ?? 0}`,
            { kind, subject, systemId: "okta", expiresOn: inDays(days).toISOString().slice(0, 10) },
            (given.lists["approvals"]?.length ?? 0) + 1,
            { approval: { at: daysAgo(1), another } },
          ),
        ]),
  );

/** What was read of accounts, and when it is judged. */
const ofAccounts = fc.oneof(
  fc.constantFrom<Change>(
    (given) => ({ ...given, users: [...given.users.filter(({ id }) => id !== eve.id), eve] }),
    (given) => ({ ...given, users: given.users.slice(1) }),
    (given) => ({ ...given, users: given.users.map((user) => ({ ...user, status: "DEPROVISIONED" })) }),
    (given) => ({
      ...given,
      users: [...given.users.filter(({ id }) => id !== "3"), { id: "3", login: "old@acme.test" }],
    }),
    (given) => ({ ...given, services: ["bob@acme.test"] }),
    (given) => ({ ...given, services: [eve.login!] }),
    (given) => ({ ...given, steps: [] }),
    (given) => ({ ...given, unconfirmed: ["people"] }),
    (given) => ({ ...given, unconfirmed: ["approvals"] }),
  ),
  fc.constantFrom(3, 12, 20, 84, 270).map((days): Change => (given) => ({
    ...given,
    at: new Date(given.at.getTime() + days * 86_400_000),
  })),
);

/** Whom policies are for was decided otherwise: an assignment was ended for another one, or somebody is of another kind than they were. */
const askedOtherwise = fc
  .record({
    audience: fc.constantFrom("everyone", "employee"),
    assigned: fc.constantFrom(40, 100),
    changed: fc.constantFrom(1, 20, 66, 80),
    isKind: fc.boolean(),
    acknowledged: fc.constantFrom(1, 2, 2),
    release: fc.constantFrom(undefined, undefined, true, false),
  })
  .map(({ audience, assigned, changed, isKind, acknowledged, release }): Change => (given) => {
    const [first, ...others] = given.lists["policy-assignments"] ?? [];
    if (!first) return given;
    const ended = isKind ? {} : { ended: true, endedAt: daysAgo(changed) };
    const asked = [
      { ...first, fields: { ...first.fields, audience, assignedAt: daysAgo(assigned), ...ended } },
      { ...first, id: "to one", fields: { ...first.fields, audience: "person", personId: "person1" } },
      { ...first, id: "to others", fields: { ...first.fields, audience: "partner", assignedAt: daysAgo(2) } },
    ];
    const people = given.lists["people"]!.map((row) =>
      row.id === "person2" && isKind ? { ...row, fields: { ...row.fields, kind: "partner" } } : row,
    );
    const title = given.lists["policies"]?.[0]?.fields["title"] ?? "";
    const approvals = [
      ...(given.lists["approvals"] ?? []),
      ...(release === undefined
        ? []
        : [
            sealedRow(
              "release",
              {
                kind: "exception",
                subject: title,
                peopleIds: ["person2"],
                expiresOn: inDays(30).toISOString().slice(0, 10),
              },
              (given.lists["approvals"]?.length ?? 0) + 1,
              { approval: { at: daysAgo(1), another: release } },
            ),
          ]),
    ];
    const acknowledgments = (given.lists["policy-acknowledgments"] ?? []).filter(
      ({ fields }) =>
        !(fields["personId"] === "person2" && fields["versionId"] === first.fields["versionId"] && acknowledged === 1),
    );
    // Nobody is without a policy.
    const besides = others.map((row, at) =>
      at === 0 ? { ...row, fields: { ...row.fields, audience: "everyone", assignedAt: daysAgo(2) } } : row,
    );
    const lists = {
      ...given.lists,
      people,
      approvals,
      "policy-assignments": [...asked, ...besides],
      "policy-acknowledgments": acknowledgments,
    };
    return {
      ...given,
      lists,
      ...(isKind && { formerKinds: [{ personId: "person2", kind: "employee", until: daysAgo(changed) }] }),
    };
  });

/** A company that passes a check, with none to four things otherwise, in lists that it has. */
export function changedCompanies(company: Company): fc.Arbitrary<Company> {
  const lists = Object.keys(company.lists).filter((list) => company.lists[list]!.length > 0);
  const change = fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...lists).chain((list) => changeOfRow(list, company)) },
    { weight: 2, arbitrary: ofAccounts },
    approval,
    { weight: 2, arbitrary: askedOtherwise },
  );
  return fc.array(change, { maxLength: 4 }).map((changes) => changes.reduce((given, own) => own(given), company));
}
