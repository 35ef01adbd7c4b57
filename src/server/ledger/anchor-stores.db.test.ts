import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startS3Service } from "#tests/support/s3-service.ts";
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
    const [one, other] = [ledgerNameOf("one"), ledgerNameOf("other")];
    for (const size of [9, 100, 10]) expect(await store.create(one, size, Buffer.from(`anchor ${size}`))).toBe(true);
    expect(await store.create(other, 1, Buffer.from("of the other"))).toBe(true);
    expect(await store.create(one, 10, Buffer.from("another"))).toBe(false);
    expect((await store.read(one, 10))?.toString()).toBe("anchor 10");
    expect(await store.read(one, 11)).toBeUndefined();
    expect([await store.sizes(one), await store.sizes(one, 9), await store.sizes(one, 100)]).toEqual([
      [9, 10, 100],
      [10, 100],
      [],
    ]);
    expect((await store.ledgers()).toSorted()).toEqual([one, other].toSorted());
    await store.forget(one);
    expect([await store.sizes(one), await store.sizes(other)]).toEqual([[], [1]]);
  });

  test("say how well they are kept", async () => {
    const { refusesOverwrite, objectLock } = await store.protection();
    expect(refusesOverwrite).toBe(kind !== "a bucket of a service that overwrites");
    expect(objectLock).not.toBe(true);
  });

  test.skipIf(kind.startsWith("a bucket of"))("of many who write the same one, one does", async () => {
    const ledger = ledgerNameOf("raced");
    const won = await Promise.all(
      Array.from({ length: 8 }, (_, n) => store.create(ledger, 5, Buffer.from(`writer ${n}`))),
    );
    expect(won.filter(Boolean)).toHaveLength(1);
    expect((await store.read(ledger, 5))?.toString()).toBe(`writer ${won.indexOf(true)}`);
  });
});

test("a folder keeps nothing half-written beside its anchors", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "exhibit-anchors-"));
  const store = await openAnchorStore({ kind: "folder", path: folder });
  await store.create(ledgerNameOf("one"), 1, Buffer.from("x"));
  await store.create(ledgerNameOf("one"), 1, Buffer.from("y"));
  expect(await readdir(path.join(folder, ledgerNameOf("one")))).toEqual(["0000000000000001"]);
  await rm(folder, { recursive: true });
});
