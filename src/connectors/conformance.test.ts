import { afterAll, describe, expect, test } from "vitest";
import { isPart } from "#catalog/parts.ts";
import { providerKeys } from "#domain/provider.ts";
import type { ProviderKey } from "#domain/provider.ts";
import { generateConnector } from "#tests/support/generated-connector.ts";
import { readTestJson } from "#tests/support/test-data.ts";
import type { CheckFixtures, ConnectorCheck } from "./check.ts";
import type { Connector, EvidenceItem, Json, StepReport } from "./connector.ts";
import { connectors } from "./index.ts";
import { judgeChecks } from "./judge.ts";
import { compareScopes } from "./scopes.ts";

// What is true of every connector. A new one is met here as soon as it stands in index.ts.

const generated = await generateConnector();
afterAll(() => generated.remove());

type Fixtures = Readonly<Record<string, CheckFixtures>>;
const ours = await Promise.all(
  connectors.map(async (connector) => {
    const { id } = connector.manifest;
    const { fixtures } = (await import(`./${id}/fixtures.ts`)) as { fixtures: Fixtures };
    return { id, connector, fixtures };
  }),
);

const all = [...ours, { id: "a connector that was just begun", ...generated }];

/** Permissions of each vendor that can write or act: a grant of one of them must stop the connection. */
const canWrite: Readonly<Partial<Record<ProviderKey, readonly string[]>>> = {
  github: [
    "administration:write",
    "contents:write",
    "members:write",
    "secrets:write",
    "repo",
    "admin:org",
    "delete_repo",
    "workflow",
  ],
  aws: ["*", "iam:*", "s3:PutBucketPolicy", "sts:AssumeRole", "kms:Decrypt", "policy/AdministratorAccess"],
  "google-workspace": [
    "https://www.googleapis.com/auth/admin.directory.user",
    "https://www.googleapis.com/auth/admin.directory.group",
    "https://www.googleapis.com/auth/drive",
    "https://www.googleapis.com/auth/cloud-platform",
    "https://mail.google.com/",
  ],
  "microsoft-365": [
    "User.ReadWrite.All",
    "Directory.AccessAsUser.All",
    "Mail.Send",
    "Sites.FullControl.All",
    "Policy.ReadWrite.ConditionalAccess",
    "DeviceManagementManagedDevices.PrivilegedOperations.All",
  ],
  okta: ["okta.users.manage", "okta.apps.manage", "okta.policies.manage", "okta.groups.manage"],
  jira: [
    "write:jira-work",
    "manage:jira-configuration",
    "write:issue:jira",
    "delete:issue:jira",
    "manage:jira-project",
  ],
};

const catalogue = readTestJson<readonly { id: string; provider: string }[]>("library/checks.json");
/** What rows of the catalogue of checks are called. */
const prefixes: Readonly<Partial<Record<ProviderKey, string>>> = {
  github: "gh",
  aws: "aws",
  "google-workspace": "gws",
  "microsoft-365": "ms",
  okta: "okta",
  jira: "jira",
};
/** Kinds with room for names that are not written down, and why. */
const open: Readonly<Partial<Record<string, string>>> = {
  "gws.policy": "Google's settings have fields of their own each; the step keeps those that it names",
};
/** Rows that a connector leaves out on purpose, and why. */
const leftOut: Readonly<Partial<Record<string, string>>> = {};

const kebab = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const atSomeTime = "2026-11-21T10:00:00.000Z";

/** Fixtures are judged when the last of their items was observed. */
const clockOf = (items: readonly EvidenceItem[]) =>
  new Date(
    items
      .map(({ observedAt }) => observedAt)
      .toSorted()
      .at(-1) ?? atSomeTime,
  );

const reportsOf = ({ steps }: Connector, status: StepReport["status"] = "complete"): StepReport[] =>
  steps.map(({ id }) => ({
    step: id,
    status,
    pages: 1,
    items: 1,
    startedAt: atSomeTime,
    endedAt: atSomeTime,
    missing: [],
    detail: "",
  }));

