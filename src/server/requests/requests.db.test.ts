import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Challenge, Payload } from "altcha-lib";
import { failures } from "#contract/failures.ts";
import { Person } from "#tests/support/person.ts";
import type { Answer } from "#tests/support/person.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import { payloadOf, solvedChallenge } from "#tests/support/solve-challenge.ts";

let running: RunningApp;
let visitor: Person;
beforeEach(async () => {
  running = await runApp();
  visitor = new Person(running.url, "Visitor", "");
});
afterEach(() => running.close());

const request = {
  kind: "access",
  firstName: "Vera",
  lastName: "Visitor",
  email: "vera@firm.test",
  company: "Visitor & Sons",
  role: "Partner",
};
const message = { name: "Vera Visitor", email: "vera@firm.test", subject: "A question", message: "Does it\nwork?" };

async function ask(changed: object = {}): Promise<Answer> {
  const verification = await solvedChallenge(running.url);
  return await visitor.post("/access-requests", { ...request, verification, ...changed });
}
async function write(changed: object = {}): Promise<Answer> {
  const verification = await solvedChallenge(running.url);
  return await visitor.post("/contact-messages", { ...message, verification, ...changed });
}
const rows = async (table: string) =>
  (await running.database.admin.query(`SELECT * FROM app.${table} ORDER BY created_at`)).rows;
async function mails() {
  await running.app.runTasks();
  return running.mails.map(({ to, replyTo, subject }) => ({ to, replyTo, subject }));
}

describe("an access request", () => {
  test("is stored, mailed to the operator with the way to answer, and confirmed to the sender", async () => {
    expect((await ask()).body).toEqual({ received: true });
    expect(await rows("access_requests")).toMatchObject([
      { kind: "access", first_name: "Vera", last_name: "Visitor", email: "vera@firm.test", company: "Visitor & Sons" },
    ]);
    expect(await mails()).toEqual([
      {
        to: "support@example.test",
        replyTo: "vera@firm.test",
        subject: "Access request: Vera Visitor, Visitor & Sons",
      },
      { to: "vera@firm.test", replyTo: undefined, subject: "We have your request" },
    ]);
    expect(running.mails[0]!.html).toContain("Visitor &amp; Sons");
    expect(running.mails[0]!.text).toContain("> Company: Visitor & Sons");
  });

  test("of an address that asked before corrects the first one, is answered alike and mails nobody for a day", async () => {
    const first = await ask();
    const again = await ask({ email: "VERA@firm.test", role: "Founder" });
    expect([again.status, again.body]).toEqual([first.status, first.body]);
    expect(await rows("access_requests")).toMatchObject([{ email: "VERA@firm.test", role: "Founder" }]);
    expect(await mails()).toHaveLength(2);
    running.setNow(new Date(Date.now() + 25 * 3_600_000));
    await ask({ role: "Owner" });
    expect(await mails(), "a day later the operator hears of it again").toHaveLength(4);
    expect(await rows("access_requests")).toHaveLength(1);
  });

  test("sent ten times at the same moment is one row and mailed once", async () => {
    running.setNow(new Date());
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask()));
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
    expect(await rows("access_requests")).toHaveLength(1);
    expect(await mails()).toHaveLength(2);
  });

  test("and a place on the waitlist are two things", async () => {
    await ask();
    await ask({ kind: "waitlist" });
    expect((await rows("access_requests")).map((row) => row.kind)).toEqual(["access", "waitlist"]);
    expect((await mails()).map((mail) => mail.subject)).toContain("You are on the waitlist");
  });

  test("without an operator's address is stored all the same", async () => {
    const quiet = await runApp({ supportEmail: undefined });
    const verification = await solvedChallenge(quiet.url);
    await new Person(quiet.url, "", "").post("/access-requests", { ...request, verification });
    await quiet.app.runTasks();
    expect(quiet.mails.map((mail) => mail.to)).toEqual(["vera@firm.test"]);
    expect((await quiet.database.admin.query("SELECT FROM app.access_requests")).rowCount).toBe(1);
    await quiet.close();
  });
});

