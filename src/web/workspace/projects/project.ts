import type * as z from "zod";
import type { contract } from "#contract/index.ts";

export type Project = z.output<typeof contract.projects.list.output>[number];
export type ProjectWithControls = z.output<typeof contract.projects.get.output>;
export type ControlRow = ProjectWithControls["controls"][number];
export type ControlDetails = z.output<typeof contract.controls.get.output>;
