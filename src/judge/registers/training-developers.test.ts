import { describe, expect, test } from "vitest";
import { findPool } from "#catalog/training/pools.ts";
import { mappings } from "#connectors/shapes.ts";
import { populationOfShape } from "#connectors/shape.ts";
import type { EvidenceItem, Json, StepReport } from "#connectors/connector.ts";
import { sha256OfText } from "#domain/sha256.ts";
import type { SnapshotRow } from "#domain/registers/snapshot.ts";
import { drawIds } from "#domain/training/quiz.ts";
import { textOfQuiz } from "#domain/training/sealed.ts";
import { JUDGED_AT as now, inDays, sealedRow as row } from "#tests/support/sealed-rows.ts";
import type { ReadSystem } from "./registers.ts";
import { judgeTraining } from "./training.ts";

const AT = "2026-11-23T11:00:00.000Z";
const person = (number: number, more: SnapshotRow["fields"] = {}) =>
  row(`p${number}`, { startsAt: "2024-01-01T00:00:00.000Z", ...more }, number);

/** Secure coding, passed by that person so many days ago. */
function coded(number: number, days = 100, course = "secure-coding"): SnapshotRow {
  const seed = String(number).padStart(32, "0");
  const answers = drawIds(sha256OfText, seed, findPool(course, 1)!.questions, 8).map((question) => `${question}:0`);
  const quiz = { course, version: 1, seed, answers, score: 8, outOf: 8, at: inDays(-days).toISOString() };
  const leaf = sha256OfText(textOfQuiz({ ...quiz, number, person: `p${number}` }));
  return row(
    `q${number}`,
    { ...quiz, source: "quiz", vouched: "another", passed: true, personId: `p${number}`, leaf },
    number,
  );
}

interface Hosted {
  readonly roles?: Readonly<Record<string, string>>;
  readonly people?: Readonly<Record<string, string>>;
  readonly steps?: readonly string[];
  readonly seenAt?: Date;
  readonly archived?: boolean;
  readonly programs?: ReadonlyMap<string, Date>;
}
const usualPeople = { ann: "p1", bob: "p2" };

/** An organization on GitHub with one repository. */
function github({ roles = { ann: "admin", bob: "member" }, people = usualPeople, ...more }: Hosted = {}): ReadSystem {
  const item = (kind: string, type: string, id: string, data: Json): EvidenceItem =>
    ({ kind, subject: { type, id, label: id }, data, observedAt: AT }) as EvidenceItem;
  const steps = (more.steps ?? ["organization", "members", "collaborators", "repositories"]).map(
    (step): StepReport => ({
      step,
      status: "complete",
      pages: 1,
      items: 1,
      startedAt: AT,
      endedAt: AT,
      missing: [],
      detail: "",
    }),
  );
  const sealed = {
    provider: "github" as const,
    account: { id: "acme" },
    settings: {},
    steps,
    items: [
      item("github.organization", "organization", "acme", { login: "acme", twoFactorRequired: true }),
      ...Object.entries(roles).map(([id, role]) =>
        item("github.member", "user", id, { login: id, role, twoFactor: true }),
      ),
      item("github.repository", "repository", "web", {
        name: "web",
        private: true,
        archived: more.archived ?? false,
        fork: false,
      }),
    ],
  };
  return {
    source: "GitHub acme",
    systemId: "github",
    provider: "github",
    accounts: populationOfShape(mappings.github, "account", sealed)!,
    grants: populationOfShape(mappings.github, "grant", sealed)!,
    repositories: populationOfShape(mappings.github, "repository", sealed),
    seenAt: more.seenAt ?? now,
    partial: new Set(["grant"]),
    people: new Map(Object.entries(people)),
    programs: more.programs ?? new Map(),
  };
}

interface Given {
  readonly completions?: readonly SnapshotRow[];
  readonly people?: readonly SnapshotRow[];
  readonly systems?: readonly ReadSystem[];
  readonly scope?: unknown;
}
function judge({ completions = [coded(1), coded(2)], people = [person(1), person(2)], ...given }: Given = {}) {
  const all: Record<string, readonly SnapshotRow[]> = { people, "training-completions": completions };
  const inputs = {
    register: (key: string) => ({ rows: all[key] ?? [], confirmedUntil: null }),
    failingControls: [],
    systems: given.systems ?? [github()],
    now,
  };
  const scope =
    "scope" in given
      ? given.scope
      : { codeHosting: [{ systemId: "github", name: "GitHub", sources: ["GitHub acme"] }] };
  return judgeTraining(inputs, scope).find(({ check }) => check === "training.developers")?.verdict;
}