describe("a message", () => {
  test("is stored with its time, mailed to the operator as it was written, and confirmed without a word of it", async () => {
    await write();
    const [stored] = await rows("contact_messages");
    expect(stored).toMatchObject({ name: "Vera Visitor", message: "Does it\nwork?", answered_at: null });
    expect(stored.answer_due_at - stored.created_at).toBe(24 * 3_600_000);
    expect(await mails()).toEqual([
      { to: "support@example.test", replyTo: "vera@firm.test", subject: "Message from Vera Visitor: A question" },
      { to: "vera@firm.test", replyTo: undefined, subject: "We have your message" },
    ]);
    expect(running.mails[0]!.text).toContain("> Does it\n> work?");
    expect(`${running.mails[1]!.text}${running.mails[1]!.html}`).not.toMatch(/Vera|question|work/);
  });

  test("submitted twice is one message; other words are another", async () => {
    expect([(await write()).status, (await write()).status]).toEqual([200, 200]);
    expect(await rows("contact_messages")).toHaveLength(1);
    await write({ message: "And this?" });
    expect(await rows("contact_messages")).toHaveLength(2);
  });

  test("cannot break out of a mail's head, nor bring markup into it", async () => {
    for (const hostile of ["A\r\nBcc: everyone@firm.test", "A\nX: y", "A\u0000", "A\u0085b", "A\u001bb"]) {
      expect((await write({ subject: hostile })).body.code, JSON.stringify(hostile)).toBe("invalid-input");
      expect((await write({ name: hostile })).body.code).toBe("invalid-input");
      expect((await write({ email: `vera@firm.test${hostile.slice(1)}` })).body.code).toBe("invalid-input");
    }
    await write({
      subject: "Bcc: x\u2028<script>",
      name: '"<b>" <a@b.c>,',
      message: "<img src=x onerror=1>\r\n.\r\n\tTo: x",
    });
    await running.app.runTasks();
    const [mail] = running.mails;
    expect(mail!.html).not.toMatch(/<script|<img|<b>/);
    expect(mail!.text).toContain("> <img src=x onerror=1>\n> .\n> \tTo: x");
    const direct = (column: string) =>
      running.database.admin.query(
        `INSERT INTO app.outbox (recipient, subject, reply_to, ${column === "subject" ? "body_text" : "body_html"}) VALUES ($1, $2, $3, 'x')`,
        ["recipient", "subject", "reply_to"].map((item) => (item === column ? "a\nBcc: b" : "a")),
      );
    for (const column of ["recipient", "subject", "reply_to"])
      await expect(direct(column), "the database refuses as well").rejects.toThrow("outbox_headers_are_lines");
  });

  test("of an address that sent twenty today has to wait, and three confirmations a day are all that go out", async () => {
    for (let index = 0; index < 20; index += 1) {
      if (index % 15 === 14)
        await running.database.admin.query("DELETE FROM app.rate_limits WHERE key LIKE 'requests.%'");
      expect((await write({ message: `Number ${index}` })).status).toBe(200);
    }
    const refused = await write({ message: "One more" });
    expect([refused.status, refused.body.code]).toEqual([429, "too-many-requests"]);
    expect((await mails()).filter((mail) => mail.to === "vera@firm.test")).toHaveLength(3);
  });
});

