import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addMember } from "#tests/support/members.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import type { Person } from "#tests/support/person.ts";

let running: RunningApp;
let olga: Person;
let mia: Person;
let vic: Person;
let stranger: Person;
let company: string;

beforeAll(async () => {
  running = await runApp();
  [olga, mia, vic, stranger] = [
    await running.person("Olga"),
    await running.person("Mia"),
    await running.person("Vic"),
    await running.person("Sam"),
  ];
  await stranger.found("Elsewhere");
});
afterAll(() => running.close());
beforeEach(async () => {
  running.setNow(undefined);
  company = await olga.found(`Documents ${randomUUID()}`);
});

const STANDARD = "auth.authentication-standard";
const admin = async (text: string, values: unknown[] = []) => (await running.database.admin.query(text, values)).rows;
const join = (person: Person, role: string) => addMember(running, company, person.id, role);
const at = (more: string) => `/companies/${company}${more}`;
const day = (days: number) => new Date(Date.now() + days * 24 * 60 * 60_000).toISOString().slice(0, 10);
const addItem = async (name: string, more: Record<string, string> = {}): Promise<string> => {
  const asked = new URLSearchParams({ name, fileName: "a.txt", type: "Policy", controls: "XC-08", ...more });
  return (await olga.upload(at(`/evidence?${asked}`), name)).body.id;
};
const file = (person: Person, evidenceId: string, more: Record<string, string> = {}) => {
  const { controlId = "XC-08", documentId = STANDARD, ...period } = more;
  return person.post(at(`/controls/${controlId}/documents/${documentId}/filings`), {
    evidenceId,
    from: day(-30),
    to: day(0),
    ...period,
  });
};
const ofFiling = (id: string, more = "") => at(`/document-filings/${id}${more}`);
const accept = (person: Person, id: string) => person.post(ofFiling(id, "/acceptance"), {});
const sendBack = (person: Person, id: string, reason = "The date is missing.") =>
  person.post(ofFiling(id, "/return"), { reason });
const documentOf = async (person = olga, id = STANDARD) =>
  (await person.get(at("/documents?control=XC-08"))).body.find((item: { id: string }) => item.id === id);
const sentences = async () =>
  (await olga.get(at("/activity?kind=document"))).body.entries.map(({ sentence }: { sentence: string }) => sentence);

