import { createHash, randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addMember } from "#tests/support/members.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import type { Person } from "#tests/support/person.ts";
import { wordFile, wordParagraph } from "#tests/support/word-file.ts";
import { readPolicyFile } from "../../reading/policy-file/policy-file.ts";

let running: RunningApp;
let olga: Person;
let vera: Person;
let stranger: Person;
let company: string;

const TEXT = "# Access\n\nEverybody signs in with **their own** account.\n";
const TRACKED = '<w:p><w:ins w:id="1" w:author="A"><w:r><w:t>new</w:t></w:r></w:ins></w:p>';

beforeAll(async () => {
  running = await runApp();
  [olga, vera, stranger] = (await Promise.all(["Olga", "Vera", "Sam"].map((name) => running.person(name)))) as [
    Person,
    Person,
    Person,
  ];
  await stranger.found("Elsewhere");
});
afterAll(() => running.close());
beforeEach(async () => {
  company = await olga.found(`Documents ${randomUUID()}`);
  await addMember(running, company, vera.id, "viewer");
  await running.forgetTries();
});

const at = (path: string) => `/companies/${company}${path}`;
const bring = (person: Person, bytes: Uint8Array, fileName = "access.docx") =>
  person.upload(at(`/policy-files?fileName=${encodeURIComponent(fileName)}`), bytes);
const draft = async () =>
  (await olga.post(at("/policies"), { title: "Access policy", text: TEXT })).body.open.id as string;
async function download(person: Person, id: string, format: string) {
  const { response } = await person.get(at(`/policy-versions/${id}/file?format=${format}`));
  return { response, bytes: Buffer.from(await response.arrayBuffer()) };
}
const kept = async () =>
  (
    await running.database.admin.query(
      "SELECT (SELECT count(*) FROM app.evidence) AS items, (SELECT count(*) FROM app.ledger_acts) AS acts, (SELECT count(*) FROM app.policies) AS policies",
    )
  ).rows[0];

describe("a Word document that somebody brings", () => {
  test("comes back as the text of a policy with what was left out, and nothing is kept", async () => {
    const before = await kept();
    const picture =
      '<w:p><w:r><w:drawing><a:blip xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"/></w:drawing></w:r></w:p>';
    const body = wordParagraph("Own accounts only.", { run: "<w:b/>" }) + picture;
    const { status, body: read } = await bring(olga, wordFile({ body }));
    expect([status, read]).toEqual([
      201,
      {
        title: "access",
        text: "**Own accounts only.**\n",
        lost: [{ what: "pictures", count: 1, message: "1 picture was left out." }],
      },
    ]);
    expect(await kept()).toEqual(before);
    const { status: added } = await olga.post(at("/policies"), { title: read.title, text: read.text });
    expect(added).toBe(200);
  });

  test("is refused with a sentence, and read for nobody who may not write policies", async () => {
    const refused = await bring(olga, wordFile({ body: TRACKED }));
    expect([refused.status, refused.body.message]).toEqual([
      422,
      "This document has tracked changes. Accept or reject them in Word first.",
    ]);
    expect((await bring(vera, wordFile({ body: wordParagraph("a") }))).status).toBe(403);
    expect((await bring(stranger, wordFile({ body: wordParagraph("a") }))).status).toBe(404);
    expect((await bring(olga, Buffer.alloc(51 * 1024 * 1024))).status).toBe(413);
  });
});

describe("a version of a policy", () => {
  test("is downloaded as a Word document that holds its text, and as a PDF, by everyone who may read it", async () => {
    const id = await draft();
    for (const person of [olga, vera]) {
      const word = await download(person, id, "docx");
      expect(word.response.headers.get("content-disposition")).toContain("access-policy-v1.docx");
      expect(await readPolicyFile(word.bytes, "x.docx")).toMatchObject({ ok: true, file: { text: TEXT } });
      const pdf = await download(person, id, "pdf");
      expect(pdf.response.headers.get("content-type")).toBe("application/pdf");
      expect(pdf.bytes.toString("latin1", 0, 5)).toBe("%PDF-");
    }
    expect((await download(stranger, id, "pdf")).response.status).toBe(404);
    expect((await olga.get(at(`/policy-versions/${randomUUID()}/file?format=pdf`))).status).toBe(404);
  });

  test("gives the same bytes each time, and others once it is in force", async () => {
    const id = await draft();
    const hash = async (format: string) =>
      createHash("sha256")
        .update((await download(olga, id, format)).bytes)
        .digest("hex");
    const first = [await hash("pdf"), await hash("docx")];
    expect([await hash("pdf"), await hash("docx")]).toEqual(first);
    await olga.post(at(`/policy-versions/${id}/review`), { revision: 1, quorum: 1 });
    await olga.post(at(`/policy-versions/${id}/approvals`), { revision: 1 });
    expect(await hash("pdf")).not.toBe(first[0]);
  });

  test("is made beside what answers others", async () => {
    const words = "Everybody signs in with **an account** of their own. ".repeat(1_000);
    const { open } = (await olga.post(at("/policies"), { title: "Long", text: `${words.trim()}\n` })).body;
    let turns = 0;
    const ticking = setInterval(() => (turns += 1), 5);
    const many = await Promise.all(Array.from({ length: 3 }, () => download(olga, open.id, "pdf")));
    clearInterval(ticking);
    expect(many.map(({ response }) => response.status)).toEqual([200, 200, 200]);
    expect(turns).toBeGreaterThan(20);
  });
});
