import { dirname, join } from "node:path/posix";
import { isTest, ownCalls, ownLazy, ownNames, ownUncertainty, tooLong, unclaimed, unwrapped } from "./house-rules.ts";
import { projectPaths, readSource } from "./source-files.ts";
import type { SourceFile } from "./source-files.ts";

/**
 * Who may import what: ARCHITECTURE.md's table. A room names other rooms; "npm" is any package, "node:" the
 * platform's modules; anything else is one package. A room may always import from itself.
 */
const rooms: Readonly<Record<string, readonly string[]>> = {
  domain: ["markdown-it"],
  catalog: ["domain"],
  contract: ["domain", "zod", "@orpc/contract"],
  connectors: ["domain", "contract", "zod", "saxes"],
  judge: ["domain", "catalog", "connectors"],
  server: ["domain", "catalog", "contract", "connectors", "judge", "npm", "node:"],
  web: ["domain", "catalog", "contract", "npm"],
};

/** Packages that take documents apart or make them: large, and no page needs them. */
const neverInPages: ReadonlySet<string> = new Set(["mammoth", "docx", "pdfkit"]);

/**
 * The folders of the server, the lowest layer first. A folder imports from lower layers, and from its own layer where no
 * cycle comes of it. What is not named is a noun of the product; "." are the files that lie in no folder.
 */
export const serverLayers: readonly (readonly string[] | "nouns")[] = [
  ["."],
  ["keys", "db", "blobs", "zip", "outbound", "mail", "jobs", "limits", "human-check", "endpoints"],
  ["ledger", "auth"],
  ["http"],
  "nouns",
  ["vault", "backup"],
  ["app"],
  ["commands"],
];

/** Folders whose members never import each other: what two of them share moves down. */
const strangers: readonly { readonly within: string; readonly except: readonly string[] }[] = [
  // The shell is what every screen stands in. Documents are no screen: they stand on a control's page, beside an item and in the form
  // that adds one. What is next leads from home and from a project's rows to where it is done.
  { within: "src/web/workspace", except: ["shell", "documents", "next"] },
];

/** Every way in which a file breaks the walls or the house rules, each as a sentence without its path. */
export function violationsIn(file: SourceFile): string[] {
  const imports = isTest(file.path) ? [] : importsOf(file).flatMap((target) => forbidden(file.path, target));
  return [
    ...imports,
    ...ownUncertainty(file),
    ...unwrapped(file),
    ...ownCalls(file),
    ...ownLazy(file),
    ...ownNames(file.path),
    ...tooLong(file),
    ...unclaimed(file.path),
  ];
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
  const upward = room === "server" ? upwardImport(from, target) : undefined;
  if (upward) return [upward];
  const met = strangers.find(({ within }) => from.startsWith(`${within}/`) && target.startsWith(`${within}/`));
  return met && areStrangers(met, from, target) ? [`${from} and ${target} may not know each other`] : [];
}

function mayImport(room: string, allowed: readonly string[], target: string): boolean {
  const [top, other = ""] = target.split("/");
  if (top === "src") return other === room || allowed.includes(other);
  if (top === "tests" || top === "scripts" || top === "bench") return false;
  if (target.startsWith("node:")) return allowed.includes("node:");
  const name = target.startsWith("@") ? `${top}/${other}` : top;
  if (room === "web" && neverInPages.has(name ?? "")) return false;
  return allowed.includes("npm") || allowed.includes(name ?? "");
}

/** The folder of the server that a file is in; undefined for a file of another room. */
function serverFolder(path: string): string | undefined {
  const [top, room, folder, inside] = path.split("/");
  if (top !== "src" || room !== "server" || folder === undefined) return undefined;
  return inside === undefined ? "." : folder;
}

function layerOf(folder: string): number {
  const layer = serverLayers.findIndex((layer) => layer !== "nouns" && layer.includes(folder));
  return layer === -1 ? serverLayers.indexOf("nouns") : layer;
}

function upwardImport(from: string, target: string): string | undefined {
  const [folder, other] = [serverFolder(from), serverFolder(target)];
  if (folder === undefined || other === undefined || folder === other) return undefined;
  if (layerOf(other) > layerOf(folder)) return `imports ${target}, and ${other} lies above ${folder}`;
  // What two nouns share stands beside the handlers of one of them.
  const isOfHandlers = /(?:^|[/-])handlers\.ts$/.test(target) && layerOf(folder) <= serverLayers.indexOf("nouns");
  return isOfHandlers ? `imports ${target}; the handlers of a noun are for the list of all` : undefined;
}

/** Folders of the server that import each other, directly or around others: each cycle as a sentence. */
export function cyclesIn(files: readonly SourceFile[]): string[] {
  const imported = importsByFolder(files.filter(({ path }) => !isTest(path)));
  const cycles: string[] = [];
  const done = new Set<string>();
  const follow = (folder: string, trail: readonly string[]): void => {
    const begin = trail.indexOf(folder);
    if (begin !== -1) cycles.push([...trail.slice(begin), folder].join(" imports "));
    if (begin !== -1 || done.has(folder)) return;
    for (const next of imported.get(folder) ?? []) follow(next, [...trail, folder]);
    done.add(folder);
  };
  for (const folder of imported.keys()) follow(folder, []);
  return cycles;
}

function importsByFolder(files: readonly SourceFile[]): Map<string, Set<string>> {
  const imported = new Map<string, Set<string>>();
  for (const file of files) {
    const folder = serverFolder(file.path);
    if (folder === undefined) continue;
    const others = importsOf(file).map(serverFolder);
    const known = imported.get(folder) ?? new Set();
    for (const other of others) if (other !== undefined && other !== folder) known.add(other);
    imported.set(folder, known);
  }
  return imported;
}

function areStrangers({ within, except }: (typeof strangers)[number], from: string, target: string): boolean {
  const [fromFolder, targetFolder] = [from, target].map((path) => path.slice(within.length + 1).split("/"));
  const inFolders = within !== "src/web/workspace" || (fromFolder!.length > 1 && targetFolder!.length > 1);
  return (
    inFolders &&
    fromFolder![0] !== targetFolder![0] &&
    !except.includes(fromFolder![0]!) &&
    !except.includes(targetFolder![0]!)
  );
}

if (import.meta.main) {
  const files = projectPaths().map(readSource);
  const found = files.flatMap((file) => violationsIn(file).map((violation) => `${file.path}: ${violation}`));
  found.push(...cyclesIn(files).map((cycle) => `src/server: ${cycle}`));
  for (const line of found) console.log(line);
  // A reader that sees no files would find no violations either.
  if (files.length < 50) console.log(`Only ${files.length} files were looked at.`);
  process.exitCode = found.length > 0 || files.length < 50 ? 1 : 0;
}
