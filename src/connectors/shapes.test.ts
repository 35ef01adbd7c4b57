import { afterAll, describe, expect, test } from "vitest";
import type { Fact } from "#domain/facts/fact.ts";
import type { ProviderKey } from "#domain/provider.ts";
import type { Entry, Shape } from "#domain/shapes/shapes.ts";
import { shapeFacts, shapes } from "#domain/shapes/shapes.ts";
import type { CheckFixtures } from "./check.ts";
import type { EvidenceItem, Json, StepReport } from "./connector.ts";
import { exceptionFor } from "./exception-for.ts";
import type { Exception } from "./exceptions.ts";
import { connectors } from "./index.ts";
import { populationOfShape } from "./shape.ts";
import type { Mapping, SealedCollection } from "./shape.ts";
import { mappings } from "./shapes.ts";

// Whatever a connector reads is mapped to the same shapes. A fact says what was read, or why it was not: take the field away, or let it
// say what nobody listed, and the fact is unread, never true or false.

/** What no fixture has. */
const more: Readonly<Partial<Record<string, readonly EvidenceItem[]>>> = {
  okta: [
    {
      kind: "okta.user",
      subject: { type: "user", id: "00u9", label: "Nora@acme.test" },
      data: { login: "Nora@acme.test", status: "ACTIVE", createdOn: "2026-01-01", lastLoginOn: null },
      observedAt: "2026-11-21T10:00:00.000Z",
    },
  ],
};

const all = await Promise.all(
  connectors.map(async (connector) => {
    const { id } = connector.manifest;
    const { fixtures } = (await import(`./${id}/fixtures.ts`)) as {
      fixtures: Readonly<Record<string, CheckFixtures>>;
    };
    // Every item of a kind and id once, as some check of the connector is passed by.
    const items = new Map(
      Object.values(fixtures)
        .flatMap(({ pass, fail }) => [...fail, ...pass])
        .filter(({ data }) => data !== null)
        .map((item) => [`${item.kind} ${item.subject.id}`, item]),
    );
    for (const item of more[id] ?? []) items.set(item.kind, item);
    const collection: SealedCollection = {
      provider: id,
      account: { id: "acme" },
      items: [...items.values()],
      steps: connector.steps.map(({ id: step }) => complete(step)),
      settings: connector.manifest.settings.parse({}),
    };
    return { id, connector, collection };
  }),
);

function complete(step: string): StepReport {
  const at = "2026-11-21T10:00:00.000Z";
  return { step, status: "complete", pages: 1, items: 1, startedAt: at, endedAt: at, missing: [], detail: "" };
}

const mapped = all.flatMap((own) =>
  shapes.flatMap((shape) => {
    const mapping = mappings[own.id][shape];
    return "none" in mapping ? [] : [{ ...own, shape, mapping: mapping as Mapping<Shape> }];
  }),
);

const factsOf = (entry: Entry<Shape>) =>
  Object.entries(entry.facts as Readonly<Record<string, Fact<unknown>>>).map(
    ([name, fact]) => [name, said(fact)] as const,
  );
const said = (fact: Fact<unknown>) =>
  fact.exists().outcome() === "unknown" ? "unread" : fact.say((value) => JSON.stringify(value));

describe.each(all)("$id", ({ id, connector }) => {
  test("has each shape, or says why it has none", () => {
    expect(Object.keys(mappings[id])).toEqual(shapes);
    const all = Object.values(mappings[id]);
    for (const none of all.flatMap((mapping) => ("none" in mapping ? [mapping.none] : [])))
      expect(none).toMatch(/^[A-Z].*\.$/);
    const steps = all.flatMap((mapping) => ("none" in mapping ? [] : mapping.steps));
    expect(connector.steps.map((step) => step.id)).toEqual(expect.arrayContaining(steps));
  });
});

