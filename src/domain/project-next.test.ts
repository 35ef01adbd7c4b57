import { expect, test } from "vitest";
import type { ControlStatus } from "./control-status.ts";
import { nextThing } from "./project-next.ts";

const controls = (...statuses: ControlStatus[]) =>
  statuses.map((status, at) => ({ id: `XC-0${at + 1}`, title: `Control ${at + 1}`, status, owned: true }));
const project = { started: true, archived: false, hasWindow: true, controls: controls("passing", "not applicable") };

test("what fails comes before what is missing, and nothing comes before the start", () => {
  const open = controls("needs evidence", "passing", "failing");
  expect(nextThing({ ...project, controls: open })).toEqual({ message: "Fix Control 3", controlId: "XC-03" });
  expect(nextThing({ ...project, started: false, controls: open })).toEqual({
    message: "Start the project",
    controlId: null,
  });
  expect(nextThing({ ...project, controls: controls("passing", "needs evidence") })).toEqual({
    message: "Add evidence for Control 2",
    controlId: "XC-02",
  });
});

test("where all pass a control without an owner is next", () => {
  const [first, second] = controls("passing", "not applicable");
  const open = { ...project, controls: [first!, { ...second!, owned: false }] };
  expect(nextThing(open)).toEqual({ message: "Choose an owner for Control 2", controlId: "XC-02" });
});

test("where all pass and have an owner the audit window is next, and then nothing; an archived project has nothing next", () => {
  expect(nextThing({ ...project, hasWindow: false })).toEqual({ message: "Set the audit window", controlId: null });
  expect(nextThing(project)).toBeNull();
  expect(nextThing({ ...project, archived: true, controls: controls("failing") })).toBeNull();
});
