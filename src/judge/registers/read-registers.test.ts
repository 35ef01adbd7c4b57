import { expect, test } from "vitest";
import type { SnapshotManifest } from "#domain/registers/snapshot.ts";
import { sealedRow } from "#tests/support/sealed-rows.ts";
import { registersOf } from "./read-registers.ts";
import { pagesOf } from "./registers.ts";
import type { ToldPage } from "./told-pages.ts";
import { tellPage } from "./told-pages.ts";

const manifest = { registers: [] as SnapshotManifest["registers"] } as SnapshotManifest;

/** A register of 10,000 records, the most that one has, on one page; `read` hears when its rows are made. */
function tenThousand(register: string, read: (register: string) => void): ToldPage {
  const rows = Array.from({ length: 10_000 }, (_, at) => sealedRow(`${register} ${at}`, {}, at + 1));
  return {
    register,
    told: tellPage({ register, rows }),
    get rows() {
      read(register);
      return rows;
    },
  };
}

test("three registers of the most records are read once however checks take turns with them, and a fourth lets the oldest go", () => {
  const reads: string[] = [];
  const pages = ["people", "tests", "actions", "roles"].map((key) => tenThousand(key, (read) => reads.push(read)));
  const register = registersOf(manifest, pages);
  const ask = (...keys: readonly string[]) => {
    reads.length = 0;
    for (const key of keys) expect(register(key).rows).toHaveLength(10_000);
    return [...reads];
  };
  expect(ask("tests", "actions", "people", "tests", "actions", "people")).toEqual(["tests", "actions", "people"]);
  expect(ask("roles", "people", "actions")).toEqual(["roles"]);
  expect(ask("tests", "roles")).toEqual(["tests", "roles"]);
});

test("people are let go for nothing: most checks ask them", () => {
  const reads: string[] = [];
  const keys = ["people", "tests", "actions", "roles", "sites", "alerts"];
  const register = registersOf(
    manifest,
    keys.map((key) => tenThousand(key, (read) => reads.push(read))),
  );
  for (const key of [...keys, "people"]) expect(register(key).rows).toHaveLength(10_000);
  expect(reads).toEqual(keys);
});

test("what is looked through page by page is held by nobody, and is not read again where it is held", () => {
  const reads: string[] = [];
  const pages = ["training-completions", "training-completions"].map((key) =>
    tenThousand(key, (read) => reads.push(read)),
  );
  const own = registersOf(manifest, pages)("training-completions");
  for (const rows of pagesOf(own)) expect(rows).toHaveLength(10_000);
  expect(reads).toHaveLength(2);
  expect(own.rows).toHaveLength(20_000);
  expect(reads).toHaveLength(4);
  expect([...pagesOf(own)].map((rows) => rows.length)).toEqual([20_000]);
  expect(reads).toHaveLength(4);
});
