import { readdir } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { folderTransport } from "#server/mail/delivery.ts";
import { confirmSignUp } from "#server/mail/templates/account-links.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";

let running: RunningApp;
let file: string;
beforeAll(async () => {
  running = await runApp();
  const folder = path.join(running.folder, "outbox");
  const mail = confirmSignUp({
    user: { email: "ana@example.test", firstName: "Ana", lastName: "<b>" },
    appUrl: running.url,
    token: "t0ken",
  });
  await folderTransport(
    folder,
    "Exhibit <no-reply@exhibit.example>",
    () => new Date(),
  )(
    { ...mail, html: mail.html.replace("</body>", "<script>parent.stolen = 1</script></body>") },
    "0199b3c2-7d1e-7a44-8f10-5f0c2b6f9e21",
  );
  [file] = (await readdir(folder)) as [string];
});
afterAll(() => running.close());

const get = (address: string) => fetch(running.url + address);
const policyOf = (answer: Response) => answer.headers.get("content-security-policy")!.split("; ");

test("the mailbox lists each mail as text whose links work, with its HTML in a frame without rights", async () => {
  const answer = await get("/dev/mailbox");
  const html = await answer.text();
  const link = `${running.url}/login#access_token=t0ken&amp;type=signup`;
  expect(html).toContain(`<a href="${link}">${link}</a>`);
  expect(html).toContain(`<a href="/dev/mailbox/${file}">source</a>`);
  expect(html).toMatch(new RegExp(`<iframe src="/dev/mailbox/${file}/html" title="[^"]+" sandbox loading="lazy">`));
  expect(policyOf(answer)).toEqual(expect.arrayContaining(["default-src 'none'", "frame-src 'self'"]));
});

test("a mail's HTML is shown under a policy of its own: its styles, no script, no origin, framed by nobody else", async () => {
  const answer = await get(`/dev/mailbox/${file}/html`);
  expect(answer.headers.get("content-type")).toMatch(/^text\/html; charset=utf-8$/i);
  expect(policyOf(answer)).toEqual([
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    "frame-ancestors 'self'",
    "sandbox",
  ]);
  expect(await answer.text()).toContain("<title>Confirm your email address</title>");
});

test("only files of the mailbox are read", async () => {
  expect((await get(`/dev/mailbox/${file}`)).status).toBe(200);
  for (const name of [
    "..%2f..%2fsecret.key",
    "%2e%2e%2fx.eml",
    "x.eml",
    "secret.key",
    `${file}%00`,
    `..%2foutbox%2f${file}`,
  ])
    for (const view of ["", "/html"]) {
      const answer = await get(`/dev/mailbox/${name}${view}`);
      expect([answer.status, (await answer.json()).code], `${name}${view}`).toEqual([404, "not-found"]);
    }
});
