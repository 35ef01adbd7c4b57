import { describe, expect, test } from "vitest";
import { readTestJson } from "#tests/support/test-data.ts";
import { controls, frameworks } from "./index.ts";
import { loadRequirements } from "./requirements.ts";

interface FactControl {
  id: string;
  slug: string;
  title: string;
  statement: string;
  why: string;
  domain: string;
  cadence: string;
  automatable: { check_id: string; title: string; sources: string[]; predicate: string; only_for?: string[] }[];
  manual_evidence: { type: string; title: string; valid_for_days: number; only_for?: string[] }[];
  lead: Record<string, string>;
  limits: object[];
  maps: Record<string, string[]>;
}

interface FactFramework {
  key: string;
  crosswalk: string;
  name: string;
  version: string;
  authority: string;
  citation: string;
  description: string;
  rights: string;
  scope_note: string;
  available: boolean;
  levels?: string[];
  classes?: string[];
  requirements: ({ id: string; superseded_by?: string } & Record<string, unknown>)[];
}

const facts = <T>(file: string) => readTestJson<T>(`library/${file}`);

/** Without the fields that carry nothing, as our data leaves them out. */
const compact = (value: object) => JSON.parse(JSON.stringify(value, (_, item: unknown) => item ?? undefined)) as object;

describe("the library and the reviewed facts", () => {
  test("agree on every control, its checks, evidence, limits and requirements", () => {
    const factFrameworks = facts<FactFramework[]>("frameworks.json");
    const expected = facts<FactControl[]>("controls.json").map((fact) => {
      const requirements = factFrameworks.map(({ key, crosswalk, requirements: list }) => {
        const ids = new Set(list.map((requirement) => requirement.id));
        return [key, fact.maps[crosswalk]!.filter((id) => ids.has(id))] as const;
      });
      const { automatable, manual_evidence: evidence, maps: _maps, lead, ...same } = fact;
      return compact({
        ...same,
        checks: automatable.map(({ check_id: id, only_for: onlyFor, ...check }) => ({ id, ...check, onlyFor })),
        expectedEvidence: evidence.map(({ valid_for_days: validForDays, only_for: onlyFor, ...item }) => ({
          ...item,
          validForDays,
          onlyFor,
        })),
        lead: Object.fromEntries(factFrameworks.map(({ key, crosswalk }) => [key, lead[crosswalk]])),
        requirements: Object.fromEntries(requirements),
      });
    });
    const ours = controls.map((control) => ({
      ...control,
      checks: control.checks.filter((check) => !check.ours),
      // Ids of expected documents are this product's.
      expectedEvidence: control.expectedEvidence.map(({ id: _id, ...fact }) => fact),
    }));
    expect(ours).toEqual(expected);
  });

  test("agree on every framework and every requirement, in order", async () => {
    for (const [index, fact] of facts<FactFramework[]>("frameworks.json").entries()) {
      const { requirements, scope_note: scopeNote, crosswalk: _crosswalk, ...same } = fact;
      const ours = frameworks[index]!;
      expect(ours).toEqual({ ...same, scopeNote, requirementCount: requirements.length });
      const expected = requirements.map(({ superseded_by: supersededBy, ...rest }) =>
        compact({ ...rest, supersededBy }),
      );
      expect(await loadRequirements(ours.key)).toEqual(expected);
    }
  });
});
