import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { simpleParser } from "mailparser";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { AuthenticatorApp } from "#tests/support/authenticator-app.ts";
import { Authenticator } from "#tests/support/authenticator.ts";
import { DatedProvider } from "#tests/support/dated-provider.ts";
import { throughProvider } from "#tests/support/through-provider.ts";
import { Person } from "#tests/support/person.ts";
import { PipelineIssuer } from "#tests/support/pipeline-issuer.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import { processBegan, secondsAhead } from "./clock.ts";
import { signatureFor } from "./connections/credentials/signature-v4.ts";
import { folderTransport } from "./mail/delivery.ts";

const DAY = 24 * 60 * 60_000;

// Each of these goes through a library that looks at the time: altcha-lib, otpauth, @simplewebauthn, openid-client, jose,
// the signer of AWS, nodemailer. By the machine's clock they would refuse what is good, or take what is not.
describe.each([
  ["a year behind", -365 * DAY],
  ["a day behind", -DAY],
  ["a day ahead of", DAY],
  ["a year ahead of", 366 * DAY],
])("an application whose clock is %s the machine's", (_, ahead) => {
  const provider = new DatedProvider("sam@example.test");
  const issuer = new PipelineIssuer();
  const clock = () => new Date(Date.now() + ahead);
  let running: RunningApp;

  beforeAll(async () => {
    await Promise.all([provider.listen(), issuer.listen()]);
    running = await runApp({ singleSignOn: provider.settings, pipelineIssuer: issuer.url });
    running.setNow(clock());
  });
  afterAll(async () => {
    provider.close();
    await issuer.close();
    await running.close();
  });

  test("lets somebody sign up, confirm and sign in with a human check", async () => {
    const ana = await running.person("Ana");
    const browser = new Person(running.url, "", ana.email);
    expect((await browser.signIn()).body.user.email).toBe(ana.email);
    expect((await browser.get("/account/sign-ins")).body[0]).toMatchObject({ outcome: "signed-in" });
  });

  test("takes codes of an authenticator app by its own time and not by the machine's", async () => {
    const ben = await running.person("Ben");
    const { app } = await AuthenticatorApp.addTo(ben, running.app.services.now());
    const browser = new Person(running.url, "", ben.email);
    expect((await browser.signIn()).body.user).toBeNull();
    const foreign = await browser.post("/second-factor/verify", { code: app.codeAt(new Date()) });
    expect(foreign.body.code).toBe("wrong-code");
    const later = new Date(running.app.services.now().getTime() + 60_000);
    running.setNow(later);
    expect((await browser.post("/second-factor/verify", { code: app.codeAt(later) })).body.user.id).toBe(ben.id);
  });

  test("takes a passkey", async () => {
    const cleo = await running.person("Cleo");
    const key = new Authenticator(running.url);
    const { body: options } = await cleo.post("/passkeys/registration", {});
    expect((await cleo.post("/passkeys", { name: "Laptop", credential: key.create(options) })).status).toBe(200);
    const browser = new Person(running.url, "", cleo.email);
    const { body: asked } = await browser.post("/passkeys/sign-in/begin", {});
    expect((await browser.post("/passkeys/sign-in", { credential: key.get(asked) })).body.user.id).toBe(cleo.id);
  });

  test("believes a provider by its own time, and not ten minutes later", async () => {
    provider.now = new Date(running.app.services.now().getTime() - 10 * 60_000);
    expect((await throughProvider(running.url)).hash).toMatch(/single-sign-on|Single\+sign-on/i);
    provider.now = running.app.services.now();
    expect((await throughProvider(running.url)).pathname).toBe("/dashboard");
  });

  test("believes a pipeline whose time is its own, and none that says the machine's", async () => {
    const { pipelineIdentities, now, appUrl } = running.app.services;
    const proof = async (at: Date) => await pipelineIdentities.verify(await issuer.sign({ aud: appUrl }, { at }));
    await expect(proof(new Date())).rejects.toMatchObject({ failure: "pipeline-not-trusted" });
    expect(await proof(now())).toMatchObject({ repository: "acme/app" });
  });

  test("dates its answers and says since when it runs by its own time", async () => {
    const { now, process: own } = running.app.services;
    const { response } = await new Person(running.url, "", "").get("/session");
    expect(response.headers.get("date")).toBe(now().toUTCString());
    expect((await fetch(`${running.url}/login`)).headers.get("date")).toBe(now().toUTCString());
    expect(own.startedAt.getTime()).toBeLessThan(Date.now() + Math.max(0, ahead) + 1_000);
    expect(Math.abs(processBegan(clock).getTime() - (clock().getTime() - process.uptime() * 1_000))).toBeLessThan(
      1_000,
    );
    expect(Math.abs(secondsAhead(clock) - ahead / 1_000)).toBeLessThanOrEqual(1);
  });

  test("signs for AWS and dates mails by its own time", async () => {
    const now = running.app.services.now();
    const signed = await signatureFor(
      {
        url: new URL("https://sts.amazonaws.com/"),
        method: "GET",
        headers: {},
        body: undefined,
        sign: { service: "sts", region: "us-east-1" },
      },
      { accessKeyId: "AKIDEXAMPLE", secretAccessKey: "of the tests" },
      now,
    );
    const basic = now.toISOString().replace(/[-:]|\.\d+/g, "");
    expect(signed["x-amz-date"]).toBe(basic);
    expect(signed["authorization"]).toContain(`/${basic.slice(0, 8)}/us-east-1/sts/`);
    const folder = await mkdtemp(path.join(tmpdir(), "exhibit-mails-"));
    const send = folderTransport(folder, "Exhibit <no-reply@exhibit.example>", () => now);
    await send({ to: "ana@example.test", subject: "A", text: "B", html: "<p>B</p>" }, "0199b3c2");
    const [name] = await readdir(folder);
    expect(name).toMatch(new RegExp(`^${now.toISOString().slice(0, 10)}T`));
    const mail = await simpleParser(await readFile(path.join(folder, name!)));
    expect(mail.date!.getTime()).toBe(Math.floor(now.getTime() / 1_000) * 1_000);
    await rm(folder, { recursive: true });
  });
});