function judged(
  connector: Connector,
  check: ConnectorCheck,
  items: readonly EvidenceItem[],
  fixture: CheckFixtures,
  steps = reportsOf(connector),
) {
  const settings = connector.manifest.settings.parse(fixture.settings ?? {});
  return judgeChecks([check], { items, steps, settings, exceptions: fixture.exceptions, now: clockOf(items) })[0]!;
}

/** The same data with a field that no schema names, at its top and in every object inside it. */
function* withUnknownField(data: Json): Generator<Json> {
  if (Array.isArray(data)) {
    for (const [at, entry] of (data as readonly Json[]).entries())
      for (const changed of withUnknownField(entry)) yield (data as readonly Json[]).with(at, changed);
  } else if (typeof data === "object" && data !== null) {
    const fields = data as Readonly<Record<string, Json>>;
    yield { ...fields, smuggled: "a value" };
    for (const [name, item] of Object.entries(fields))
      for (const changed of withUnknownField(item)) yield { ...fields, [name]: changed };
  }
}

test("connectors are told apart by their provider, and checks by their id", () => {
  const ids = ours.map(({ id }) => id);
  expect(ids).toEqual([...new Set(ids)]);
  for (const id of ids) expect(providerKeys).toContain(id);
  const checks = all.flatMap(({ connector }) => connector.checks.map((check) => check.id));
  expect(checks).toEqual([...new Set(checks)]);
});

