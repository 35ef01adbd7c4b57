import { dirname, join } from "node:path/posix";
import { isTest, ownNames, ownUncertainty, tooLong, unclaimed } from "./house-rules.ts";
import { projectPaths, readSource } from "./source-files.ts";
import type { SourceFile } from "./source-files.ts";

/**
 * Who may import what: ARCHITECTURE.md's table. A room names other rooms; "npm" is any package, "node:" the
 * platform's modules; anything else is one package. A room may always import from itself.
 */
const rooms: Readonly<Record<string, readonly string[]>> = {
  domain: [],
  catalog: ["domain"],
  contract: ["domain", "zod", "@orpc/contract"],
  connectors: ["domain", "contract", "zod", "saxes"],
  server: ["domain", "catalog", "contract", "connectors", "npm", "node:"],
  web: ["domain", "catalog", "contract", "npm"],
};

/** Folders whose members never import each other: what two of them share moves down. */
const strangers: readonly { readonly within: string; readonly except: readonly string[] }[] = [
  // The shell is what every screen stands in.
  { within: "src/web/workspace", except: ["shell"] },
];

/** Every way in which a file breaks the walls or the house rules, each as a sentence without its path. */
export function violationsIn(file: SourceFile): string[] {
  const imports = isTest(file.path) ? [] : importsOf(file).flatMap((target) => forbidden(file.path, target));
  return [...imports, ...ownUncertainty(file), ...ownNames(file.path), ...tooLong(file), ...unclaimed(file.path)];
}

const importing =
  /(?:^|\n)\s*(?:import|export)\b[^;"']*?from\s*["']([^"']+)["']|(?<!["'])\bimport\s*\(?\s*["']([^"']+)["']/g;

function importsOf({ path, text }: SourceFile): string[] {
  if (!/\.(ts|tsx|mjs)$/.test(path)) return [];
  return [...text.matchAll(importing)].map((match) => resolve(path, match[1] ?? match[2] ?? ""));
}

/** Project files become paths from the project's folder; packages keep their name. */
function resolve(from: string, specifier: string): string {
  if (specifier.startsWith("#tests/")) return specifier.slice(1);
  if (specifier.startsWith("#")) return `src/${specifier.slice(1)}`;
  return specifier.startsWith(".") ? join(dirname(from), specifier) : specifier;
}

function forbidden(from: string, target: string): string[] {
  const [top, room = ""] = from.split("/");
  const allowed = top === "src" ? rooms[room] : undefined;
  if (!allowed) return [];
  if (!mayImport(room, allowed, target)) return [`${room} may not import ${target}`];
  if (/^src\/server\/(?!app\/).*handlers\.ts$/.test(target) && !knowsHandlers(from))
    return [`${from} and ${target} may not know each other`];
  const met = strangers.find(({ within }) => from.startsWith(`${within}/`) && target.startsWith(`${within}/`));
  return met && areStrangers(met, from, target) ? [`${from} and ${target} may not know each other`] : [];
}

function mayImport(room: string, allowed: readonly string[], target: string): boolean {
  const [top, other = ""] = target.split("/");
  if (top === "src") return other === room || allowed.includes(other);
  if (top === "tests" || top === "scripts" || top === "bench") return false;
  if (target.startsWith("node:")) return allowed.includes("node:");
  const name = target.startsWith("@") ? `${top}/${other}` : top;
  return allowed.includes("npm") || allowed.includes(name ?? "");
}

/** Handlers are known to their list alone; what an endpoint is made of stands in `endpoints`. */
const knowsHandlers = (from: string) => from === "src/server/app/handlers.ts";

function areStrangers({ within, except }: (typeof strangers)[number], from: string, target: string): boolean {
  const [one, another] = [from, target].map((path) => path.slice(within.length + 1).split("/"));
  const inFolders = within !== "src/web/workspace" || (one!.length > 1 && another!.length > 1);
  return inFolders && one![0] !== another![0] && !except.includes(one![0]!) && !except.includes(another![0]!);
}

if (import.meta.main) {
  const files = projectPaths().map(readSource);
  const found = files.flatMap((file) => violationsIn(file).map((violation) => `${file.path}: ${violation}`));
  for (const line of found) console.log(line);
  // A reader that sees no files would find no violations either.
  if (files.length < 50) console.log(`Only ${files.length} files were looked at.`);
  process.exitCode = found.length > 0 || files.length < 50 ? 1 : 0;
}