describe("what no person sends", () => {
  test("a filled honeypot is answered like any other request, and nothing is stored or mailed", async () => {
    const honest = await ask();
    const caught = await ask({ email: "bot@firm.test", website: "https://spam.test" });
    expect([caught.status, caught.body]).toEqual([honest.status, honest.body]);
    expect((await write({ website: "x" })).body).toEqual({ received: true });
    expect(await rows("access_requests")).toHaveLength(1);
    expect(await rows("contact_messages")).toHaveLength(0);
    expect(await mails()).toHaveLength(2);
  });

  const told = (answer: Answer) => [answer.status, answer.body.code, answer.body.message];
  const failure = (name: "verification-required" | "verification-failed" | "verification-expired") => [
    failures[name].status,
    name,
    failures[name].message,
  ];

  test("a request without a solved challenge is refused, whatever stands in its place", async () => {
    expect(told(await ask({ verification: "" }))).toEqual(failure("verification-required"));
    expect(told(await ask({ verification: undefined }))).toEqual(failure("verification-required"));
    for (const nonsense of ["x", "e30=", payloadOf({} as Payload), Buffer.from("null").toString("base64")])
      expect(told(await ask({ verification: nonsense }))).toEqual(failure("verification-failed"));
    expect(await rows("access_requests")).toHaveLength(0);
  });

  test("a challenge that was made easier, later, or for another solution is refused", async () => {
    const solved = JSON.parse(Buffer.from(await solvedChallenge(running.url), "base64").toString()) as Payload;
    const { challenge, solution } = solved;
    const forged: Payload[] = [
      { solution, challenge: { ...challenge, parameters: { ...challenge.parameters, cost: 2 } } },
      { solution, challenge: { ...challenge, parameters: { ...challenge.parameters, expiresAt: 9_999_999_999 } } },
      { solution, challenge: { ...challenge, parameters: { ...challenge.parameters, expiresAt: undefined } as never } },
      { solution, challenge: { ...challenge, signature: "00".repeat(32) } },
      { solution: { ...solution, derivedKey: "00".repeat(32) }, challenge },
      { solution: { ...solution, counter: -1 }, challenge },
    ];
    for (const payload of forged)
      expect(told(await ask({ verification: payloadOf(payload) }))).toEqual(failure("verification-failed"));
    expect((await ask({ verification: payloadOf(solved) })).status, "the honest one still counts").toBe(200);
  });

  test("a challenge is good for one request only, also when its signature is spelled differently", async () => {
    const verification = await solvedChallenge(running.url);
    expect((await ask({ verification })).status).toBe(200);
    expect(told(await ask({ verification }))).toEqual(failure("verification-failed"));
    expect(told(await write({ verification }))).toEqual(failure("verification-failed"));
    const { challenge, solution } = JSON.parse(Buffer.from(verification, "base64").toString()) as Payload;
    const shouted = payloadOf({ challenge: { ...challenge, signature: challenge.signature!.toUpperCase() }, solution });
    expect(told(await ask({ verification: shouted }))).toEqual(failure("verification-failed"));
    expect(await rows("contact_messages")).toHaveLength(0);
  });

  test("of two processes that get the same challenge at once, one takes it", async () => {
    const other = await runApp({ database: running.database, folder: running.folder });
    for (let round = 0; round < 5; round += 1) {
      const verification = await solvedChallenge(running.url);
      const sent = [running.url, other.url].map((url, index) =>
        new Person(url, "", "").post("/contact-messages", { ...message, message: `${round} ${index}`, verification }),
      );
      expect(new Set((await Promise.all(sent)).map((answer) => answer.status))).toEqual(new Set([200, 422]));
    }
    expect(await rows("contact_messages")).toHaveLength(5);
    await other.app.close();
  });

  test("a challenge ends after ten minutes", async () => {
    const verification = await solvedChallenge(running.url);
    running.setNow(new Date(Date.now() + 10 * 60_000 + 1_000));
    expect(told(await ask({ verification }))).toEqual(failure("verification-expired"));
    running.setNow(new Date(Date.now() - 3_600_000));
    const old = await solvedChallenge(running.url);
    running.setNow(undefined);
    expect(told(await ask({ verification: old }))).toEqual(failure("verification-expired"));
  });

  test("a request that fails does not use the challenge up, and a spent one is forgotten after its time", async () => {
    const verification = await solvedChallenge(running.url);
    const { admin } = running.database;
    await admin.query("ALTER TABLE app.access_requests ADD CONSTRAINT broken CHECK (company <> 'Visitor & Sons')");
    expect((await ask({ verification })).status).toBe(500);
    await admin.query("ALTER TABLE app.access_requests DROP CONSTRAINT broken");
    expect((await ask({ verification })).status).toBe(200);
    running.setNow(new Date(Date.now() + 2 * 3_600_000));
    await running.app.runTasks();
    expect((await admin.query("SELECT FROM app.spent_challenges")).rowCount).toBe(0);
  });

  test("a challenge costs the server no row, and one address gets sixty a minute", async () => {
    const statuses: number[] = [];
    for (let index = 0; index < 61; index += 1) statuses.push((await visitor.get("/human-check")).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(60);
    expect(statuses.at(-1)).toBe(429);
    expect((await running.database.admin.query("SELECT FROM app.spent_challenges")).rowCount).toBe(0);
    const { parameters } = (await (await fetch(`${running.url}/api/v1/human-check`)).json()) as Partial<Challenge>;
    expect(parameters).toBeUndefined();
  });
});
