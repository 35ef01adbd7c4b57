import { createHash, randomBytes, randomUUID } from "node:crypto";
import { readdir } from "node:fs/promises";
import { request } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { maxUploadsBytes } from "#contract/uploads.ts";
import { addMember } from "#tests/support/members.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import type { Person } from "#tests/support/person.ts";
import { sweepUploads } from "./uploads.ts";

let running: RunningApp;
let ada: Person;
let company: string;

beforeAll(async () => {
  running = await runApp();
  ada = await running.person("Ada");
  company = await ada.found("Ada sends in parts");
});
afterAll(() => running.close());

const place = (upload: string) => `/companies/${company}/uploads/${upload}`;
const send = (upload: string, bytes: Buffer, offset: number, size: number, who = ada) =>
  who.upload(`${place(upload)}?offset=${offset}&size=${size}`, bytes);
const file = (upload: string, bytes: Buffer, key: string = randomUUID(), who = ada) =>
  who.upload(
    `/companies/${company}/evidence?${new URLSearchParams({ name: "In parts", fileName: "a.bin", type: "Report", controls: "XC-01", upload, sha256: createHash("sha256").update(bytes).digest("hex") })}`,
    "",
    { "idempotency-key": key },
  );
const blobs = async () =>
  (await readdir(running.folder, { recursive: true })).filter((name) => /\.(sealed|partial)$/.test(name)).length;

/** Announces all of the bytes, sends some of them and hangs up. */
async function breakOff(upload: string, bytes: Buffer, sent: number, offset: number) {
  await new Promise<void>((resolve) => {
    const outgoing = request(`${running.url}/api/v1${place(upload)}?offset=${offset}&size=${bytes.length}`, {
      method: "POST",
      headers: {
        origin: running.url,
        cookie: ada.cookie,
        "content-type": "application/octet-stream",
        "content-length": String(bytes.length - offset),
      },
    });
    outgoing.on("error", () => resolve());
    outgoing.write(bytes.subarray(offset, offset + sent), () => setTimeout(() => outgoing.destroy(), 100));
  });
}

test("what arrived before a line broke is kept: the sender goes on from there, and the file is whole and filed once", async () => {
  const bytes = randomBytes(3_000_000);
  const upload = randomUUID();
  await breakOff(upload, bytes, 1_700_000, 0);
  await expect.poll(async () => (await ada.get(place(upload))).body?.received ?? 0).toBeGreaterThan(0);
  const { received } = (await ada.get(place(upload))).body;
  expect(received).toBeLessThanOrEqual(1_700_000);
  expect((await send(upload, bytes.subarray(received), received, bytes.length)).body).toEqual({
    received: bytes.length,
    size: bytes.length,
  });
  const filed = await file(upload, bytes, "ada-1");
  expect(filed.status).toBe(201);
  expect(filed.body).toMatchObject({ size: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex") });
  const download = await ada.get(`/companies/${company}/evidence/${filed.body.id}/file`);
  expect(Buffer.from(await download.response.arrayBuffer()).equals(bytes)).toBe(true);
  await running.app.runTasks();
  expect(await blobs(), "the parts are gone, the item stays").toBe(1);
  const again = await file(upload, bytes, "ada-1");
  expect([again.status, again.body.id], "who never heard the answer may ask again").toEqual([201, filed.body.id]);
});

test("a part that does not go on where the upload stands is refused, and so is one that is too long", async () => {
  const bytes = randomBytes(10_000);
  const upload = randomUUID();
  await send(upload, bytes.subarray(0, 4_000), 0, bytes.length);
  const before = await blobs();
  for (const offset of [0, 3_999, 4_001, 9_999])
    expect((await send(upload, bytes.subarray(offset), offset, bytes.length)).body.code).toBe("upload-moved");
  expect((await send(upload, randomBytes(6_001), 4_000, bytes.length)).body.code).toBe("file-too-large");
  expect(await blobs(), "what is refused is not kept").toBe(before);
  expect((await ada.get(place(upload))).body).toEqual({ received: 4_000, size: 10_000 });
  expect((await file(upload, bytes)).body.code, "it is not whole").toBe("upload-moved");
});

test("two senders of the same part: one is taken, and the file is what it was", async () => {
  const bytes = randomBytes(500_000);
  const upload = randomUUID();
  const answers = await Promise.all([1, 2, 3].map(() => send(upload, bytes, 0, bytes.length)));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409]);
  expect((await file(upload, bytes)).status).toBe(201);
});

test("a file that is not what its sender hashed is not filed", async () => {
  const bytes = randomBytes(2_000);
  const upload = randomUUID();
  await send(upload, bytes, 0, bytes.length);
  const before = await blobs();
  expect((await file(upload, randomBytes(2_000))).body.code).toBe("upload-differs");
  expect(await blobs()).toBe(before);
  expect((await file(upload, bytes)).status, "what arrived is still there").toBe(201);
});

