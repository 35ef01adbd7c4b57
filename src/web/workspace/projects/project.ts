import type * as z from "zod";
import type { contract } from "#contract/index.ts";

export type Project = z.output<typeof contract.projects.list.output>[number];
export type ProjectWithControls = z.output<typeof contract.projects.get.output>;
export type ControlRow = ProjectWithControls["controls"][number];
export type ControlDetails = z.output<typeof contract.controls.get.output>;
export type ManualTest = z.output<typeof contract.manualTests.list.output>["tests"][number];
export type FiledItem = ControlDetails["evidence"][number];
export type ControlPlan = z.output<typeof contract.controls.plans.output>[number];
export type ControlNote = z.output<typeof contract.controls.note.output>;
export type ControlHistory = z.output<typeof contract.controls.history.output>;
export type CoveredDays = z.output<typeof contract.projects.daysCovered.output>["controls"][number];
