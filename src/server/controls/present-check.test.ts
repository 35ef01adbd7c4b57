import { expect, test } from "vitest";
import { getCheck } from "#catalog/index.ts";
import { partsOf } from "#catalog/parts.ts";
import { MANUAL_TEST } from "#domain/manual-tests/decide.ts";
import { REGISTER_ASPECT, REGISTERS } from "#domain/registers/snapshot.ts";
import type { Answer, CheckState } from "#judge/check-states.ts";
import { presentCheck } from "./present-check.ts";

const answer = (number: number, source: string, evidenceId: string | null): Answer => ({
  aspect: null,
  systemId: "okta",
  source,
  outcome: "pass",
  reason: "12 of 12 people enrolled.",
  observedAt: new Date("2026-11-22T13:00:00Z"),
  validUntil: new Date("2026-12-22T13:00:00Z"),
  number,
  checkId: "auth.mfa-enforced",
  evidenceId,
});

test("each system of a part names its answers: by whom, since when, until when, and on which item", () => {
  const id = "auth.mfa-enforced";
  const [part] = partsOf(id);
  const answers = [1, 2, 3, 4].map((number) => answer(number, `Okta ${number}`, "0".repeat(8)));
  const byPerson = answer(5, MANUAL_TEST, null);
  const state: CheckState = {
    checkId: id,
    title: "",
    outcome: "pass",
    reason: "",
    decided: 1,
    asked: 1,
    parts: [
      {
        part: part!,
        state: "pass",
        systems: [
          { system: { id: "okta", name: "Okta" }, state: "pass", answers },
          { system: { id: "clio", name: "Clio" }, state: "pass", answers: [byPerson] },
          { system: { id: "github", name: "GitHub" }, state: "not read", answers: [] },
        ],
        unanswered: [],
        elsewhere: [],
      },
    ],
    held: false,
    decisive: answers[0]!,
    scopeUntil: null,
    answers,
  };
  const systems = presentCheck(getCheck(id), state, new Map()).parts[0]!.systems;
  // What is open comes first.
  expect(systems.map(({ name, answers: named }) => [name, named.length])).toEqual([
    ["GitHub", 0],
    ["Okta", 3],
    ["Clio", 1],
  ]);
  expect(systems[2]!.answers[0]).toEqual({
    source: MANUAL_TEST,
    reason: "12 of 12 people enrolled.",
    observedAt: "2026-11-22T13:00:00.000Z",
    validUntil: "2026-12-22T13:00:00.000Z",
    exhibit: "EX-000005",
    evidenceId: null,
  });
});

test("a check says what decided it as its control counts it, the weakest of all that it rests on", () => {
  const id = "auth.mfa-enforced";
  const okta = answer(1, "Okta (acme)", "0".repeat(8));
  const said = (decisive: Answer | null, ...others: Answer[]) => {
    const answers = [...(decisive ? [decisive] : []), ...others];
    const state = { checkId: id, title: "", reason: "", decided: 1, asked: 1, held: false, scopeUntil: null };
    const outcome = decisive ? "pass" : "unknown";
    return presentCheck(getCheck(id), { ...state, outcome, parts: [], decisive, answers }, new Map()).basis;
  };
  expect(said(okta)).toBe("machine");
  expect(said({ ...okta, source: "Exhibit registers (Okta acme)" })).toBe("register");
  expect(said(okta, { ...okta, source: REGISTERS, aspect: REGISTER_ASPECT })).toBe("register");
  expect(said({ ...okta, source: MANUAL_TEST })).toBe("person");
  expect(said(null)).toBeNull();
});
