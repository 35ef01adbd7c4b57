import { expect, test } from "vitest";
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
  const all = answeredParts(connectors, partsOfChecks);
  const checks = Object.keys(partsOfChecks).length;
  const { checksWithParts, parts, answered, checksBegun, checksWhole } = countAnswered(all);
  console.log(
    `${answered} of ${parts} parts are answered by some connector; ${checksBegun} of ${checks} checks have an answered part, ` +
      `${checksWhole} all of theirs; ${checks - checksWithParts} are asked of no system`,
  );
  expect(checks).toBe(98);
  expect(answered).toBe(all.filter(({ by }) => Object.values(by).flat().length > 0).length);
  expect(checksWhole).toBeLessThanOrEqual(checksBegun);
  expect(answered).toBeGreaterThan(0);
});
