import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const sources = ["src/server", "src/domain", "src/connectors", "src/contract", "src/catalog"]
  .flatMap((folder) => readdirSync(join(root, folder), { recursive: true }).map((name) => `${folder}/${String(name)}`))
  .filter((path) => /\.(ts|mjs)$/.test(path) && !path.endsWith(".test.ts"))
  .map((path) => ({ path, code: readFileSync(join(root, path), "utf8") }));

/** Every first argument of a call, with the file it stands in. */
const named = (call: RegExp) =>
  sources.flatMap(({ path, code }) => [...code.matchAll(call)].map(([, name]) => ({ path, name })));

/** What a bucket with Object Lock asks for with each object; nothing rests on it. */
const excused = "src/server/ledger/s3-anchors.ts: md5";

test("no cipher, hash or kind of key is used but those of the list", () => {
  const ciphers = named(/create(?:Ci|Deci)pheriv\(\s*"([^"]+)"/g);
  expect(new Set(ciphers.map(({ name }) => name))).toEqual(new Set(["aes-256-gcm", "chacha20-poly1305"]));
  const hashes = named(/(?:createHash|createHmac|hkdfSync|\bhkdf)\(\s*"([^"]+)"/g);
  const weak = hashes
    .filter(({ name }) => !/^sha(256|384|512)$/.test(name!))
    .map(({ path, name }) => `${path}: ${name}`);
  expect(weak).toEqual([excused]);
  const keys = named(/generateKeyPair(?:Sync)?\(\s*"([^"]+)"/g).map(({ name }) => name!);
  expect(keys.filter((name) => !["ed25519", "x25519", "ec"].includes(name))).toEqual([]);
  expect(named(/namedCurve: "([^"]+)"/g).map(({ name }) => name)).toEqual(["P-256"]);
});

test("no text becomes code or a command, and no certificate goes unchecked", () => {
  const forbidden =
    /\beval\(|\bnew Function\(|\bexecSync\(|\bchild_process"\)\.exec\(|shell: true|rejectUnauthorized|NODE_TLS_REJECT/;
  expect(sources.filter(({ code }) => forbidden.test(code)).map(({ path }) => path)).toEqual([]);
});

test("chance that can be foretold spreads waits and decides nothing", () => {
  const draws = sources.filter(({ code }) => /(?<!delete )Math\.random/.test(code)).map(({ path }) => path);
  expect(draws).toEqual(["src/server/connections/vendor-clients.ts"]);
});
