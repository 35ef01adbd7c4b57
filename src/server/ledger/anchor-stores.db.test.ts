import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startS3Service } from "#tests/support/s3-service.ts";
import { testWhere } from "#tests/support/test-where.ts";
import { parseStorageAddress } from "../blobs/storage-address.ts";
import type { AnchorStore } from "./anchor-store.ts";
import { ledgerNameOf } from "./origin.ts";
import { openAnchorStore } from "./open-anchor-store.ts";

/** Both kinds of place; S3 as it is documented, and a service that does not know `If-None-Match` on a write. */
describe.each(["a folder", "a bucket", "a bucket of a service that overwrites"])("anchors in %s", (kind) => {
  let store: AnchorStore;
  let close: () => Promise<void>;
  beforeAll(async () => {
    if (kind === "a folder") {
      const folder = await mkdtemp(path.join(tmpdir(), "exhibit-anchors-"));
      store = await openAnchorStore({ kind: "folder", path: folder }, [{ kind: "folder", path: folder }]);
      close = () => rm(folder, { recursive: true });
    } else {
      const service = await startS3Service({ refusesOverwrite: kind === "a bucket" });
      store = await openAnchorStore(parseStorageAddress(service.url)!);
      close = () => service.close();
    }
  });
  afterAll(() => close());

  test("are written once, listed by size from where one asks, and forgotten together", async () => {
    const [first, other] = [ledgerNameOf("one"), ledgerNameOf("other")];
    for (const size of [9, 100, 10]) expect(await store.create(first, size, Buffer.from(`anchor ${size}`))).toBe(true);
    expect(await store.create(other, 1, Buffer.from("of the other"))).toBe(true);
    expect(await store.create(first, 10, Buffer.from("another"))).toBe(false);
    expect((await store.read(first, 10))?.toString()).toBe("anchor 10");
    expect(await store.read(first, 11)).toBeUndefined();
    expect([await store.sizes(first), await store.sizes(first, 9), await store.sizes(first, 100)]).toEqual([
      [9, 10, 100],
      [10, 100],
      [],
    ]);
    expect((await store.ledgers()).toSorted()).toEqual([first, other].toSorted());
    await store.forget(first);
    expect([await store.sizes(first), await store.sizes(other)]).toEqual([[], [1]]);
  });

  test("are listed across every length of size, from each of them on", async () => {
    const ledger = ledgerNameOf("long");
    const sizes = [1, 999, 1_000, 1_001, 999_999, 1_000_000, 1_002_003, 20_000_000_000];
    for (const size of sizes.toReversed()) await store.create(ledger, size, Buffer.from(`${size}`));
    for (const after of [-1, 0, ...sizes, 998, 1_002_002])
      expect([after, await store.sizes(ledger, after)]).toEqual([after, sizes.filter((size) => size > after)]);
    expect((await store.read(ledger, 1_002_003))?.toString()).toBe("1002003");
  });

  test("say how well they are kept", async () => {
    const { refusesOverwrite, objectLock } = await store.protection();
    expect(refusesOverwrite).toBe(kind !== "a bucket of a service that overwrites");
    expect(objectLock).not.toBe(true);
  });

  testWhere(!kind.startsWith("a bucket of"))("of many who write the same one, one does", async () => {
    const ledger = ledgerNameOf("raced");
    const won = await Promise.all(
      Array.from({ length: 8 }, (_, n) => store.create(ledger, 5, Buffer.from(`writer ${n}`))),
    );
    expect(won.filter(Boolean)).toHaveLength(1);
    expect((await store.read(ledger, 5))?.toString()).toBe(`writer ${won.indexOf(true)}`);
  });
});

test("what is newer is found in a folder without looking at what is older", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "exhibit-anchors-"));
  const store = await openAnchorStore({ kind: "folder", path: folder });
  const ledger = ledgerNameOf("one");
  await store.create(ledger, 3_500, Buffer.from("x"));
  const older = path.join(folder, ledger, "0000000000", "001");
  // Nothing can be listed in what is no folder: whoever looks there fails.
  await writeFile(older, "");
  expect(await store.sizes(ledger, 3_400)).toEqual([3_500]);
  await expect(store.sizes(ledger)).rejects.toThrow("ENOTDIR");
  await rm(folder, { recursive: true });
});

test("a folder keeps nothing half-written beside its anchors", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "exhibit-anchors-"));
  const store = await openAnchorStore({ kind: "folder", path: folder });
  await store.create(ledgerNameOf("one"), 1, Buffer.from("x"));
  await store.create(ledgerNameOf("one"), 1, Buffer.from("y"));
  const kept = await readdir(path.join(folder, ledgerNameOf("one"), "0000000000", "000"));
  expect(kept).toEqual(["0000000000000001"]);
  await rm(folder, { recursive: true });
});
