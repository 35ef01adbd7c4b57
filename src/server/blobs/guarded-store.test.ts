import { expect, test } from "vitest";
import { StorageFull } from "./blob-store.ts";
import type { BlobStore } from "./blob-store.ts";
import { guardedStore } from "./guarded-store.ts";
import { writeFaults } from "./ready-stores.ts";

test("a place that is full says so from the write that failed until one succeeds, or until a quarter of an hour is over", async () => {
  let [now, full] = [0, true];
  const store = {
    read: async () => Buffer.from(JSON.stringify({ store: "place-1" })),
    put: async () => {
      if (full) throw new StorageFull("the bucket has no room left");
    },
  } as unknown as BlobStore;
  const at = { kind: "s3" } as Parameters<typeof guardedStore>[1];
  const us = guardedStore(store, at, "place-1", () => now);
  const told = () => writeFaults({ us, eu: {} }, []);
  const write = () => us.put("a", (async function* () {})()).catch(() => {});
  expect(told()).toEqual([]);
  await write();
  expect(told()).toEqual([{ geography: "us", reason: "the bucket has no room left" }]);
  expect(writeFaults({ us, eu: {} }, [{ geography: "us", reason: "it is away" }])).toEqual([]);
  now = 14 * 60_000;
  expect(told()).toHaveLength(1);
  now = 15 * 60_000;
  expect(told()).toEqual([]);
  await write();
  full = false;
  await write();
  expect(told()).toEqual([]);
});
