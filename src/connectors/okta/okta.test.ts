import { describe, expect, test } from "vitest";
import { controls } from "#catalog/controls/index.ts";
import type { EvidenceItem, StepReport } from "../connector.ts";
import { judgeChecks } from "../judge.ts";
import { fixtures } from "./fixtures.ts";
import { observedAt } from "./samples/items.ts";
import { okta } from "./index.ts";

const now = new Date(observedAt);
const steps: StepReport[] = okta.steps.map(({ id }) => ({
  step: id,
  status: "complete",
  pages: 1,
  items: 1,
  startedAt: observedAt,
  endedAt: observedAt,
  missing: [],
  detail: "",
}));

const outcomeOf = (id: string, items: readonly EvidenceItem[]) => {
  const settings = fixtures[id]!.settings ?? {};
  const check = okta.checks.filter((one) => one.id === id);
  return judgeChecks(check, { items, steps, settings, now })[0]!;
};

describe.each(okta.checks.map((check) => check.id))("%s", (id) => {
  const { pass, fail, unknown, notApplicable } = fixtures[id]!;

  test("passes, fails, is unknown and does not apply as its fixtures say", () => {
    expect(outcomeOf(id, pass)).toMatchObject({ outcome: "pass" });
    expect(outcomeOf(id, fail)).toMatchObject({ outcome: "fail" });
    expect(outcomeOf(id, unknown)).toMatchObject({ outcome: "unknown" });
    if (notApplicable) expect(outcomeOf(id, notApplicable)).toMatchObject({ outcome: "not applicable" });
  });

  test("has fixtures in the shape that is stored", () => {
    for (const item of [...pass, ...fail, ...unknown, ...(notApplicable ?? [])])
      if (item.data !== null) expect(okta.manifest.kinds[item.kind]!.parse(item.data)).toEqual(item.data);
  });

  test("serves checks of the library alone", () => {
    const known = new Set(controls.flatMap((control) => control.checks.map((check) => check.id)));
    for (const served of okta.checks.find((one) => one.id === id)!.serves) expect(known).toContain(served);
  });
});
