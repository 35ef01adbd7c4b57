import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { mendedCompany } from "#tests/support/mended-company.ts";
import type { MendedCompany } from "#tests/support/mended-company.ts";

let at: MendedCompany;
beforeAll(async () => {
  at = await mendedCompany();
});
afterAll(() => at.running.close());

const program = Buffer.concat([Buffer.from(`MZ\u0090\0\u0003${"\0".repeat(80)}PE\0\0`, "latin1"), Buffer.alloc(9_000)]);
const archive = Buffer.from(`PK\u0003\u0004${"\0".repeat(26)}notes/a.txt`, "latin1");
const office = Buffer.from(`PK\u0003\u0004${"\0".repeat(26)}[Content_Types].xml`, "latin1");

function file(fileName: string, bytes: Buffer | string, more: Record<string, string> = {}, headers = {}) {
  const query = new URLSearchParams({ name: fileName, fileName, type: "Document", controls: "XC-01", ...more });
  return at.people.owner.upload(at.path(`/evidence?${query}`), bytes, headers);
}

test("a program or an archive is filed only where the request says so, by its content and whatever its name", async () => {
  const { size } = (await at.people.owner.get(at.path("/ledger"))).body;
  for (const [fileName, bytes, code] of [
    ["setup.exe", program, "file-is-program"],
    ["notes.txt", program, "file-is-program"],
    ["all.zip", archive, "file-is-archive"],
    ["policy.docx", archive, "file-is-archive"],
  ] as const) {
    const { status, body } = await file(fileName, bytes);
    expect([fileName, status, body.code]).toEqual([fileName, 422, code]);
  }
  expect((await at.people.owner.get(at.path("/ledger"))).body.size).toBe(size);
  for (const [fileName, bytes] of [
    ["setup.exe", "It only sounds like a program."],
    ["policy.docx", office],
  ] as const)
    expect([fileName, (await file(fileName, bytes)).status]).toEqual([fileName, 201]);
  const { status, body } = await file("notes.txt", program, { fileAnyway: "1" });
  expect(status).toBe(201);
  const stored = await at.people.owner.get(at.path(`/evidence/${body.id}/file`));
  expect(Buffer.from(await stored.response.arrayBuffer()).equals(program)).toBe(true);
  expect((await file("all.zip", archive, { fileAnyway: "yes" })).status).toBe(400);
});

test("what is refused leaves nothing behind, and the same key and the same upload can be sent again with the answer", async () => {
  const key = { "idempotency-key": randomUUID() };
  expect((await file("setup.exe", program, {}, key)).body.code).toBe("file-is-program");
  expect((await file("setup.exe", program, { fileAnyway: "1" }, key)).status).toBe(201);
  const uploadId = randomUUID();
  const sent = await at.people.owner.upload(at.path(`/uploads/${uploadId}?offset=0&size=${program.length}`), program);
  expect(sent.status).toBeLessThan(300);
  const parts = { upload: uploadId };
  expect((await file("big.exe", "", parts)).body.code).toBe("file-is-program");
  expect((await file("big.exe", "", { ...parts, fileAnyway: "1" })).status).toBe(201);
});
