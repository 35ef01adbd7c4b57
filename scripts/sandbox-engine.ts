import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { deflateRawSync } from "node:zlib";
import { root } from "./program.ts";

// QuickJS, as the package has it, becomes a text inside of the sources, so that verify.mjs and verify.html carry it and nothing has to
// be loaded beside them. Run it again after the package was changed.

const PACKAGE = "@jitl/quickjs-wasmfile-release-sync";
const { version } = JSON.parse(readFileSync(join(root, "node_modules", PACKAGE, "package.json"), "utf8")) as {
  readonly version: string;
};
const engine = readFileSync(join(root, "node_modules", PACKAGE, "dist/emscripten-module.wasm"));

const licence = readFileSync(join(root, "node_modules", PACKAGE, "LICENSE"), "utf8").trim();

writeFileSync(
  join(root, "src/domain/sandbox/quickjs.gen.ts"),
  `/*!
${licence.replace(/^(?=.)/gm, " * ").replace(/^$/gm, " *")}
 */

/** QuickJS as WebAssembly, from ${PACKAGE} ${version} (MIT). Written by \`node scripts/sandbox-engine.ts\`. */
export const quickjs = {
  bytes: ${engine.length},
  sha256: "${createHash("sha256").update(engine).digest("hex")}",
  /** Deflated (RFC 1951), in base64. */
  deflated:
    "${deflateRawSync(engine, { level: 9 }).toString("base64")}",
} as const;
`,
);
