import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import { solvedChallenge } from "#tests/support/solve-challenge.ts";
import { inWords } from "../../human-check/number-words.ts";
import { plainForms } from "./plain-forms.ts";

let running: RunningApp;
beforeEach(async () => {
  running = await runApp();
});
afterEach(() => running.close());

const typed: Record<string, string> = {
  firstName: "Vera",
  lastName: "O'Visitor",
  email: "vera@firm.test",
  company: 'Visitor & "Sons"',
  role: "Partner",
};
const message = { name: "Vera", email: "vera@firm.test", subject: "A <question>", message: "\nDoes it\nwork?" };

interface Page {
  readonly status: number;
  readonly html: string;
  readonly response: Response;
}
type Init = { headers?: Record<string, string>; body?: string };

async function post(path: string, fields: Record<string, string>, init: Init = {}): Promise<Page> {
  const response = await fetch(running.url + path, {
    method: "POST",
    body: init.body ?? new URLSearchParams(fields).toString(),
    headers: { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin", ...init.headers },
  });
  return { status: response.status, html: await response.text(), response };
}

const unescaped = (html: string) =>
  html
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");

/** What the page's form would send, as a browser reads it, with the question answered. */
function filledFrom({ html }: Page, answer?: string): Record<string, string> {
  const inputs = [...html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)];
  const fields = Object.fromEntries(inputs.map(([, name, value]) => [name!, unescaped(value!)]));
  const [, words] = /Type this number in digits: ([a-z -]+)</.exec(html)!;
  const number = Array.from({ length: 1_000 }, (_, each) => each).find((each) => inWords(each) === words);
  return { ...fields, answer: answer ?? String(number) };
}

const rows = async (table: string) => (await running.database.admin.query(`SELECT * FROM app.${table}`)).rows;

