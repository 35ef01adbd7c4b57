import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { entityOf } from "./entity.ts";
import type { Entity } from "./entity.ts";

const mediaTypes: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".ico": "image/x-icon",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".mjs": "text/javascript; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
  ".yaml": "application/yaml",
};

const FOR_EVER = "public, max-age=31536000, immutable";
const AN_HOUR = "public, max-age=3600";

/** What the build packed with Brotli stands beside what it was made of (scripts/pack-files.ts). */
const PACKED = ".br";

/** What the build made, read once: nothing that is not in its folder can ever be asked for. */
export interface BuiltFiles {
  /** Prerendered pages by their path in the folder, such as `pricing/index.html`. */
  readonly pages: ReadonlyMap<string, string>;
  /** All other files by the path they are asked for under. */
  readonly assets: ReadonlyMap<string, Entity>;
}

export async function readBuiltFiles(folder: string): Promise<BuiltFiles> {
  const pages = new Map<string, string>();
  const assets = new Map<string, Entity>();
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = new Set(entries.map((entry) => path.join(entry.parentPath, entry.name)));
  for (const entry of entries.filter((each) => each.isFile())) {
    const file = path.join(entry.parentPath, entry.name);
    const name = path.relative(folder, file).split(path.sep).join("/");
    if (name.endsWith(PACKED)) continue;
    const bytes = await readFile(file);
    if (name.endsWith(".html")) {
      pages.set(name, bytes.toString());
      continue;
    }
    const headers = {
      "content-type": mediaTypes[path.extname(name)] ?? "application/octet-stream",
      // What the build put into assets/ is named after its content.
      "cache-control": name.startsWith("assets/") ? FOR_EVER : AN_HOUR,
    };
    const packed = files.has(file + PACKED) ? await readFile(file + PACKED) : undefined;
    assets.set(`/${name}`, entityOf(bytes, headers, packed));
  }
  return { pages, assets };
}
