import { expect, test } from "vitest";
import { sayBasis } from "#domain/basis-words.ts";
import { MANUAL_TEST } from "#domain/manual-tests/decide.ts";
import { REGISTERS, registersOn } from "#domain/registers/snapshot.ts";
import { basisOfCheck, lineOfControl, reasonOfCheck, stateOfCheck, stateOfPart } from "./deciding-words.ts";
import type { Check, CheckPart, SystemInPart } from "./deciding-words.ts";

const system = (state: SystemInPart["state"], source = "Okta (acme)"): SystemInPart => ({
  name: "Okta",
  state,
  answers:
    state === "not read"
      ? []
      : [
          {
            source,
            reason: "12 of 12 people enrolled.",
            observedAt: "2026-11-22T13:00:00.000Z",
            validUntil: "2026-12-22T13:00:00.000Z",
            exhibit: "EX-000047",
            evidenceId: null,
          },
        ],
});
const part = (outcome: CheckPart["outcome"], ...systems: SystemInPart[]): CheckPart => ({
  aspect: "required",
  title: "a second factor is required",
  outcome,
  systems,
  systemCount: systems.length,
});
const NONE = { machine: 0, register: 0, person: 0, documents: 0, notApplicable: 0 };
const asked = (decided: number, of: number) => ({ decided, asked: of });

test("a check of several parts says how many are decided, and another that it is not", () => {
  expect(stateOfCheck({ outcome: "not run", progress: asked(3, 4) }).word).toBe("3 of 4 parts decided");
  expect(stateOfCheck({ outcome: "not run", progress: asked(0, 1) }).word).toBe("Not decided");
  expect(stateOfCheck({ outcome: "not run", progress: null })).toEqual({
    finding: "needs evidence",
    word: "Not decided",
  });
  expect(stateOfCheck({ outcome: "unknown", progress: null }).finding).toBe("unknown");
  expect(stateOfCheck({ outcome: "fail", progress: asked(3, 4) })).toEqual({ finding: "failing", word: "Failing" });
});

test("a part that nobody read is not in doubt, and says only what its systems do not", () => {
  expect(stateOfPart(part("unknown", system("not read")))).toEqual({ finding: "needs evidence", word: "" });
  expect(stateOfPart(part("unknown", system("not read"), system("unknown")))).toEqual({ finding: "unknown", word: "" });
  const halfRead = part("unknown", system("pass"), system("not read"));
  expect(stateOfPart(halfRead)).toEqual({ finding: "needs evidence", word: "" });
  expect(stateOfPart(part("unknown")).word).toBe("Not decided");
  expect(stateOfPart(part("fail", system("not read")))).toEqual({ finding: "failing", word: "Fails" });
  expect(stateOfPart(part("fail", system("fail")))).toEqual({ finding: "failing", word: "" });
  expect(stateOfPart(part("not asked")).word).toBe("Not in scope");
});

test("the lines of the parts say why; what they do not show is said beside the check, without its count again", () => {
  const say = (outcome: Check["outcome"], reason: string, ...parts: CheckPart[]) =>
    reasonOfCheck({ outcome, reason, parts });
  expect(say("fail", "Okta: 3 people have none.", part("fail", system("fail")))).toBe("");
  // A target that is not on the list of systems fails the check, and no line names it.
  expect(say("fail", "Prowler: 3 people have none.", part("fail", system("not read")))).toBe(
    "Prowler: 3 people have none.",
  );
  expect(say("unknown", "1 of 2 parts decided: Okta: it could not tell.", part("unknown", system("unknown")))).toBe("");
  expect(say("unknown", "0 of 2 parts decided: Prowler could not tell.", part("unknown", system("not read")))).toBe(
    "Prowler could not tell.",
  );
  const half = part("unknown", system("pass"), system("not read"));
  expect(say("unknown", "0 of 2 parts decided: the lockout of Okta was not read.", half)).toBe("");
  expect(say("not run", "Not decided: people were not read.", part("unknown", system("not read")))).toBe("");
  expect(say("not run", "Say whether you use code hosting.", part("unknown"))).toBe(
    "Say whether you use code hosting.",
  );
  expect(say("not run", "nobody has tested it.")).toBe("Nobody has tested it.");
});

test("a check says by what it was decided in the words of its control's tally, and what that read", () => {
  const said = (basis: Check["basis"], source: string | null) => basisOfCheck({ basis, source });
  expect(said("machine", "Okta (acme)")).toBe("By machine: Okta (acme)");
  expect(said("register", REGISTERS)).toBe("By register");
  expect(said("register", registersOn("Okta acme"))).toBe("By register: Okta acme");
  expect(said("register", registersOn("GitHub (acme)"))).toBe("By register: GitHub (acme)");
  // An approval left out something of what a machine saw.
  expect(said("register", "Okta (acme)")).toBe("By register: Okta (acme)");
  expect(said("person", MANUAL_TEST)).toBe("By a person");
  // What rests on a person in one part is a person's, whoever answered last.
  expect(said("person", "Okta (acme)")).toBe("By a person");
  expect(said(null, null)).toBe("");
  for (const basis of ["machine", "register", "person"] as const)
    expect(said(basis, "Okta").toLowerCase()).toMatch(new RegExp(`^${sayBasis({ ...NONE, [basis]: 1 }).slice(2)}`));
});

test("a row says the finding of what fails, and otherwise the one next thing", () => {
  const next = {
    kind: "connect",
    label: "Connect GitHub",
    message: "Connect GitHub",
    checkId: "change.review",
    documentId: null,
    provider: null,
  } as const;
  const reason = "5 of 7 decided. Access control policy is not on file.";
  expect(lineOfControl({ status: "needs evidence", reason, next })).toBe("Connect GitHub.");
  expect(lineOfControl({ status: "failing", reason: "MFA: d.reyes has none.", next })).toBe("MFA: d.reyes has none.");
  expect(lineOfControl({ status: "not applicable", reason: "Declared not applicable: no office.", next: null })).toBe(
    "Declared not applicable: no office.",
  );
});