describe("a form posted without JavaScript", () => {
  test("asks one question that keeps everything typed, then stores it and says what the specification says", async () => {
    const question = await post("/request-access", typed);
    expect(question.status).toBe(200);
    expect(question.html).toContain("One question before we send it");
    expect(question.html).toMatch(/<fieldset[^>]*><legend[^>]*>Human verification<\/legend>/);
    expect(await rows("access_requests"), "nothing is stored before the answer").toEqual([]);
    const done = await post("/request-access", filledFrom(question));
    expect([done.status, done.html.includes("Request submitted! We&#39;ll be in touch soon.")]).toEqual([200, true]);
    expect(await rows("access_requests")).toMatchObject([
      { kind: "access", first_name: "Vera", last_name: "O'Visitor", company: 'Visitor & "Sons"' },
    ]);
    await running.app.runTasks();
    expect(running.mails).toHaveLength(2);
  });

  test.each(plainForms.map((form) => [form.path, form] as const))(
    "%s is stored as its own kind",
    async (path, form) => {
      const fields = path === "/contact" ? message : typed;
      const done = await post(path, filledFrom(await post(path, fields)));
      expect(unescaped(done.html)).toContain(form.success);
      const stored = [...(await rows("access_requests")), ...(await rows("contact_messages"))];
      expect(stored).toMatchObject([
        path === "/contact" ? { message: "Does it\nwork?" } : { kind: form.fixed["kind"] },
      ]);
    },
  );

  test("says what is wrong under each field, and keeps everything typed", async () => {
    const { status, html } = await post("/contact", { ...message, email: "nobody", name: " " });
    expect(status).toBe(400);
    expect(html).toContain('aria-describedby="email-error"');
    expect(html).toMatch(/id="email-error">.*Please enter a valid email address/);
    expect(html).toMatch(/id="name-error">.*Please enter your name/);
    expect(html).toContain('value="A &lt;question&gt;"');
    expect(html, "a line break at the start is not lost").toContain(">\n\nDoes it\nwork?</textarea>");
    expect((await post("/waitlist", {})).html.match(/class="field-error" id=/g)).toHaveLength(5);
  });

  test("a wrong answer asks another question, and no question can be tried twice", async () => {
    const first = filledFrom(await post("/waitlist", typed));
    const wrong = await post("/waitlist", { ...first, answer: "1" });
    expect([wrong.status, wrong.html.includes("Verification failed. Please try again.")]).toEqual([422, true]);
    expect((await post("/waitlist", first)).status, "the right answer comes too late").toBe(422);
    const second = filledFrom(wrong);
    expect(second["question"]).not.toBe(first["question"]);
    expect((await post("/waitlist", { ...second, answer: ` ${second["answer"]} ` })).status).toBe(200);
    const replayed = await post("/contact", { ...message, question: second["question"]!, answer: second["answer"]! });
    expect([replayed.status, await rows("contact_messages")]).toEqual([422, []]);
  });

  test("a question ends after twenty minutes, and nobody makes up one of their own", async () => {
    const asked = filledFrom(await post("/waitlist", typed));
    running.setNow(new Date(Date.now() + 21 * 60_000));
    const late = await post("/waitlist", asked);
    expect([late.status, late.html.includes("Verification expired. Please verify again.")]).toEqual([422, true]);
    running.setNow(undefined);
    const [nonce, , signature] = asked["question"]!.split(".") as [string, string, string];
    for (const question of [
      "x",
      `${nonce}.9999999999999.${signature}`,
      `${"A".repeat(22)}.${Date.now() + 1e6}.${signature}`,
    ])
      expect((await post("/waitlist", { ...asked, question })).status).toBe(422);
    expect(await rows("access_requests")).toEqual([]);
  });

  test("a widget's answer is good here too", async () => {
    const verification = await solvedChallenge(running.url);
    expect((await post("/waitlist", { ...typed, verification })).html).toContain("added to the waitlist!");
    expect((await post("/waitlist", { ...typed, verification })).status, "but once").toBe(422);
  });

  test("a filled honeypot gets the same page and is not stored", async () => {
    const honest = await post("/waitlist", filledFrom(await post("/waitlist", typed)));
    const caught = await post("/waitlist", { ...typed, email: "bot@firm.test", website: "x" });
    expect([caught.status, caught.html]).toEqual([honest.status, honest.html]);
    expect(await rows("access_requests")).toHaveLength(1);
  });

  test("from another site, with undeclared or doubled fields, of another type or too large is refused", async () => {
    const foreign: Record<string, string>[] = [
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
      { "sec-fetch-site": "none" },
    ];
    for (const headers of foreign) expect((await post("/contact", message, { headers })).status).toBe(403);
    const plain = { method: "POST", body: new URLSearchParams(message) };
    const from = (origin: string) => fetch(`${running.url}/contact`, { ...plain, headers: { origin } });
    expect((await from("https://evil.example")).status).toBe(403);
    expect((await from("null")).status).toBe(403);
    expect((await from(running.url)).status).toBe(200);
    expect((await post("/contact", { ...message, kind: "access" })).status).toBe(400);
    expect((await post("/contact", {}, { body: "name=a&name=b" })).status).toBe(400);
    expect((await post("/contact", message, { headers: { "content-type": "text/plain" } })).status).toBe(415);
    expect((await post("/contact", { ...message, message: "a".repeat(70_000) })).status).toBe(413);
    expect((await post("/pricing", message)).status).toBe(405);
    expect(await rows("contact_messages")).toEqual([]);
  });

  test("forty posts an hour from one address, and what was typed is not lost then", async () => {
    let last: Page | undefined;
    for (let index = 0; index < 41; index += 1) last = await post("/contact", { ...message, subject: `S${index}` });
    expect(last!.status).toBe(429);
    expect(Number(last!.response.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(last!.html).toContain('value="S40"');
  });

  test("a fault of ours says so, keeps what was typed, and tells the log", async () => {
    const asked = filledFrom(await post("/contact", message));
    await running.database.admin.query("ALTER TABLE app.contact_messages RENAME TO elsewhere");
    const failed = await post("/contact", asked);
    expect([failed.status, failed.html.includes("Failed to send message. Please try again later.")]).toEqual([
      500,
      true,
    ]);
    expect(failed.html).toContain("Does it\nwork?</textarea>");
    expect(running.log.join("")).toContain("a form could not be received");
    expect(running.log.join("")).not.toContain("Does it");
  });

  test("every page of it is guarded like the others, kept nowhere and found by nobody", async () => {
    for (const page of [
      await post("/contact", message),
      await post("/contact", {}),
      await post("/contact", message, { headers: { "sec-fetch-site": "cross-site" } }),
    ]) {
      const { headers } = page.response;
      expect(headers.get("content-security-policy")).toContain("script-src 'self';");
      expect(headers.get("content-security-policy")).toContain("form-action 'self'");
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("cache-control")).toBe("no-store");
      expect(headers.get("x-robots-tag")).toBe("noindex");
      expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
      expect(page.html).not.toMatch(/<script(?! src="\/theme\.js")|\sstyle="|<link[^>]*canonical/);
    }
  });
});
