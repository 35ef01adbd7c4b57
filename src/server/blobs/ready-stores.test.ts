import { expect, test } from "vitest";
import { StorageUnavailable } from "./blob-store.ts";
import { storageFaults } from "./ready-stores.ts";

const well = { assertReady: async () => {} };

test("O7: a place that hangs is told after its time and is not asked again while it hangs", async () => {
  let asked = 0;
  const hangs = { assertReady: () => ((asked += 1), new Promise<void>(() => {})) };
  for (let round = 0; round < 3; round += 1)
    expect(await storageFaults({ us: well, eu: hangs }, 20)).toEqual([
      { geography: "eu", reason: "it does not answer in 0.02 seconds" },
    ]);
  expect(asked).toBe(1);
});

test("what a disk answers that nobody planned is told of the place, and says nothing of the database", async () => {
  const loops = { assertReady: () => Promise.reject(Object.assign(new Error("too many links"), { code: "ELOOP" })) };
  const away = { assertReady: () => Promise.reject(new StorageUnavailable("the bucket cannot be used")) };
  expect(await storageFaults({ us: loops, eu: away })).toEqual([
    { geography: "us", reason: "the disk answers ELOOP" },
    { geography: "eu", reason: "the bucket cannot be used" },
  ]);
});
