import type { Plugin } from "vite";

/**
 * Files of scripts that wait for each other: of each circle the files in it, in the order of the list.
 * Which of them runs first depends on who loads them, and the other then reads what is not there yet.
 */
export function circlesOf(imports: ReadonlyMap<string, readonly string[]>): string[][] {
  const reached = new Map<string, Set<string>>();
  for (const from of imports.keys()) {
    const seen = new Set<string>();
    const open = [from];
    for (let at = open.pop(); at !== undefined; at = open.pop())
      for (const to of imports.get(at) ?? [])
        if (!seen.has(to)) {
          seen.add(to);
          open.push(to);
        }
    reached.set(from, seen);
  }
  const told = new Set<string>();
  const circles: string[][] = [];
  for (const from of imports.keys()) {
    if (told.has(from) || !reached.get(from)!.has(from)) continue;
    const circle = [...imports.keys()].filter((to) => reached.get(from)!.has(to) && reached.get(to)!.has(from));
    for (const file of circle) told.add(file);
    circles.push(circle);
  }
  return circles;
}

/** Ends a build whose files of scripts wait for each other, with what stands in them. */
export const withoutCircles: Plugin = {
  name: "without circles",
  generateBundle(_, bundle) {
    const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
    const circles = circlesOf(new Map(chunks.map(({ fileName, imports }) => [fileName, imports])));
    if (circles.length === 0) return;
    const modules = new Map(chunks.map(({ fileName, moduleIds }) => [fileName, moduleIds]));
    const told = circles.map((circle) =>
      circle.map((file) => `${file}:\n    ${modules.get(file)!.join("\n    ")}`).join("\n  "),
    );
    this.error(`These files of scripts wait for each other:\n  ${told.join("\n\n  ")}`);
  },
};
