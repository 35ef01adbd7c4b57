import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isPart } from "#catalog/parts.ts";
import { googleSettings, loosePolicies } from "#tests/support/loose-policies.ts";
import type { EvidenceItem } from "../connector.ts";
import type { Fields } from "../json-fields.ts";
import { exceptionFor } from "../exception-for.ts";
import type { Exception } from "../exceptions.ts";
import { judgeChecks } from "../judge.ts";
import { fixtures } from "./fixtures.ts";
import { googleWorkspace } from "./index.ts";
import { effective, foundIn } from "./steps/policies.ts";

// Nothing passes that a stranger could not re-perform: each false pass that was found, and its siblings.

const now = new Date("2026-11-21T12:00:00.000Z");
const reports = googleWorkspace.steps.map((step) => ({
  step: step.id,
  status: "complete" as const,
  pages: 1,
  items: 1,
  startedAt: now.toISOString(),
  endedAt: now.toISOString(),
  missing: [],
  detail: "",
}));
const judged = (id: string, items: readonly EvidenceItem[], exceptions: readonly Exception[] = []) =>
  judgeChecks(googleWorkspace.checks, {
    items,
    steps: reports,
    settings: googleWorkspace.manifest.settings.parse({}),
    exceptions,
    now,
  }).find((check) => check.checkId === id)!.outcome;
const fixture = (id: string) => fixtures[id]!.pass;
/** The passing fixture of a check over one setting, with another value. */
const withValue = (id: string, value: Readonly<Record<string, string | number | boolean>>, unit?: string) =>
  fixture(id).map((item) => ({
    ...item,
    ...(unit && { subject: { ...item.subject, id: unit, label: unit } }),
    data: { ...(item.data as object), ...(unit && { root: false }), value },
  }));

describe("G15: a sharing mode", () => {
  const sharing = (mode: string) =>
    judged("gws.policy.drive-sharing", withValue("gws.policy.drive-sharing", { externalSharingMode: mode }));
  test.each([
    ["DISALLOWED", "pass"],
    ["ALLOWLISTED_DOMAINS", "pass"],
    ["ALLOWED", "fail"],
    ["EXTERNAL_SHARING_MODE_UNSPECIFIED", "unknown"],
    ["SOMETHING_NEW", "unknown"],
    ["", "unknown"],
  ])("of %s is a %s", (mode, outcome) => expect(sharing(mode)).toBe(outcome));

  test("and any other enumeration, with a value that we do not know, passes nothing", () => {
    const password = { minimumLength: 14, allowedStrength: "SOMETHING_NEW", allowReuse: false };
    expect(judged("gws.policy.password", withValue("gws.policy.password", password))).toBe("unknown");
  });
});

describe("G16: apps", () => {
  const apps = (scopes: readonly string[], level: string | undefined, exceptions: readonly Exception[] = []) =>
    judged(
      "gws.token.broad-apps",
      fixture("gws.token.broad-apps").flatMap((item): EvidenceItem[] => {
        if (item.kind === "gws.app_grant") return [{ ...item, data: { ...(item.data as object), scopes } }];
        if (level === undefined) return [];
        return [{ ...item, data: { ...(item.data as object), value: { accessLevel: level } } }];
      }),
      exceptions,
    );
  const AUTH = "https://www.googleapis.com/auth/";

  test("pass where apps that nobody configured are blocked, as the record goes back 180 days alone", () => {
    expect(apps([`${AUTH}drive.file`], "BLOCK_ALL_SCOPES")).toBe("pass");
    expect(apps([`${AUTH}drive.file`], undefined)).toBe("unknown");
    expect(apps([`${AUTH}drive.file`], "SOMETHING_NEW")).toBe("unknown");
    expect(apps([`${AUTH}drive.file`], "ALLOW_SIGN_IN_SCOPES_ONLY")).toBe("fail");
  });

  test.each(["drive.readonly", "gmail.readonly", "gmail.modify", "spreadsheets", "drive.metadata", "cloud-platform"])(
    "that may use %s have access to mail or files",
    (scope) => {
      expect(apps([AUTH + scope], "BLOCK_ALL_SCOPES")).toBe("fail");
      expect(apps([AUTH + scope], "BLOCK_ALL_SCOPES", [exceptionFor("app-access", "client")])).toBe("pass");
    },
  );

  test("with a scope that we do not know are not known", () => {
    expect(apps([`${AUTH}drive.somethingnew`], "BLOCK_ALL_SCOPES")).toBe("unknown");
  });
});

