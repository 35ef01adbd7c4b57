import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

const web = join(import.meta.dirname, "../src/web");
const isOurs = /\/src\/(web|domain|catalog|contract)\/[^?]*\.tsx?(\?|$)/;
const homeRoute = /\/workspace\/(shell\/workspace-layout|home\/home-screen)\.tsx/;
const visitorsRoute = /\/(marketing\/(public-layout|.*-page)|access\/(not-found|.*-screen))\.tsx/;
const observers =
  /\/@tanstack\/(react-query\/.*\/(useBaseQuery|useQuery|useMutation|QueryClientProvider|IsRestoringProvider|QueryErrorResetBoundary|errorBoundaryUtils|suspense)\.|query-core\/.*\/(queryObserver|mutationObserver)\.)/;

interface Graph {
  getModuleIds(): IterableIterator<string>;
  getModuleInfo(id: string): {
    readonly importedIds: readonly string[];
    readonly dynamicallyImportedIds: readonly string[];
  } | null;
}

/** Our modules that these import, and theirs; what is imported on demand, too, where asked for. */
function reached(graph: Graph, ids: readonly string[], onDemand: boolean): Set<string> {
  const found = new Set<string>();
  const waiting = [...ids];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id) || !isOurs.test(id)) continue;
    found.add(id);
    const info = graph.getModuleInfo(id);
    waiting.push(...(info?.importedIds ?? []), ...(onDemand ? (info?.dynamicallyImportedIds ?? []) : []));
  }
  return found;
}

/** The files of the icons that modules name. */
function iconsOf(ids: Iterable<string>): Set<string> {
  const files = new Set<string>();
  for (const id of ids) {
    const text = readFileSync(id.split("?", 1)[0]!, "utf8");
    for (const [, names] of text.matchAll(/import \{([^}]*)\} from "lucide-react"/g))
      for (const name of names!.match(/[A-Z]\w*/g) ?? [])
        files.add(name.replace(/(?<=[a-z])(?=[A-Z0-9])|(?<=[0-9])(?=[A-Z])/g, "-").toLowerCase());
  }
  return files;
}

const iconOf = (id: string) => /\/lucide-react\/dist\/esm\/icons\/([^/]+)\.m?js$/.exec(id)?.[1];

/**
 * What the first load of the workspace brings, read from what home and the frame around it import: a file for what visitors'
 * pages need as well, another for what these need only later, and a file for the rest. Each file costs a request, and two small files pack worse than one.
 */
export function firstLoad(): { plugin: Plugin; groupOf: (id: string) => string | undefined } {
  let own = new Set<string>();
  let shared = new Set<string>();
  let atOnce = new Set<string>();
  let icons = new Set<string>();
  let visitorsIcons = new Set<string>();
  return {
    plugin: {
      name: "first-load",
      buildEnd() {
        const graph = this as unknown as Graph;
        const ids = [...graph.getModuleIds()].filter((id) => id.startsWith(web));
        const home = reached(
          graph,
          ids.filter((id) => homeRoute.test(id)),
          false,
        );
        if (home.size === 0) return;
        const visitors = reached(
          graph,
          ids.filter((id) => visitorsRoute.test(id)),
          true,
        );
        atOnce = reached(
          graph,
          ids.filter((id) => visitorsRoute.test(id)),
          false,
        );
        shared = new Set([...home].filter((id) => visitors.has(id)));
        own = new Set([...home].filter((id) => !visitors.has(id)));
        visitorsIcons = iconsOf(visitors);
        icons = iconsOf(home);
      },
    },
    groupOf: (id) => {
      const icon = iconOf(id);
      if (icon !== undefined) return !icons.has(icon) ? undefined : visitorsIcons.has(icon) ? "shared" : "first";
      if (observers.test(id) || own.has(id)) return "first";
      return !shared.has(id) ? undefined : atOnce.has(id) ? "visit" : "shared";
    },
  };
}
