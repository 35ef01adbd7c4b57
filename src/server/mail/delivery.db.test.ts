import type { AddressInfo } from "node:net";
import { pino } from "pino";
import { SMTPServer } from "smtp-server";
import { simpleParser } from "mailparser";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { freshDatabase } from "#tests/support/fresh-database.ts";
import type { FreshDatabase } from "#tests/support/fresh-database.ts";
import { workOff } from "../jobs/run-jobs.ts";
import { mailJobs, smtpTransport } from "./delivery.ts";
import { databaseOutbox } from "./outbox.ts";
import { confirmSignUp } from "./templates/account-links.ts";
import { draftMail, writeMail } from "./templates/letter.ts";
import { staffReceipt } from "./templates/staff-receipt.ts";

describe("mail through a real SMTP server", () => {
  const raw: Buffer[] = [];
  const received = () => Promise.all(raw.map((mail) => simpleParser(mail)));
  let refusing = false;
  let database: FreshDatabase;
  let sink: SMTPServer;
  let url: string;
  const log = pino({ level: "silent" });
  const neverEnds = new AbortController().signal;

  beforeAll(async () => {
    database = await freshDatabase();
    sink = new SMTPServer({
      disabledCommands: ["AUTH", "STARTTLS"],
      onData: (stream, _session, done) => {
        const chunks: Buffer[] = [];
        stream.on("data", (chunk: Buffer) => chunks.push(chunk));
        stream.on("end", () => {
          if (refusing) return done(new Error("451 come back later"));
          raw.push(Buffer.concat(chunks));
          done();
        });
      },
    });
    await new Promise<void>((resolve) => void sink.listen(0, "127.0.0.1", resolve));
    url = `smtp://127.0.0.1:${(sink.server.address() as AddressInfo).port}`;
  });

  beforeEach(() => raw.splice(0));

  afterAll(async () => {
    await new Promise<void>((resolve) => sink.close(resolve));
    await database.close();
  });

  const enqueue = (to: string) =>
    databaseOutbox.enqueue(
      database.databases.auth,
      confirmSignUp({
        user: { email: to, firstName: "Ana", lastName: "<b>" },
        appUrl: "https://exhibit.example",
        token: "t0ken",
      }),
    );
  /** Another worker process. Answers how many mails it tried to send. */
  const deliver = () => {
    const { worker } = database.databases;
    const send = smtpTransport(url, "Exhibit <no-reply@exhibit.example>", () => new Date());
    return workOff({ worker, now: () => new Date(), log }, { mail: mailJobs(worker, send) }, neverEnds);
  };

  test("a mail goes out once, with the same link in both bodies on a line of its own", async () => {
    await enqueue("ana@example.test");
    expect(await deliver()).toBe(1);
    expect(await deliver()).toBe(0);
    expect(raw).toHaveLength(1);
    const [mail] = await received();
    const link = "https://exhibit.example/login#access_token=t0ken&type=signup";
    expect(mail!.subject).toBe("Confirm your email address");
    expect(mail!.text!.split("\n")).toContain(link);
    expect((mail!.html as string).split("\n")).toContain(link.replace("&", "&amp;"));
    expect(mail!.html).not.toContain("<b>");
  });

  test("a mail that waits as its letter goes out as if it had been written at once", async () => {
    const done = { kind: "policy", title: "Access <policy>", version: 2, result: "Acknowledged", entry: "7" } as const;
    const at = new Date("2026-11-30T06:00:00Z");
    const appUrl = "https://exhibit.example";
    const letter = staffReceipt({ to: "ana@example.test", name: "Ana", company: "Firm", done, at, appUrl });
    const { to, subject, text, letter: waits } = draftMail(letter);
    await database.admin.query(
      "INSERT INTO app.outbox (recipient, subject, body_text, letter) VALUES ($1, $2, $3, $4)",
      [to, subject, text, JSON.stringify(waits)],
    );
    await databaseOutbox.enqueue(database.databases.auth, writeMail(letter));
    expect(await deliver()).toBe(2);
    const [waited, other] = (await received()).map(({ subject: said, text: plain, html }) => ({ said, plain, html }));
    expect(waited).toEqual(other);
    expect(waited!.html).toContain("Access &lt;policy&gt;, version 2");
  });

  test("what was sent leaves no link behind in the database", async () => {
    const { rows } = await database.admin.query(
      "SELECT body_text, body_html, letter, sent_at IS NOT NULL AS sent FROM app.outbox",
    );
    for (const row of rows) expect(row).toEqual({ body_text: null, body_html: null, letter: null, sent: true });
  });

  test("a server that refuses is tried again later, and the mail is not lost", async () => {
    refusing = true;
    await enqueue("ben@example.test");
    expect(await deliver()).toBe(1);
    expect(raw).toEqual([]);
    refusing = false;
    expect(await deliver(), "not before its time").toBe(0);
    const { rows } = await database.admin.query("SELECT attempts, last_error FROM app.jobs WHERE kind = 'mail'");
    expect(rows).toEqual([{ attempts: 1, last_error: "EMESSAGE 450" }]);
    await database.admin.query("UPDATE app.jobs SET run_at = now() - interval '1 minute' WHERE kind = 'mail'");
    expect(await deliver()).toBe(1);
    expect((await received()).map((mail) => mail.subject)).toEqual(["Confirm your email address"]);
  });

  test("two workers at once send each mail once", async () => {
    for (let index = 0; index < 12; index += 1) await enqueue(`person-${index}@example.test`);
    const sent = await Promise.all([deliver(), deliver(), deliver()]);
    expect(sent.reduce((sum, item) => sum + item, 0)).toBe(12);
    expect(raw).toHaveLength(12);
  });
});