describe.each(mapped)("$shape of $id", ({ collection, shape, mapping, id }) => {
  const read = (changed: Partial<SealedCollection> = {}) =>
    populationOfShape(mappings[id], shape, { ...collection, ...changed })!;

  test("tells every fact, and declares those that it lacks", () => {
    const { members } = read();
    expect(members.length).toBeGreaterThan(0);
    for (const entry of members) {
      expect(new Set(Object.keys(entry.facts))).toEqual(new Set<string>(shapeFacts[shape]));
      expect(entry.key).toMatchObject({ provider: id, scope: "acme", id: expect.stringMatching(/./) });
      const lacked = factsOf(entry).filter(([name]) => name in mapping.lacks);
      expect(lacked.filter(([, value]) => value !== "unread")).toEqual([]);
    }
    expect(new Set(members.map(({ key }) => key.id)).size).toBe(members.length);
    const told = new Set(
      members.flatMap((entry) => factsOf(entry).flatMap(([name, value]) => (value === "unread" ? [] : [name]))),
    );
    expect([...told].toSorted()).toEqual(shapeFacts[shape].filter((name) => !(name in mapping.lacks)).toSorted());
  });

  test("is whole by its steps, where the connector is shown all of it", () => {
    expect(read().whole.outcome() === "pass").toBe(mapping.partial === undefined);
    expect(mapping.partial !== undefined).toBe(PARTIAL.includes(`${shape} of ${id}`));
    for (const step of mapping.steps) {
      const steps = collection.steps.map((report) =>
        report.step === step ? { ...report, status: "truncated" as const } : report,
      );
      expect(read({ steps }).whole.outcome()).toBe("unknown");
    }
  });

  test("a field that is gone, or says what nobody listed, leaves its facts unread", () => {
    const before = new Map(read().members.map((entry) => [entry.key.id, new Map<string, string>(factsOf(entry))]));
    const faults: string[] = [];
    for (const [at, item] of collection.items.entries())
      for (const [name, changed] of mutants(item)) {
        const items = collection.items.with(at, changed);
        const after = read({ items });
        met.mutants += 1;
        const left = new Set(after.members.map(({ key }) => key.id));
        const isLess = [...before.keys()].some((key) => !left.has(key));
        if (isLess && after.whole.outcome() === "pass") faults.push(`${item.kind} ${name}: whole with fewer things`);
        for (const entry of after.members)
          for (const [fact, value] of factsOf(entry)) {
            const was = before.get(entry.key.id)?.get(fact);
            // What may be one more than before has facts of its own.
            if (was === undefined || value === was || value === "unread" || value.includes(INVENTED)) continue;
            faults.push(`${item.kind} ${name}: ${fact} of ${entry.label} became ${value} from ${was}`);
          }
      }
    expect(faults).toEqual([]);
  });
});

/** Populations that no grant of ours shows all of. */
const PARTIAL = [
  "account of installation",
  "account of jira",
  "application of google-workspace",
  "application of microsoft-365",
  "grant of aws",
  "grant of github",
  "grant of installation",
];

const AT = "2026-11-21T10:00:00.000Z";
const itemOf = (kind: string, id: string, data: Json): EvidenceItem => ({
  kind,
  subject: { type: "thing", id, label: id },
  data,
  observedAt: AT,
});

