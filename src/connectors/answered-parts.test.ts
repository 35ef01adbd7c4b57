import { expect, test } from "vitest";
import { partsThatReportsPass } from "#catalog/finding-rules/rule-sets.ts";
import { isPart, partsOf, partsOfChecks } from "#catalog/parts.ts";
import { systemsOfProvider } from "#domain/provider.ts";
import type { ProviderKey } from "#domain/provider.ts";
import type { SystemKind } from "#domain/system-kinds.ts";
import { answeredParts, countAnswered } from "./answered-parts.ts";
import { connectors } from "./index.ts";

/** What a provider's account can be besides, once a person says so of the system: some companies manage devices by it, and others do not. */
const canBe: Partial<Record<ProviderKey, readonly SystemKind[]>> = {
  "google-workspace": ["mdm"],
  "microsoft-365": ["mdm"],
};

test("G18: each part that a connector's check answers is one of the library's, asked of a kind of system that the provider can be", () => {
  for (const { manifest, checks } of connectors)
    for (const { id, answers = [] } of checks) {
      expect(new Set(answers).size, id).toBe(answers.length);
      for (const name of answers) {
        expect(isPart(name), `${id} answers ${name}`).toBe(true);
        const [checkId = "", aspect] = name.split("/");
        const { systems } = partsOf(checkId).find((part) => part.aspect === aspect)!;
        const own = [...systemsOfProvider[manifest.id], ...(canBe[manifest.id] ?? [])].filter((kind) =>
          systems.includes(kind),
        );
        expect(own, `${id} answers ${name}, which is asked of ${systems.join(", ")}`).not.toEqual([]);
      }
    }
});

test("the parts that machines answer are counted", () => {
  const reports = partsThatReportsPass();
  const all = answeredParts(connectors, partsOfChecks, reports);
  const checks = Object.keys(partsOfChecks).length;
  const { checksWithParts, parts, answered, checksBegun, checksWhole } = countAnswered(all);
  console.log(
    `${answered} of ${parts} parts are answered by a connector or a report; ${checksBegun} of ${checks} checks have an answered part, ` +
      `${checksWhole} all of theirs; ${checks - checksWithParts} are asked of no system`,
  );
  expect(checks).toBe(98);
  const named = new Set([
    ...connectors.flatMap((connector) => connector.checks.flatMap(({ answers }) => answers)),
    ...Object.values(reports).flat(),
  ]);
  expect(answered).toBe(named.size);
  expect(named).toContain("auth.cloud-mfa/root");
  expect(checksWhole).toBeLessThanOrEqual(checksBegun);
  expect(answered).toBeGreaterThan(0);
});
