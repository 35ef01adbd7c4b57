import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { simpleParser } from "mailparser";
import type { ParsedMail } from "mailparser";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { folderTransport } from "#server/mail/delivery.ts";
import type { Mail } from "#server/mail/outbox.ts";
import { escapeHtml } from "#server/escape-html.ts";
import { hostileWords, plainWords, SAMPLE_APP_URL, sampleMails } from "../support/sample-mails.ts";

const templates = path.resolve(import.meta.dirname, "../../src/server/mail/templates");
/** Not a template: what templates are written with. */
const WRITER = "letter.ts";
/** Gmail cuts a mail off behind this. */
const MOST_HTML_BYTES = 100 * 1024;
const COLUMNS = 78;

const mails = Object.entries(sampleMails).flatMap(([name, samples]) =>
  samples.flatMap((sample, index) =>
    (["plain", "hostile"] as const).map((kind) => ({
      name: `${name} ${index + 1}, ${kind} words`,
      sample,
      mail: sample.write(kind === "plain" ? plainWords : hostileWords),
    })),
  ),
);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "exhibit-mails-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test("every template has a sample here", async () => {
  const files = (await readdir(templates)).filter((file) => file.endsWith(".ts") && file !== WRITER);
  const exported: string[] = [];
  for (const file of files) {
    const module = (await import(path.join(templates, file))) as Record<string, unknown>;
    exported.push(...Object.keys(module).filter((name) => typeof module[name] === "function"));
  }
  const without = exported.filter((name) => !(name in sampleMails));
  expect(without, "write a sample of these into tests/support/sample-mails.ts").toEqual([]);
  expect(Object.keys(sampleMails).filter((name) => !exported.includes(name))).toEqual([]);
});

/** The mail as it arrives, after the transport that really writes it. */
async function sent(mail: Mail): Promise<{ parsed: ParsedMail; source: string }> {
  const into = await mkdtemp(path.join(folder, "one-"));
  await folderTransport(
    into,
    "Exhibit <no-reply@exhibit.example>",
    () => new Date(),
  )(mail, "0199b3c2-7d1e-7a44-8f10-5f0c2b6f9e21");
  const [file] = await readdir(into);
  const source = await readFile(path.join(into, file!), "utf8");
  return { parsed: await simpleParser(source), source };
}

describe.each(mails)("$name", ({ sample, mail }) => {
  const address = sample.link === undefined ? undefined : SAMPLE_APP_URL + sample.link;
  const stop = sample.stop === undefined ? undefined : SAMPLE_APP_URL + sample.stop;
  const addresses = [address, stop].filter((each) => each !== undefined);

  test("has its subject, which is also the title of the letter", () => {
    expect(sample.write(plainWords).subject).toBe(sample.subject);
    expect(mail.subject).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
    expect(mail.html).toContain(`<title>${escapeHtml(mail.subject)}</title>`);
    expect(mail.html).toMatch(/<h1[^>]*>/);
    expect(mail.text.split("\n\n")[0]!.replace(/\n=+$/, "").replaceAll("\n", " ")).toBe(mail.subject);
  });

  test("has the same link in both bodies, on a line of its own, and no other but to get no more of them", () => {
    const own = /https?:\/\/[^\s"<>]+/g;
    expect(mail.text.match(own) ?? []).toEqual(addresses);
    expect(mail.text.split("\n").filter((line) => addresses.includes(line))).toEqual(addresses);
    expect(mail.html.split("\n").filter((line) => line === escapeHtml(address ?? "-"))).toHaveLength(
      address === undefined ? 0 : 1,
    );
    const hrefs = [...mail.html.matchAll(/\shref="([^"]*)"/g)].map(([, href]) => href!.replaceAll("&amp;", "&"));
    expect(new Set(hrefs)).toEqual(new Set([...addresses, SAMPLE_APP_URL]));
  });

  test("holds nothing from elsewhere, nothing that runs, and nothing that somebody typed as markup", () => {
    expect(mail.html).not.toMatch(/<(script|img|svg|link|iframe|object|embed|form|input|video|base)\b|url\(|@import/i);
    expect(mail.html).not.toMatch(/<[^>]*\s(src|srcset|background|on\w+)\s*=/i);
    expect(mail.html.match(/<style\b/g)).toHaveLength(1);
    expect(mail.html.match(/<\/title>/g)).toHaveLength(1);
    const ends = (name: string) => mail.html.match(new RegExp(`</${name}>`, "g"))?.length ?? 0;
    const begins = (name: string) => mail.html.match(new RegExp(`<${name}[ >]`, "g"))?.length ?? 0;
    for (const name of ["table", "tr", "td", "div", "p", "a", "span"]) expect(begins(name), name).toBe(ends(name));
    expect(`${mail.html}${mail.text}`, "what turns the direction of our own words").not.toMatch(
      /[\u202a-\u202e\u2066-\u2069]/u,
    );
  });

  test("says in its foot why it came and from where", () => {
    const foot = mail.text.split("\n-- \n")[1]!;
    expect(foot).toMatch(/^You receive this email because [\s\S]+\.\nExhibit at exhibit\.example\n$/);
    expect(mail.html).toContain(escapeHtml(/^You receive this email because/.exec(foot)![0]));
  });

  test("reads well as text, and is not cut off as HTML", () => {
    const tooWide = mail.text.split("\n").filter((line) => line.length > COLUMNS && line !== address);
    // A word that is longer than a line cannot be broken without changing it.
    expect(tooWide.filter((line) => /\S\s+\S/.test(line.replace(/^(> )?(\w+: )?/, "")))).toEqual([]);
    expect(mail.text).not.toMatch(/\n{4}|undefined|null|\[object/);
    expect(Buffer.byteLength(mail.html)).toBeLessThan(MOST_HTML_BYTES);
  });

  test("declares its language, its themes and tables that are no tables", () => {
    expect(mail.html).toMatch(/^<!doctype html>\n<html lang="en"/);
    expect(mail.html).toContain('<meta name="color-scheme" content="light dark">');
    expect(mail.html).toContain("@media (prefers-color-scheme:dark)");
    const tables = mail.html.match(/<table\b[^>]*>/g)!;
    expect(tables.filter((table) => !table.includes('role="presentation"'))).toEqual([]);
  });

  test("arrives as it was written, with the head of a mail by a machine", async () => {
    const { parsed, source } = await sent(mail);
    expect(parsed.subject).toBe(mail.subject);
    expect(parsed.text!.trimEnd()).toBe(mail.text.trimEnd());
    expect((parsed.html as string).trimEnd()).toBe(mail.html.trimEnd());
    expect(parsed.headers.get("auto-submitted")).toBe("auto-generated");
    expect(parsed.messageId).toBe("<0199b3c2-7d1e-7a44-8f10-5f0c2b6f9e21@exhibit.example>");
    expect(Math.abs(Date.now() - parsed.date!.getTime())).toBeLessThan(60_000);
    expect(parsed.replyTo?.text).toBe(mail.replyTo);
    expect(parsed.headers.has("list-unsubscribe"), "nobody subscribed to it").toBe(false);
    expect(parsed.attachments).toEqual([]);
    expect(source.split("\n").filter((line) => line.length > 998)).toEqual([]);
  });
});
