import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { inflateRawSync } from "node:zlib";
import { expect, test } from "vitest";
import { closedImports } from "./engine-imports.ts";
import { engineLetters, loaderLetters } from "./engine.ts";
import { quickjs } from "./quickjs.gen.ts";
import { quickjsBytes } from "./quickjs-bytes.ts";

const NAME = "@jitl/quickjs-wasmfile-release-sync";
const packaged = (path: string) => readFileSync(createRequire(import.meta.url).resolve(`${NAME}/${path}`));

interface Linked {
  readonly Module: {
    new (bytes: Uint8Array): object;
    imports(module: object): readonly { readonly module: string; readonly name: string; readonly kind: string }[];
  };
}
const { WebAssembly } = globalThis as unknown as { readonly WebAssembly: Linked };

test("the engine in the sources is the package's, byte for byte", async () => {
  const bytes = await quickjsBytes((deflated) => inflateRawSync(deflated));
  expect(Buffer.from(bytes).equals(packaged("wasm"))).toBe(true);
  expect([bytes.length, createHash("sha256").update(bytes).digest("hex")]).toEqual([quickjs.bytes, quickjs.sha256]);
});

test("the engine may call what is listed and closed, and nothing else", () => {
  const imports = WebAssembly.Module.imports(new WebAssembly.Module(packaged("wasm")));
  const memory = { buffer: new ArrayBuffer(0), grow: () => 0 };
  expect(imports.map(({ module, name, kind }) => `${module}.${name} ${kind}`).toSorted()).toEqual(
    ["a.a memory", ...Object.keys(closedImports(memory, () => true)).map((name) => `a.${name} function`)].toSorted(),
  );
});

test("functions of the engine are called by the letters that the package's own loader calls them by", () => {
  const loader = createRequire(import.meta.url)
    .resolve(`${NAME}/wasm`)
    .replace(/\.wasm$/, ".browser.mjs");
  const text = readFileSync(loader, "utf8");
  const only = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, found]) => found!);
  for (const [name, letter] of Object.entries(engineLetters))
    expect(only(new RegExp(`\\bc\\.${name}=b\\.([\\w$]+)`, "g")), name).toEqual([letter]);
  // Without a name there: called once at the start, and around each call that needs room on the stack.
  const [getStack] = only(/0===h&&\(h=(\w+)\(\)/g);
  const [setStack] = only(/0!==h&&(\w+)\(h\)/g);
  expect({
    initialize: only(/Z\.(\w+)\(\);/g)[0],
    setStack: only(new RegExp(`\\b${setStack}=b\\.(\\w+)`, "g"))[0],
    getStack: only(new RegExp(`\\b${getStack}=b\\.(\\w+)`, "g"))[0],
  }).toEqual(loaderLetters);
});

test("all that the engine holds is its memory and where its stack stands", () => {
  const globals = sectionOf(packaged("wasm"), 6);
  // One global, a 32-bit number that changes: what is kept and put back, beside the memory.
  expect([...globals.subarray(0, 3)]).toEqual([1, 0x7f, 1]);
});

/** A section of a WebAssembly module, by its number (WebAssembly core specification, 5.5.2). */
function sectionOf(module: Uint8Array, wanted: number): Uint8Array {
  let at = 8;
  while (at < module.length) {
    const id = module[at++]!;
    let size = 0;
    let shift = 0;
    do {
      size |= (module[at]! & 0x7f) << shift;
      shift += 7;
    } while (module[at++]! >= 0x80);
    if (id === wanted) return module.subarray(at, at + size);
    at += size;
  }
  throw new Error(`the module has no section ${wanted}`);
}