test("an upload is its sender's alone: a colleague neither sees it, nor adds to it, nor files it", async () => {
  const ben = await running.person("Ben");
  await addMember(running, company, ben.id, "admin");
  const bytes = randomBytes(2_000);
  const upload = randomUUID();
  await send(upload, bytes, 0, bytes.length);
  expect((await ben.get(place(upload))).body.code).toBe("not-found");
  expect((await send(upload, bytes, 0, bytes.length, ben)).status).toBe(409);
  expect((await file(upload, bytes, randomUUID(), ben)).body.code).toBe("upload-gone");
});

test("nobody takes more than half of a company's room: a colleague can still file", async () => {
  const firm = await ada.found("Ada is greedy");
  const fill = (person: string, bytes: number) =>
    running.database.admin.query(
      `INSERT INTO app.uploads (company_id, id, user_id, size, storage_location_id, expires_at)
        SELECT id, gen_random_uuid(), $2, $3, storage_location_id, now() + interval '1 hour' FROM app.companies WHERE id = $1`,
      [firm, person, bytes],
    );
  const uploadOf = (size: number) =>
    ada.upload(`/companies/${firm}/uploads/${randomUUID()}?offset=0&size=${size}`, "x");
  await fill(randomUUID(), maxUploadsBytes / 2);
  expect((await uploadOf(1_000)).status).toBe(201);
  await fill(ada.id, maxUploadsBytes / 2 - 1_000);
  expect((await uploadOf(1)).body.code).toBe("uploads-full");
});

test("a company has so much on its way and no more, until the time of the others is up", async () => {
  const firm = await ada.found("Ada fills the shelf");
  await running.database.admin.query(
    `INSERT INTO app.uploads (company_id, id, user_id, size, storage_location_id, expires_at)
      SELECT id, gen_random_uuid(), $2, $3, storage_location_id, now() + interval '1 hour' FROM app.companies WHERE id = $1`,
    [firm, randomUUID(), maxUploadsBytes - 1_000],
  );
  const uploadOf = (size: number) =>
    ada.upload(`/companies/${firm}/uploads/${randomUUID()}?offset=0&size=${size}`, "x");
  expect((await uploadOf(1_001)).body.code).toBe("uploads-full");
  expect((await uploadOf(1_000)).status).toBe(201);
  running.setNow(new Date(Date.now() + 2 * 3_600_000));
  expect((await uploadOf(1_001)).status).toBe(201);
  running.setNow(undefined);
});

test("what nobody goes on with is swept after its hours, and what is still under way is not", async () => {
  const before = await blobs();
  const bytes = randomBytes(5_000);
  const left = randomUUID();
  await send(left, bytes.subarray(0, 1_000), 0, bytes.length);
  await running.app.runTasks();
  expect((await ada.get(place(left))).body.received).toBe(1_000);
  running.setNow(new Date(Date.now() + 7 * 3_600_000));
  expect((await ada.get(place(left))).status).toBe(404);
  expect((await send(left, bytes.subarray(1_000), 1_000, bytes.length)).body.code).toBe("upload-moved");
  await running.app.runTasks();
  running.setNow(undefined);
  const { rows } = await running.database.admin.query(
    "SELECT count(*)::int AS n FROM app.upload_parts WHERE upload_id = $1",
    [left],
  );
  expect(rows[0].n).toBe(0);
  expect(await blobs()).toBeLessThanOrEqual(before);
});

interface Held {
  readonly id: string;
  readonly upload: string;
}

test("a storage location that does not answer keeps its own parts, and nobody waits for it", async () => {
  const { admin, databases } = running.database;
  const { rows: known } = await admin.query("SELECT id FROM app.storage_locations ORDER BY id LIMIT 2");
  const [broken, sound] = known.map(({ id }: { id: string }) => ({ id, upload: randomUUID() })) as [Held, Held];
  for (const { id, upload } of [broken, sound]) {
    await send(upload, randomBytes(100), 0, 500);
    await admin.query("UPDATE app.uploads SET storage_location_id = $1 WHERE id = $2", [id, upload]);
  }
  const removed: string[] = [];
  const blobsOf = (location: string) => ({
    remove: async (key: string) => {
      if (location === broken.id) throw new Error("no such host");
      removed.push(key);
    },
  });
  const later = new Date(Date.now() + 7 * 3_600_000);
  const deps = { databases, now: () => later, blobs: blobsOf as never };
  await expect(sweepUploads(deps)).rejects.toThrow("no such host");
  const { rows } = await admin.query("SELECT upload_id AS id FROM app.upload_parts WHERE upload_id = ANY ($1)", [
    [broken.upload, sound.upload],
  ]);
  expect(rows).toEqual([{ id: broken.upload }]);
  expect(removed).toHaveLength(1);
});