test.each<[string, ProviderKey, Shape, Readonly<Record<string, unknown>>, readonly EvidenceItem[], Exception?]>([
  [
    "a user of Okta who may still activate their account is not disabled",
    "okta",
    "account",
    { active: true, canSignIn: false, class: "human", lastSignInAt: "never", email: "dan@acme.test" },
    [itemOf("okta.user", "1", { login: "Dan@acme.test", status: "PROVISIONED", createdOn: null, lastLoginOn: null })],
  ],
  [
    "a status that Okta does not list is unread",
    "okta",
    "account",
    { active: "unread", canSignIn: "unread" },
    [itemOf("okta.user", "1", { login: "Dan@acme.test", status: "ASLEEP", createdOn: null, lastLoginOn: null })],
  ],
  [
    "a login that is approved as a program's is a service account",
    "okta",
    "account",
    { active: false, class: "service", email: "unread" },
    [itemOf("okta.user", "1", { login: "Backup", status: "SUSPENDED", createdOn: null, lastLoginOn: null })],
    exceptionFor("service-account", "backup"),
  ],
  [
    "a role that the company made itself has no known level",
    "okta",
    "grant",
    { to: "1", role: "CUSTOM", level: "unread", over: "account" },
    [itemOf("okta.admin", "1", { userId: "1", roles: [{ type: "CUSTOM", via: "USER" }] })],
  ],
  [
    "an archived user of Google is not active",
    "google-workspace",
    "account",
    { active: false, secondFactor: "none", email: "dan@acme.test", class: "human" },
    [
      itemOf("gws.user", "Dan@acme.test", {
        suspended: false,
        archived: true,
        isEnrolledIn2Sv: false,
        createdOn: null,
      }),
    ],
  ],
  [
    "a role that a group of Google's holds is of nobody that we know",
    "google-workspace",
    "grant",
    { to: "unread", level: "admin" },
    [itemOf("gws.role_assignment", "r1", { assignedTo: "g1", assigneeType: "group", roleId: "7" })],
  ],
  [
    "a guest of Microsoft has no address of the tenant",
    "microsoft-365",
    "account",
    { class: "guest", active: true, email: "unread", secondFactor: "unread" },
    [
      itemOf("ms.user", "dan_mail.test#EXT#@acme.onmicrosoft.com", {
        userType: "Guest",
        accountEnabled: true,
        createdOn: null,
      }),
    ],
  ],
  [
    "a role of Microsoft that may be taken on is a grant",
    "microsoft-365",
    "grant",
    { to: "1", level: "read", eligible: true },
    [
      itemOf("ms.administrator", "1", {
        type: "user",
        roles: [{ templateId: "f2ef992c-3afb-46b9-b7cf-a126ee74c451", held: "eligible" }],
      }),
    ],
  ],
  [
    "a device of which Intune says nothing yet is not known to comply",
    "microsoft-365",
    "device",
    { compliant: "unread", encrypted: true, managed: true, os: "Windows" },
    [itemOf("ms.device", "1", { complianceState: "unknown", isEncrypted: true, operatingSystem: "Windows" })],
  ],
  [
    "somebody outside GitHub's organization is a guest",
    "github",
    "account",
    { class: "guest", active: true, secondFactor: "none", email: "unread" },
    [itemOf("github.member", "1", { login: "rowan", role: "outside collaborator", twoFactor: false })],
  ],
  [
    "a repository that is approved as outside production is not production",
    "github",
    "repository",
    { public: true, production: false, secretScanning: "unread", pushProtection: false, codeScanning: "unread" },
    [
      itemOf("github.repository", "1", {
        name: "acme/site",
        private: false,
        archived: false,
        defaultBranch: "main",
        pushedOn: null,
        secretScanning: null,
        pushProtection: "disabled",
        dependabotAlerts: true,
      }),
    ],
    exceptionFor("not-production", "site"),
  ],
  [
    "a user of AWS without a password may be a person: keys say not whose they are",
    "aws",
    "account",
    { class: "unread", active: true, canSignIn: false, lastSignInAt: "never" },
    [
      itemOf("aws.user", "1", { arn: "arn:aws:iam::1:user/ci", name: "ci", createdOn: "2026-01-01" }),
      itemOf("aws.credentials", "1", {
        arn: "arn:aws:iam::1:user/ci",
        root: false,
        createdOn: "2026-01-01",
        password: false,
        passwordUsed: "never",
        passwordChangedOn: null,
        mfa: false,
        keys: [{ active: true, used: "never", rotatedOn: "2026-01-01" }],
      }),
    ],
  ],
  [
    "somebody who was disabled in Jira is not active",
    "jira",
    "account",
    { active: false, class: "human", email: "unread" },
    [itemOf("jira.administrator", "1", { active: false, groups: ["admins"] })],
  ],
])("%s", (_, provider, shape, facts, items, exception) => {
  const exceptions = exception ? [exception] : [];
  const collection = { provider, account: { id: "acme" }, items, steps: [], settings: {}, exceptions };
  const { members, whole } = populationOfShape(mappings[provider], shape, collection)!;
  expect(members).toHaveLength(1);
  const told = Object.fromEntries(
    factsOf(members[0]!).map(([name, value]) => [name, value === "unread" ? value : JSON.parse(value)]),
  );
  expect(told).toMatchObject(facts);
  expect(whole.outcome()).not.toBe("pass");
});

test("a list of nobody is not whole: somebody runs every account", () => {
  const steps = [complete("users")];
  const collection = { provider: "okta" as const, account: { id: "acme" }, items: [], steps, settings: {} };
  expect(populationOfShape(mappings.okta, "account", collection)!.whole.outcome()).toBe("unknown");
});

const met = { mutants: 0 };
afterAll(() => console.log(`${met.mutants} fields taken away or changed`));

const INVENTED = "unlisted-xyz";

/** An item with one field gone, or with a text that no vendor lists; and one that could not be read. */
function* mutants(item: EvidenceItem): Generator<[string, EvidenceItem]> {
  yield ["unread", { ...item, data: null, gap: "it was not read" }];
  for (const way of leaves(item.data)) {
    yield [`${way.join(".")} removed`, { ...item, data: changedAt(item.data, way, undefined) }];
    yield [`${way.join(".")} invented`, { ...item, data: changedAt(item.data, way, INVENTED) }];
  }
}

type Way = readonly (string | number)[];

function leaves(value: Json, way: Way = []): Way[] {
  if (typeof value !== "object" || value === null) return [way];
  const inner = Object.entries(value).flatMap(([name, held]) =>
    leaves(held as Json, [...way, Array.isArray(value) ? Number(name) : name]),
  );
  return way.length === 0 ? inner : [way, ...inner];
}

function changedAt(value: Json, [name, ...rest]: Way, to: Json | undefined): Json {
  if (Array.isArray(value)) {
    const held = rest.length === 0 ? to : changedAt(value[Number(name)] as Json, rest, to);
    // Nothing in a list says how long it was: a member is taken away by what it says.
    return value.with(Number(name), held ?? null) as Json;
  }
  const { [name as string]: held, ...others } = value as Readonly<Record<string, Json>>;
  if (rest.length > 0) return { ...others, [name as string]: changedAt(held!, rest, to) };
  return to === undefined ? others : { ...others, [name as string]: to };
}