describe("an expected document", () => {
  test("is filed by one person, accepted by another, and on file until its time is over", async () => {
    await join(mia, "member");
    expect(await documentOf()).toMatchObject({ state: "missing", filings: [], until: null, notApplicable: null });
    const item = await addItem("Our rules");
    const filed = await file(olga, item);
    expect(filed.body).toMatchObject({ state: "waiting", controlId: "XC-08", filings: [{ mayReview: false }] });
    const { filingId } = filed.body;
    expect(await documentOf(mia)).toMatchObject({ filings: [{ id: filingId, mayReview: true, mayWithdraw: false }] });
    const reviewed = await accept(mia, filingId);
    expect(reviewed.body).toMatchObject({
      state: "on file",
      until: day(365),
      filings: [
        {
          item: { id: item, exhibit: "EX-000001", name: "Our rules" },
          from: day(-30),
          to: day(0),
          filedBy: { name: "Olga Example" },
          review: { accepted: true, by: { name: "Mia Example" }, own: false },
        },
      ],
    });
    expect((await olga.get(at("/controls/XC-08"))).body.expected).toMatchObject([
      { state: "missing" },
      { id: STANDARD, state: "on file" },
    ]);
    running.setNow(new Date(Date.now() + 366 * 24 * 60 * 60_000));
    expect(await documentOf()).toMatchObject({ state: "expired", until: day(365) });
    expect(await sentences()).toEqual([
      "accepted EX-000001 as “Authentication and password standard”",
      `filed EX-000001 as “Authentication and password standard” for ${day(-30)} to ${day(0)}`,
    ]);
  });

  test("is never an item by its name or type: only a filing counts", async () => {
    await addItem("Authentication and password standard");
    expect(await documentOf()).toMatchObject({ state: "missing", filings: [] });
  });

  test("is returned with a reason, and waits again once the review or the filing is withdrawn", async () => {
    await join(mia, "member");
    const item = await addItem("A draft");
    const { filingId } = (await file(olga, item)).body;
    expect((await sendBack(mia, filingId, " ")).status).toBe(400);
    expect((await sendBack(mia, filingId)).body).toMatchObject({
      state: "returned",
      filings: [{ review: { accepted: false, reason: "The date is missing." }, mayReview: false }],
    });
    expect((await accept(mia, filingId)).body.code).toBe("document-reviewed");
    expect((await olga.send("DELETE", ofFiling(filingId, "/review"))).body.code).toBe("review-of-another");
    expect((await mia.send("DELETE", ofFiling(filingId, "/review"))).body).toMatchObject({ state: "waiting" });
    expect((await mia.send("DELETE", ofFiling(filingId, "/review"))).status).toBe(404);
    expect((await accept(mia, filingId)).body).toMatchObject({ state: "on file" });
    expect((await mia.send("DELETE", ofFiling(filingId))).body.code).toBe("filing-of-another");
    expect((await olga.send("DELETE", ofFiling(filingId))).body).toMatchObject({ state: "missing", filings: [] });
    expect((await olga.send("DELETE", ofFiling(filingId))).status).toBe(404);
    expect((await accept(mia, filingId)).status).toBe(404);
    expect((await file(olga, item)).body).toMatchObject({ state: "waiting" });
    expect(await sentences()).toEqual([
      expect.stringContaining("filed"),
      "withdrew EX-000001 as “Authentication and password standard”",
      "accepted EX-000001 as “Authentication and password standard”",
      "withdrew their review of EX-000001 as “Authentication and password standard”",
      "returned EX-000001 as “Authentication and password standard”: The date is missing.",
      expect.stringContaining("filed"),
    ]);
  });

  test("is reviewed by its own filer only where nobody else may review, and says so", async () => {
    const [item, other] = [await addItem("Alone"), await addItem("No more")];
    const { filingId } = (await file(olga, item)).body;
    await join(vic, "viewer");
    expect((await accept(olga, filingId)).body).toMatchObject({
      state: "on file",
      filings: [{ review: { own: true, by: { userId: olga.id } } }],
    });
    expect((await sentences())[0]).toContain("which they had filed: nobody else could review it");
    await join(mia, "member");
    const { filings } = (await file(olga, other)).body;
    const waiting = filings.find(({ review }: { review: unknown }) => review === null);
    expect((await accept(olga, waiting.id)).body).toEqual(expect.objectContaining({ code: "own-review" }));
    expect((await sendBack(olga, waiting.id)).body.code).toBe("own-review");
    expect(await documentOf()).toMatchObject({ state: "on file", filings: [{ mayReview: false }, {}] });
    await admin("UPDATE app.company_members SET status = 'suspended' WHERE company_id = $1 AND user_id = $2", [
      company,
      mia.id,
    ]);
    expect((await accept(olga, waiting.id)).status).toBe(200);
  });

  test("is filed by whoever may add evidence, reviewed by the same people, and closed to others", async () => {
    const item = await addItem("Ours");
    await join(vic, "viewer");
    await join(mia, "member");
    const { filingId } = (await file(mia, item)).body;
    for (const answer of [
      await file(vic, item),
      await accept(vic, filingId),
      await sendBack(vic, filingId),
      await vic.send("DELETE", ofFiling(filingId)),
      await vic.send("DELETE", ofFiling(filingId, "/review")),
      await mia.post(at(`/controls/XC-08/documents/${STANDARD}/not-applicable`), { reason: "x" }),
    ])
      expect(answer.status).toBe(403);
    expect(await documentOf(vic)).toMatchObject({
      state: "waiting",
      filings: [{ mayReview: false, mayWithdraw: false }],
    });
    for (const answer of [
      await stranger.get(at("/documents")),
      await file(stranger, item),
      await accept(stranger, filingId),
      await stranger.send("DELETE", ofFiling(filingId)),
    ])
      expect(answer.status).toBe(404);
    expect((await olga.send("DELETE", ofFiling(filingId))).body).toMatchObject({ state: "missing" });
  });

  test("takes no period ahead of today, none that ends before it begins, none later than the item", async () => {
    const item = await addItem("Ours");
    expect((await file(olga, item, { to: day(1) })).body.code).toBe("period-ahead");
    expect((await file(olga, item, { from: day(2), to: day(3) })).body.code).toBe("period-ahead");
    expect((await file(olga, item, { from: day(-1), to: day(-2) })).body.code).toBe("period-order");
    running.setNow(new Date(Date.now() + 3 * 24 * 60 * 60_000));
    expect((await file(olga, item, { to: day(2) })).body.code).toBe("period-after-item");
    expect((await file(olga, item)).status).toBe(200);
    const insert = `INSERT INTO app.document_filings (company_id, control_id, document_id, evidence_id, covers_from, covers_to, filed_by)
      VALUES ($1, 'XC-08', 'auth.sign-in-policy-export', $2, $3, $4, $5)`;
    const client = await running.database.admin.connect();
    try {
      await client.query("SELECT set_config('app.user_id', $1, false), set_config('app.company_id', $2, false)", [
        olga.id,
        company,
      ]);
      await expect(client.query(insert, [company, item, day(0), day(2), olga.id])).rejects.toThrow("not_ahead");
      await expect(client.query(insert, [company, item, day(-1), day(-2), olga.id])).rejects.toThrow("in_order");
    } finally {
      client.release(true);
    }
  });

  test("is one that the control expects, and the item one that is filed under it", async () => {
    const [item, elsewhere] = [await addItem("Ours"), await addItem("Theirs", { controls: "XC-01" })];
    const others: Record<string, string>[] = [
      { controlId: "XC-07" },
      { documentId: "auth.cloud-mfa" },
      { documentId: "no.such" },
    ];
    for (const more of others) expect((await file(olga, item, more)).body.code).toBe("document-not-expected");
    expect((await file(olga, item, { documentId: "Not an id" })).status).toBe(400);
    expect((await file(olga, elsewhere)).body.code).toBe("item-not-under-control");
    expect((await file(olga, randomUUID())).status).toBe(404);
    expect((await file(olga, item)).status).toBe(200);
    expect((await file(olga, item)).body.code).toBe("already-filed-as");
    expect((await file(olga, item, { documentId: "auth.sign-in-policy-export" })).status).toBe(200);
  });

  test("loses an item that a newer version replaced, and takes none under privilege", async () => {
    const item = await addItem("Version 1");
    const { filingId } = (await file(olga, item)).body;
    expect((await accept(olga, filingId)).body.state).toBe("on file");
    const newer = await addItem("Version 2", { supersedes: item });
    expect(await documentOf()).toMatchObject({ state: "missing", filings: [] });
    expect((await file(olga, item)).body.code).toBe("item-replaced");
    expect((await file(olga, newer)).body.state).toBe("waiting");
    const matter = (await olga.post(at("/matters"), { name: "A v. B", basis: "work product", join: true })).body.id;
    const secret = await addItem("Privileged", { matter });
    expect((await file(olga, secret)).body.code).toBe("item-privileged");
    await join(mia, "member");
    expect((await file(mia, secret)).status).toBe(404);
  });

  test("does not apply by a decision with a reason, which ends within a year, and is taken back", async () => {
    const declare = (more: Record<string, unknown>) =>
      olga.post(at(`/controls/XC-08/documents/${STANDARD}/not-applicable`), { reason: "No passwords here.", ...more });
    expect((await declare({ reason: "" })).status).toBe(400);
    expect((await declare({ until: day(400) })).body.code).toBe("scope-until");
    expect((await declare({ until: day(-1) })).body.code).toBe("scope-until");
    const other = at("/controls/XC-07/documents/auth.authentication-standard/not-applicable");
    expect((await olga.post(other, { reason: "x" })).body.code).toBe("document-not-expected");
    expect((await declare({ until: day(20) })).body).toMatchObject({
      state: "not applicable",
      notApplicable: { reason: "No passwords here.", until: day(20), decidedBy: "Olga Example" },
    });
    expect(
      (await olga.get(at("/systems"))).body.kinds.every(({ state }: { state: string }) => state === "not answered"),
    ).toBe(true);
    running.setNow(new Date(Date.now() + 21 * 24 * 60 * 60_000));
    expect(await documentOf()).toMatchObject({ state: "missing", notApplicable: null });
    running.setNow(undefined);
    const back = at(`/controls/XC-08/documents/${STANDARD}/not-applicable`);
    expect((await olga.send("DELETE", back)).body).toMatchObject({ state: "missing", notApplicable: null });
    expect((await olga.send("DELETE", back)).status).toBe(200);
    expect(await sentences()).toEqual([
      "withdrew the declaration that “Authentication and password standard” does not apply",
      `declared that “Authentication and password standard” does not apply until ${day(20)}: No passwords here.`,
    ]);
  });

  test("is read by an auditor with its reviews, who may do nothing about it, and is no program's to review", async () => {
    await join(mia, "member");
    const { filingId } = (await file(mia, await addItem("Ours"))).body;
    const project = (await olga.post(at("/projects"), { name: "SOC 2", framework: "soc2" })).body.id;
    const invited = await olga.post(at("/auditors/invitations"), {
      email: vic.email,
      projects: [project],
      endsOn: day(30),
    });
    const token = new URL(invited.body.link).searchParams.get("token");
    expect((await vic.post("/invitations/accept", { token })).body.outcome).toBe("joined");
    expect(await documentOf(vic)).toMatchObject({
      state: "waiting",
      filings: [{ filedBy: { name: "Mia Example" }, mayReview: false, mayWithdraw: false }],
    });
    expect((await accept(vic, filingId)).status).toBe(403);
    await admin("UPDATE app.feature_flags SET enabled = true WHERE key = 'api-access'");
    const made = await olga.post(at("/api-tokens"), { name: "CI", scopes: ["evidence:write", "read"], days: 30 });
    const asProgram = (path: string) =>
      fetch(`${running.url}/api/v1${path}`, {
        method: "POST",
        headers: { authorization: `Bearer ${made.body.token}` },
      });
    expect((await asProgram(ofFiling(filingId, "/acceptance"))).status).toBe(403);
    expect((await accept(olga, filingId)).status).toBe(200);
  });

  test("has filings and reviews that nothing rewrites, and that are withdrawn once", async () => {
    const { filingId } = (await file(olga, await addItem("Ours"))).body;
    await accept(olga, filingId);
    await expect(admin("UPDATE app.document_filings SET covers_to = covers_from")).rejects.toThrow("append-only");
    await expect(admin("UPDATE app.document_reviews SET accepted = false")).rejects.toThrow("append-only");
    await expect(admin("DELETE FROM app.document_reviews")).rejects.toThrow("append-only");
    await olga.send("DELETE", ofFiling(filingId));
    await expect(
      admin("UPDATE app.document_filings SET withdrawn_at = NULL WHERE company_id = $1", [company]),
    ).rejects.toThrow("withdrawn once");
  });

  test("two people who review at the same moment: one review stands", async () => {
    await join(mia, "member");
    await join(vic, "admin");
    const { filingId } = (await file(olga, await addItem("Ours"))).body;
    const answers = await Promise.all([accept(mia, filingId), sendBack(vic, filingId)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect((await documentOf()).filings).toHaveLength(1);
  });
});

describe("a returned document", () => {
  const returned = () => running.mails.filter(({ subject }) => /was returned/.test(subject));
  const home = async (person: Person) => (await person.get(at("/overview"))).body.documents;

  test("is mailed once to the person who filed it, and to nobody else", async () => {
    await join(mia, "member");
    await join(vic, "admin");
    await running.app.runTasks();
    const before = returned().length;
    const { filingId } = (await file(mia, await addItem("Ours"))).body;
    expect((await sendBack(olga, filingId)).status).toBe(200);
    await running.app.runTasks();
    expect(returned().slice(before)).toHaveLength(1);
    const [mail] = returned().slice(before);
    expect(mail!.to).toBe(mia.email);
    expect(mail!.subject).toBe("Authentication and password standard was returned");
    for (const said of ["EX-000001", "The date is missing.", `/dashboard/controls/XC-08?document=${STANDARD}`])
      expect(mail!.text).toContain(said);
  });

  test("is mailed to nobody who turned such mails off, muted all of them, left, or returned it themselves", async () => {
    await join(mia, "member");
    await join(vic, "admin");
    await running.app.runTasks();
    const before = returned().length;
    const sent = async () => {
      await running.app.runTasks();
      return returned().length - before;
    };
    const fileAndReturn = async () => {
      const { filingId } = (await file(mia, await addItem(randomUUID()))).body;
      expect((await sendBack(olga, filingId)).status).toBe(200);
    };
    const preferences = (input: object) =>
      mia.send("PATCH", at("/alert-preferences"), JSON.stringify(input), { "content-type": "application/json" });
    const kinds = (await mia.get(at("/alert-preferences"))).body.kinds as { kind: string; byMail: boolean }[];
    expect(kinds.find(({ kind }) => kind === "documents")).toMatchObject({ byMail: true });
    expect((await preferences({ kinds: [{ kind: "documents", byMail: false }] })).status).toBe(200);
    await fileAndReturn();
    expect(await sent()).toBe(0);
    expect((await preferences({ kinds: [{ kind: "documents", byMail: true }], mutedUntil: day(9) })).status).toBe(200);
    await fileAndReturn();
    expect(await sent()).toBe(0);
    expect((await preferences({ mutedUntil: null })).status).toBe(200);
    const { filingId } = (await file(mia, await addItem("Left behind"))).body;
    await admin("UPDATE app.company_members SET status = 'suspended' WHERE company_id = $1 AND user_id = $2", [
      company,
      mia.id,
    ]);
    expect((await sendBack(olga, filingId)).status).toBe(200);
    expect(await sent()).toBe(0);
  });

  test("stands on the home of who filed it, and what waits for a review on the home of who may review it", async () => {
    await join(mia, "member");
    await join(vic, "viewer");
    expect(await home(olga)).toEqual({ toReview: 0, returned: [] });
    const { filingId } = (await file(mia, await addItem("Ours"))).body;
    expect(await home(olga)).toEqual({ toReview: 1, returned: [] });
    for (const person of [mia, vic]) expect(await home(person)).toEqual({ toReview: 0, returned: [] });
    await sendBack(olga, filingId);
    const title = "Authentication and password standard";
    expect(await home(mia)).toEqual({
      toReview: 0,
      returned: [{ controlId: "XC-08", documentId: STANDARD, title, reason: "The date is missing." }],
    });
    for (const person of [olga, vic]) expect(await home(person)).toEqual({ toReview: 0, returned: [] });
    const again = (await file(mia, await addItem("Better"))).body;
    expect(await home(mia)).toEqual({ toReview: 0, returned: [] });
    await accept(olga, again.filingId);
    expect(await home(mia)).toEqual({ toReview: 0, returned: [] });
  });
});