describe("training.developers", () => {
  test("passes where everyone with an account at the code hosting passed secure coding, until the first of it ends", () => {
    expect(judge()).toEqual({
      outcome: "pass",
      reason: "2 people with accounts at GitHub: all passed secure coding within 365 days.",
      until: inDays(31),
    });
    expect(judge({ completions: [coded(1, 360), coded(2)] })?.until).toEqual(inDays(5));
  });

  test.each<[string, readonly SnapshotRow[]]>([
    ["another course", [coded(1, 10, "security"), coded(2)]],
    ["it more than a year ago", [coded(1, 365), coded(2)]],
  ])("fails where an administrator passed %s", (_, completions) => {
    expect(judge({ completions })).toMatchObject({
      outcome: "fail",
      reason:
        "May write to production repositories and have not passed secure coding within 365 days: PER-1. Send them their links.",
    });
  });

  test("sends no link to an administrator who has left: their account is to be disabled", () => {
    const leaver = { ...person(1), state: "ended" as const };
    expect(judge({ completions: [coded(1, 400), coded(2)], people: [leaver, person(2)] })).toMatchObject({
      outcome: "fail",
      reason: "May still write to production repositories and have left: PER-1. Have their accounts disabled there.",
    });
  });

  test("is unknown where a member passed nothing: whether they may write was not read", () => {
    expect(judge({ completions: [coded(1)] })).toMatchObject({
      outcome: "unknown",
      reason: expect.stringContaining("Whether these may write was not read"),
    });
  });

  test.each<[string, Given]>([
    ["an account is nobody's", { systems: [github({ people: { ann: "p1" } })] }],
    [
      "an account is of somebody who has left",
      { people: [person(1), person(2, { endsAt: "2026-01-01T00:00:00.000Z" })] },
    ],
    ["not every member was read", { systems: [github({ steps: ["organization", "repositories"] })] }],
    ["they were read too long ago", { systems: [github({ seenAt: inDays(-31) })] }],
    ["the code hosting in scope was not read", { systems: [] }],
    [
      "another system of its kind was not read",
      {
        scope: {
          codeHosting: [
            { systemId: "github", name: "GitHub", sources: ["GitHub acme"] },
            { systemId: "b", name: "Forge", sources: [] },
          ],
        },
      },
    ],
    [
      "no repository is in production, and an administrator passed nothing",
      { completions: [coded(1, 370), coded(2)], systems: [github({ archived: true })] },
    ],
    [
      "another connection of it was not read",
      { scope: { codeHosting: [{ systemId: "github", name: "GitHub", sources: ["GitHub acme", "GitHub two"] }] } },
    ],
    ["a row cannot be read", { people: [person(1), person(2, { startsAt: "soon" })] }],
  ])("is unknown where %s", (_, given) => {
    expect(judge(given)?.outcome).toBe("unknown");
  });

  test("says how many passed by an address that only its writer confirmed", () => {
    const alone = (row: SnapshotRow) => ({ ...row, fields: { ...row.fields, vouched: "alone" } });
    expect(judge({ completions: [alone(coded(1)), alone(coded(2))] })?.reason).toMatch(
      /days\. By an address that only its writer confirmed, because nobody else could: 2 people\.$/,
    );
  });

  test("asks nobody for an account that belongs to a program, while somebody says so", () => {
    const programs = new Map([["bob", inDays(10)]]);
    expect(judge({ completions: [coded(1)], systems: [github({ programs })] })).toMatchObject({
      outcome: "pass",
      until: inDays(10),
    });
    expect(judge({ completions: [coded(1)], systems: [github({ programs: new Map([["bob", now]]) })] })?.outcome).toBe(
      "unknown",
    );
  });

  test("is left to a person where nobody took secure coding here and who writes code was not read, and to nobody else", () => {
    const completions = [coded(1, 10, "security"), coded(2, 10, "security")];
    const unread: readonly ReadSystem[][] = [[], [github({ steps: ["organization", "repositories"], roles: {} })]];
    for (const systems of unread) expect(judge({ completions, systems })).toBeUndefined();
    // Who is read and has not passed it is held back or fails, as ever, whatever else was not read.
    const forge = { systemId: "b", name: "Forge", sources: [] };
    const codeHosting = [{ systemId: "github", name: "GitHub", sources: ["GitHub acme"] }, forge];
    expect(judge({ completions, scope: { codeHosting } })?.outcome).toBe("fail");
    expect(judge({ completions })?.outcome).toBe("fail");
    expect(judge({ completions, systems: [github({ roles: { ann: "member", bob: "member" } })] })?.outcome).toBe(
      "unknown",
    );
    // One who took it makes it a matter of the registers, passed or not.
    for (const taken of [coded(2), coded(2, 370)])
      expect(judge({ completions: [coded(1, 10, "security"), taken], systems: [] })?.outcome).toBe("unknown");
    const people = [person(1), person(2, { startsAt: "soon" })];
    expect(judge({ completions, people, systems: [] })?.outcome).toBe("unknown");
  });

  test.each<[string, ReadSystem]>([
    ["may or may not write", github({ roles: { ann: "member", bob: "member" } })],
    ["administers it, and was read too long ago to count", github({ seenAt: inDays(-40) })],
    [
      "is one of those that were read of an organization",
      github({ steps: ["organization", "repositories"], roles: { ann: "member" } }),
    ],
    ["is nobody's in People", github({ people: {} })],
  ])(
    "is left to nobody's word while a developer was read who passed nothing and %s, whatever else is unread",
    (_, read) => {
      const codeHosting = [
        { systemId: "github", name: "GitHub", sources: ["GitHub acme"] },
        { systemId: "b", name: "Forge", sources: [] },
      ];
      const completions = [coded(1, 10, "security"), coded(2, 10, "security")];
      expect(judge({ completions, systems: [read], scope: { codeHosting } })?.outcome).toBe("unknown");
    },
  );

  test("is not said where no code hosting is in scope, or that was not sealed, or nobody took a course", () => {
    expect(judge({ scope: { codeHosting: [] } })).toBeUndefined();
    expect(judge({ scope: undefined })).toBeUndefined();
    expect(judge({ scope: { codeHosting: [{}] } })).toBeUndefined();
    expect(judge({ completions: [] })).toBeUndefined();
  });
});
