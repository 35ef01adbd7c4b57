// Writes the crosswalk of the landing page from the library: the library itself is too heavy for a page that shows two
// facts of each control. Run by hand; a test holds the file to the library.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { controls, getControl, openFrameworks } from "#catalog/index.ts";
import { root } from "./program.ts";

const SAMPLE_CONTROL = "XC-12";

/** The file this writes. */
export const crosswalkPath = "src/web/marketing/landing/crosswalk.gen.ts";

const shortName = (name: string) => name.split(" - ")[0]!;

/** Its text. */
export function crosswalkText(): string {
  const frameworks = openFrameworks.map(({ key, name, requirementCount }) => ({
    key,
    name: shortName(name),
    reached: new Set(controls.flatMap((control) => control.requirements[key])).size,
    of: requirementCount,
  }));
  const rows = controls.map(({ id, title, lead, requirements }) => ({
    id,
    title,
    leads: openFrameworks.map(({ key }) => lead[key]),
    counts: openFrameworks.map(({ key }) => requirements[key].length),
  }));
  const opened = {
    id: SAMPLE_CONTROL,
    statement: getControl(SAMPLE_CONTROL).statement,
    ids: openFrameworks.map(({ key }) => getControl(SAMPLE_CONTROL).requirements[key]),
  };
  return `// Written by scripts/crosswalk.ts.
import type { FrameworkKey } from "#catalog/types.ts";

/** A framework: how many of its requirements any control yields evidence toward, and how many it has. */
interface Column {
  readonly key: FrameworkKey;
  readonly name: string;
  readonly reached: number;
  readonly of: number;
}

/** The frameworks of the crosswalk, in the order of its columns. */
export const columns: readonly Column[] = ${JSON.stringify(frameworks)};

/** A control: for each column the requirement that leads it, and how many requirements it yields evidence toward. */
export interface CrosswalkRow {
  readonly id: string;
  readonly title: string;
  readonly leads: readonly string[];
  readonly counts: readonly number[];
}

/** The 22 controls. */
export const rows: readonly CrosswalkRow[] = [
${rows.map((row) => `  ${JSON.stringify(row)},\n`).join("")}];

/** What an open control shows: what it asks for, and the requirements of each column. */
export interface ControlDetails {
  readonly statement: string;
  readonly ids: readonly (readonly string[])[];
}

/** The control that is open at first: the one the sample exhibit is filed under. */
export const opened: ControlDetails & { readonly id: string } = ${JSON.stringify(opened)};

/** Its row. */
export const sampleRow: CrosswalkRow = rows[${rows.findIndex((row) => row.id === SAMPLE_CONTROL)}]!;
`;
}

if (import.meta.main) writeFileSync(join(root, crosswalkPath), crosswalkText());