describe("G17: a session", () => {
  const session = (everywhere: string, sales?: string) => {
    const id = "gws.policy.session";
    const items = [
      ...withValue(id, { webSessionDuration: everywhere }),
      ...(sales ? withValue(id, { webSessionDuration: sales }, "orgUnits/sales") : []),
    ];
    return [judged(id, items), judged("gws.policy.admin-session", items)];
  };
  test.each([
    ["12 hours", "43200s", undefined, "pass", "pass"],
    ["20 hours", "72000s", undefined, "pass", "fail"],
    ["24 hours", "86400s", undefined, "pass", "fail"],
    ["more", "86401s", undefined, "fail", "fail"],
    ["no end", "0s", undefined, "fail", "fail"],
    ["another unit of time", "12h", undefined, "unknown", "unknown"],
    ["20 hours in one unit, where administrators may be", "43200s", "72000s", "pass", "unknown"],
    ["12 hours in one unit, where administrators may be", "72000s", "43200s", "pass", "unknown"],
    ["30 hours in one unit", "43200s", "108000s", "fail", "unknown"],
  ])("of %s", (_, everywhere, sales, everyone, administrators) =>
    expect(session(everywhere, sales)).toEqual([everyone, administrators]),
  );
});

test("G18: no check of Google Workspace answers more than the parts that it reads", () => {
  expect(Object.fromEntries(googleWorkspace.checks.map((check) => [check.id, check.answers]))).toEqual({
    "gws.user.2sv-enrolled": ["auth.mfa-enforced/enrolled"],
    "gws.admin.2sv-enforced": [],
    "gws.admin.count": [],
    "gws.admin.suspended-role": [],
    "gws.user.inactive": ["accounts.inactive-disabled/accounts"],
    "gws.token.broad-apps": [],
    "gws.policy.2sv-enforced": ["auth.mfa-enforced/policy"],
    "gws.policy.password": [],
    "gws.policy.password-length": ["auth.password-rules/length"],
    "gws.policy.password-reuse": ["auth.password-rules/history"],
    "gws.policy.session": ["auth.session-limit/everyone"],
    "gws.policy.admin-session": ["auth.session-limit/administrators"],
    "gws.policy.admin-recovery": [],
    "gws.policy.drive-sharing": ["confidentiality.external-sharing/files"],
    "gws.policy.auto-forward": ["confidentiality.external-sharing/forwarding"],
  });
  for (const { answers } of googleWorkspace.checks) expect(answers.filter((part) => !isPart(part))).toEqual([]);
});

test("a setting that is shown for a unit alone is not known for the company", () => {
  const [unit] = withValue("gws.policy.auto-forward", { enableAutoForwarding: false }, "orgUnits/sales");
  expect(judged("gws.policy.auto-forward", [unit!])).toBe("unknown");
});

const collected = (policies: readonly object[]) =>
  effective(policies.flatMap((policy) => foundIn(policy as Fields, now.toISOString())));

describe("G15 to G17: no policies with one that is too loose, made at random, pass", () => {
  test.each(Object.entries(googleSettings))("%s", (id, setting) => {
    const grants = fixture(id).filter(({ kind }) => kind === "gws.app_grant");
    fc.assert(
      fc.property(loosePolicies(setting), (policies) => judged(id, [...grants, ...collected(policies)]) !== "pass"),
      { numRuns: 50 },
    );
  });
});
