import { expect, test } from "vitest";
import type { Settings } from "./connector.ts";
import { connectors } from "./index.ts";
import { unusedAfter } from "./unused-after.ts";

test("an account is unused after 90 days, or sooner where a company says so, and never later", () => {
  const set: readonly Settings[] = [{}, { inactiveDays: 365 }, { inactiveDays: 30 }, { inactiveDays: "365" }];
  expect(set.map(unusedAfter)).toEqual([90, 90, 30, 90]);
});

/** The numbers that companies set, each with the loosest that is taken. */
const loosest: Readonly<Record<string, number>> = {
  "github.maxOwners": 50,
  "google-workspace.inactiveDays": 90,
  "jira.days": 90,
  "microsoft-365.inactiveDays": 90,
};

test("no number that a company sets is looser than what its check asks for", () => {
  const numbers = connectors.flatMap(({ manifest }) =>
    manifest.settingFields.flatMap(({ name, kind }) => (kind === "number" ? [`${manifest.id}.${name}`] : [])),
  );
  expect(numbers.toSorted()).toEqual(Object.keys(loosest));
  for (const { manifest } of connectors)
    for (const { name } of manifest.settingFields.filter(({ kind }) => kind === "number")) {
      const most = loosest[`${manifest.id}.${name}`]!;
      const isTaken = (value: number) => manifest.settings.safeParse({ [name]: value }).success;
      const looser = name === "days" ? most - 1 : most + 1;
      expect([name, isTaken(most), isTaken(looser)]).toEqual([name, true, false]);
    }
  // How many owners there may be decides no part of a check.
  const owners = connectors.flatMap(({ checks }) => checks).find(({ title }) => title.endsWith("organization owners"));
  expect(owners!.answers).toEqual([]);
});