describe.each(all)("$id", ({ connector, fixtures }) => {
  const { manifest, steps, checks } = connector;
  const { id } = manifest;

  test("has steps with names of their own, kinds that the manifest has, and scopes that it asks for", () => {
    expect(steps.map((step) => step.id)).toEqual([...new Set(steps.map((step) => step.id))]);
    const asked = [...manifest.scopes.required, ...manifest.scopes.optional].map(({ name }) => name);
    for (const step of steps) {
      expect(step.id).toMatch(kebab);
      expect(step.title).toMatch(/^[A-Z0-9].*[^.]$/);
      expect(step.kinds.length).toBeGreaterThan(0);
      for (const kind of step.kinds) expect(Object.keys(manifest.kinds)).toContain(kind);
      for (const scope of step.scopes) expect(asked).toContain(scope);
    }
    const kinds = new Set(steps.flatMap((step) => step.kinds));
    expect(Object.keys(manifest.kinds).filter((kind) => !kinds.has(kind))).toEqual([]);
  });

  test("asks for no scope that can write, and refuses the vendor's that can", () => {
    expect(Number.isInteger(manifest.version) && manifest.version > 0).toBe(true);
    const asked = [...manifest.scopes.required, ...manifest.scopes.optional].map(({ name }) => name);
    const writing = canWrite[id] ?? ["users:write"];
    expect(compareScopes(manifest, asked).forbidden).toEqual([]);
    for (const oauth of manifest.methods.flatMap((method) => method.oauth ?? []))
      expect(compareScopes(manifest, oauth.scopes).forbidden).toEqual([]);
    expect(compareScopes(manifest, writing).forbidden).toEqual(writing);
  });

  test("talks to hosts that are written down: https alone, and a pattern where a person types part of it", () => {
    const wrong = Object.entries(manifest.endpoints).filter(([, endpoint]) => {
      if (typeof endpoint.origin === "string")
        return endpoint.origin !== new URL(endpoint.origin).origin || !endpoint.origin.startsWith("https:");
      const { host } = endpoint as { host: RegExp };
      const whole = new RegExp(`^(?:${host.source})$`, host.flags.replace(/[gy]/g, ""));
      return ["evil.example", "localhost", "127.0.0.1", "169.254.169.254", "", "com"].some((evil) => whole.test(evil));
    });
    expect(wrong).toEqual([]);
    for (const { oauth } of manifest.methods)
      for (const at of oauth ? [oauth.authorize, oauth.token, ...(oauth.revoke ? [oauth.revoke] : [])] : [])
        expect(Object.keys(manifest.endpoints)).toContain(at.endpoint);
  });

  test("has ways to link that say what they do, and settings that need nothing", () => {
    expect(manifest.methods.length).toBeGreaterThan(0);
    expect(manifest.methods.map((method) => method.id)).toEqual([
      ...new Set(manifest.methods.map((method) => method.id)),
    ]);
    for (const method of manifest.methods) {
      expect(method.id).toMatch(kebab);
      expect(method.title).toMatch(/^[A-Z].*[^.]$/);
      expect(method.explanation).toMatch(/\.$/);
      for (const field of method.fields)
        expect([field.label, field.help, field.message].every((text) => text !== "")).toBe(true);
    }
    const defaults = manifest.settings.parse({});
    for (const field of manifest.settingFields) expect(Object.keys(defaults)).toContain(field.name);
  });

  test("has a catalogue row for each of its checks, and a check for each row", () => {
    const wanted = catalogue.filter((row) => row.provider === prefixes[id]).map((row) => row.id);
    const missing = wanted.filter((row) => !checks.some((check) => check.id === row) && !leftOut[row]);
    expect(missing).toEqual([]);
  });

  test("has no fixture without a check", () => {
    expect(Object.keys(fixtures).filter((fixture) => !checks.some((check) => check.id === fixture))).toEqual([]);
  });

  describe.each(checks.map((check) => ({ check })))("$check.id", ({ check }) => {
    const fixture = fixtures[check.id]!;
    const items = () => [...fixture.pass, ...fixture.fail, ...fixture.unknown, ...(fixture.notApplicable ?? [])];

    test("has a version, a title, and one sentence about what to do", () => {
      expect(check.id.startsWith(`${prefixes[id] ?? id}.`)).toBe(true);
      expect(Number.isInteger(check.version) && check.version > 0).toBe(true);
      expect(check.title).toMatch(/^[A-Z0-9].*[^.!]$/);
      expect(check.hint).toMatch(/^[A-Z][^.!?]*(?:\b[a-z]+\.[a-z]+[^.!?]*)*\.$/);
    });

    test("answers parts of the library's checks, from steps that exist", () => {
      expect(check.answers.filter((name) => !isPart(name))).toEqual([]);
      expect(check.steps.length).toBeGreaterThan(0);
      for (const step of check.steps) expect(steps.map((step) => step.id)).toContain(step);
    });

    test("passes, fails, is unknown and does not apply as its fixtures say", () => {
      expect(judged(connector, check, fixture.pass, fixture)).toMatchObject({ outcome: "pass" });
      expect(judged(connector, check, fixture.fail, fixture)).toMatchObject({ outcome: "fail" });
      expect(judged(connector, check, fixture.unknown, fixture)).toMatchObject({ outcome: "unknown" });
      const none = fixture.notApplicable && judged(connector, check, fixture.notApplicable, fixture).outcome;
      expect(none ?? "not applicable").toBe("not applicable");
    });

    test("never passes on what was not read whole", () => {
      for (const status of ["denied", "unavailable", "truncated", "failed"] as const)
        for (const step of check.steps) {
          const reports = reportsOf(connector).map((report) => (report.step === step ? { ...report, status } : report));
          expect(judged(connector, check, fixture.pass, fixture, reports).outcome).not.toBe("pass");
          expect(judged(connector, check, [], fixture, reports).outcome).toBe("unknown");
        }
    });

    test("judges the same items the same, in whatever order they came", () => {
      for (const given of [fixture.pass, fixture.fail, fixture.unknown]) {
        const { outcome } = judged(connector, check, given, fixture);
        expect(judged(connector, check, given.toReversed(), fixture).outcome).toBe(outcome);
      }
    });

    test("has fixtures of the shape that is stored, which has room for nothing else", () => {
      const ofSteps = new Set(steps.flatMap((step) => step.kinds));
      for (const { kind, data, gap } of items()) {
        expect(ofSteps).toContain(kind);
        expect(gap === undefined || data === null).toBe(true);
        if (data === null) continue;
        const shape = manifest.kinds[kind]!;
        expect(shape.parse(data)).toEqual(data);
        if (open[kind]) continue;
        for (const smuggling of withUnknownField(data)) {
          const read = shape.safeParse(smuggling);
          expect(read.success ? JSON.stringify(read.data) : "refused", kind).not.toContain("smuggled");
        }
      }
    });
  });
});
