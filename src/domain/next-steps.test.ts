import fc from "fast-check";
import { expect, test } from "vitest";
import { nextSteps, requirementFigure } from "./next-steps.ts";
import type { StandingControl } from "./next-steps.ts";

const frameworks = ["soc2", "hipaa"];
const control = (id: string, status: StandingControl["status"], soc2: string[], hipaa: string[] = [], work = 1) => ({
  id,
  status,
  work,
  requirements: { soc2, hipaa },
});

const ids = fc.uniqueArray(fc.constantFrom("R1", "R2", "R3", "R4", "R5"), { maxLength: 5 });
const library: fc.Arbitrary<StandingControl[]> = fc
  .array(
    fc.record({
      status: fc.constantFrom("passing" as const, "open" as const, "not applicable" as const),
      work: fc.integer({ min: 1, max: 4 }),
      requirements: fc.record({ soc2: ids, hipaa: ids }),
    }),
    { minLength: 1, maxLength: 22 },
  )
  .map((all) => all.map((item, at) => ({ ...item, id: `XC-${at}` })));

const pass = (controls: readonly StandingControl[], done: readonly string[]) =>
  controls.map((control) => (done.includes(control.id) ? { ...control, status: "passing" as const } : control));

test("a requirement is shared by the controls that touch it and apply", () => {
  const controls = [
    control("XC-01", "passing", ["CC1", "CC2"]),
    control("XC-02", "open", ["CC2"]),
    control("XC-03", "not applicable", ["CC1", "CC2", "CC3"]),
  ];
  expect(requirementFigure(controls, "soc2")).toBe(75);
  expect(requirementFigure(controls, "hipaa")).toBe(0);
});

test("the greatest step comes first, and among equals the one with less work", () => {
  const controls = [
    control("XC-01", "open", ["CC1"], ["H1"], 3),
    control("XC-02", "open", ["CC2"], ["H2"], 1),
    control("XC-03", "open", ["CC3", "CC4"], ["H3"], 9),
    control("XC-04", "passing", ["CC5"], ["H4"]),
  ];
  const { steps, figures } = nextSteps(controls, frameworks, 2);
  expect(steps).toEqual([
    {
      controlId: "XC-03",
      gains: [
        { framework: "soc2", points: 40 },
        { framework: "hipaa", points: 25 },
      ],
    },
    {
      controlId: "XC-02",
      gains: [
        { framework: "soc2", points: 20 },
        { framework: "hipaa", points: 25 },
      ],
    },
  ]);
  expect(figures).toEqual([
    { framework: "soc2", before: 20, after: 80 },
    { framework: "hipaa", before: 25, after: 75 },
  ]);
});

test("what is nearly everything is not said to be everything", () => {
  const many = Array.from({ length: 300 }, (_, at) => `CC${at}`);
  const controls = [control("XC-01", "passing", many), control("XC-02", "open", ["CC300"])];
  expect(requirementFigure(controls, "soc2")).toBe(99);
});

test("without a framework there is no step", () => {
  expect(nextSteps([control("XC-01", "open", ["CC1"])], [], 3)).toEqual({ steps: [], figures: [] });
});

test("taking the steps yields what was foretold, and no gain is below 0 or above 100", () => {
  fc.assert(
    fc.property(library, fc.integer({ min: 0, max: 5 }), (controls, most) => {
      const { steps, figures } = nextSteps(controls, frameworks, most);
      expect(steps.length).toBeLessThanOrEqual(most);
      for (const [at, step] of steps.entries()) {
        const done = (count: number) =>
          pass(
            controls,
            steps.slice(0, count).map(({ controlId }) => controlId),
          );
        for (const { framework, points } of step.gains) {
          expect(points).toBeGreaterThanOrEqual(0);
          expect(points).toBeLessThanOrEqual(100);
          expect(requirementFigure(done(at + 1), framework) - requirementFigure(done(at), framework)).toBe(points);
        }
      }
      const reached = pass(
        controls,
        steps.map(({ controlId }) => controlId),
      );
      for (const { framework, before, after } of figures) {
        expect(before).toBe(requirementFigure(controls, framework));
        expect(after).toBe(requirementFigure(reached, framework));
      }
    }),
  );
});

test("no other steps of that number raise the frameworks by more, rounding apart", () => {
  fc.assert(
    fc.property(library, fc.nat(), (controls, pick) => {
      const open = controls.filter(({ status }) => status === "open");
      const { steps } = nextSteps(controls, frameworks, 2);
      const sum = (done: readonly string[]) =>
        frameworks.reduce((total, framework) => total + requirementFigure(pass(controls, done), framework), 0);
      const others = [open[pick % Math.max(1, open.length)], open[(pick + 1) % Math.max(1, open.length)]];
      const best = sum(steps.map(({ controlId }) => controlId));
      // Each figure is rounded, and 100 is said a little late.
      expect(best).toBeGreaterThanOrEqual(sum(others.flatMap((other) => (other ? [other.id] : []))) - 4);
    }),
  );
});

test("100 is said exactly when everything that applies and touches a requirement passes", () => {
  fc.assert(
    fc.property(library, (controls) => {
      const touching = controls.filter(
        ({ status, requirements }) => status !== "not applicable" && requirements["soc2"]!.length > 0,
      );
      const all = touching.length > 0 && touching.every(({ status }) => status === "passing");
      expect(requirementFigure(controls, "soc2") === 100).toBe(all);
    }),
  );
});
