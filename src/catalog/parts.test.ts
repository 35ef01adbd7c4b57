import { expect, test } from "vitest";
import { controls } from "./controls/index.ts";
import { isPart, partsOfChecks } from "./parts.ts";
import { systemKinds } from "./systems.ts";

const checks = controls.flatMap((control) => control.checks.map(({ id }) => id));

test("every check of the library has its parts written down, and no other has", () => {
  expect(Object.keys(partsOfChecks).toSorted()).toEqual(checks.toSorted());
});

test("an aspect is named once in its check, has a title, and is asked of some kind of system", () => {
  for (const [check, parts] of Object.entries(partsOfChecks)) {
    const aspects = parts.map(({ aspect }) => aspect);
    expect(new Set(aspects).size, check).toBe(aspects.length);
    for (const { aspect, title, noun, systems } of parts) {
      expect(aspect).toMatch(/^[a-z]+(-[a-z]+)*$/);
      expect(title).toMatch(/^[a-zA-Z].*[^.]$/);
      expect(noun).toMatch(/^[a-zA-Z].*[^.]$/);
      expect(systems.length, `${check}/${aspect}`).toBeGreaterThan(0);
      expect(new Set(systems).size).toBe(systems.length);
      expect(Object.keys(systemKinds)).toEqual(expect.arrayContaining([...systems]));
      expect(isPart(`${check}/${aspect}`)).toBe(true);
    }
  }
  expect([isPart("auth.mfa-enforced"), isPart("auth.mfa-enforced/nothing"), isPart("none/policy")]).toEqual([
    false,
    false,
    false,
  ]);
});
