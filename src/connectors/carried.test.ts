import { afterAll, describe, expect, test } from "vitest";
import { generateConnector } from "#tests/support/generated-connector.ts";
import { notCarried as aws } from "./aws/not-carried.ts";
import { mutantsOf } from "./carried.ts";
import type { NotCarried } from "./carried.ts";
import type { CheckFixtures } from "./check.ts";
import { notCarried as github } from "./github/not-carried.ts";
import { notCarried as googleWorkspace } from "./google-workspace/not-carried.ts";
import { connectors } from "./index.ts";
import { notCarried as installation } from "./installation/not-carried.ts";
import { notCarried as jira } from "./jira/not-carried.ts";
import { notCarried as microsoft365 } from "./microsoft-365/not-carried.ts";
import { notCarried as okta } from "./okta/not-carried.ts";

// A pass is carried by what was read: take away any of it, and the check says something else. What may pass all the same stands in a
// connector's `not-carried.ts`, with its reason; an entry that is not needed any more fails here.

const exceptions: Readonly<Partial<Record<string, readonly NotCarried[]>>> = {
  aws,
  github,
  "google-workspace": googleWorkspace,
  installation,
  jira,
  "microsoft-365": microsoft365,
  okta,
};

type Fixtures = Readonly<Record<string, CheckFixtures>>;
const generated = await generateConnector();
const all = [
  ...(await Promise.all(
    connectors.map(async (connector) => {
      const { id } = connector.manifest;
      const { fixtures } = (await import(`./${id}/fixtures.ts`)) as { fixtures: Fixtures };
      return { id, connector, fixtures, excepted: exceptions[id] ?? [] };
    }),
  )),
  { id: "a connector that was just begun", ...generated, excepted: [] },
];

const met = { mutants: 0, passing: 0 };
afterAll(() => {
  generated.remove();
  console.log(`${met.mutants} mutants of what checks read; ${met.passing} pass, each listed with a reason`);
});

describe.each(all)("a pass is carried by what was read: $id", ({ connector, fixtures, excepted }) => {
  test.each(connector.checks.map((check) => [check.id, check] as const))("%s", (id, check) => {
    const mutants = [...mutantsOf(connector, check, fixtures[id]!)];
    const passing = new Set(mutants.filter((mutant) => mutant.outcome() === "pass").map(({ name }) => name));
    met.mutants += mutants.length;
    met.passing += passing.size;
    expect(mutants.length).toBeGreaterThan(0);
    expect([...passing].toSorted()).toEqual(
      excepted.flatMap((item) => (item.check === id ? item.mutants : [])).toSorted(),
    );
  });

  test("has exceptions for checks that it has, with a reason each", () => {
    const ids = connector.checks.map(({ id }) => id);
    expect(excepted.filter(({ check, reason }) => !ids.includes(check) || reason.trim() === "")).toEqual([]);
  });
});
