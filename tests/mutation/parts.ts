import { globSync } from "node:fs";
import { dirname, join } from "node:path";

/** One part of the sources that is mutated alone, with the tests that have to notice. Paths and patterns from the project's folder. */
export interface Part {
  /** A folder, such as `src/domain/ledger`; the files right in it for `src/domain` and `src/connectors`. */
  readonly name: string;
  readonly sources: readonly string[];
  readonly tests: readonly string[];
}

const rooms = ["src/domain", "src/connectors"];

/** What is data and sentences for people: breaking it shows nothing about a rule. */
const noRules: Readonly<Record<string, readonly string[]>> = {
  "src/domain": [],
  "src/connectors": ["fixtures.ts", "samples/**", "manifest.ts", "methods.ts", "scopes.ts", "kinds.ts"],
};

/** Tests that judge the files of every folder of a room. */
const ofTheRoom: Readonly<Record<string, readonly string[]>> = {
  "src/domain": [],
  "src/connectors": ["conformance", "importers", "judge", "paging", "resource-changes"].map(
    (name) => `src/connectors/${name}.test.ts`,
  ),
};

/** Every part, in order. */
export function partsOf(root: string): Part[] {
  return rooms.flatMap((room) => {
    const folders = globSync("*/", { cwd: join(root, room) }).toSorted();
    const own = { name: room, sources: [`${room}/*.ts`], tests: [`${room}/*.test.ts`] };
    const others = folders
      .map((folder) => folder.replace(/\/$/, ""))
      .map((folder) => ({
        name: `${room}/${folder}`,
        sources: [`${room}/${folder}/**/*.ts`],
        tests: [...ownTests(root, `${room}/${folder}`), ...ofTheRoom[room]!],
      }));
    return [own, ...others].map((part) => ({ ...part, sources: [...part.sources, ...left(room)] }));
  });
}

const left = (room: string) => ["*.test.ts", ...noRules[room]!].map((pattern) => `!${room}/**/${pattern}`);

/** A folder without tests of its own is judged by those beside it. */
function ownTests(root: string, folder: string): string[] {
  const own = `${folder}/**/*.test.ts`;
  return [globSync(own, { cwd: root }).length > 0 ? own : `${dirname(folder)}/*.test.ts`];
}

/** The part that holds a file. */
export function within(parts: readonly Part[], file: string): Part | undefined {
  return parts.filter(({ name }) => file.startsWith(`${name}/`)).toSorted((a, b) => b.name.length - a.name.length)[0];
}
