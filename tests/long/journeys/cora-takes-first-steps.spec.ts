import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect, openServer, test } from "../../support/end-to-end.ts";
import { domain, pastedToken, startPeer } from "../../support/peers/okta.ts";
import type { OktaPeer } from "../../support/peers/okta.ts";
import { Person } from "../../support/person.ts";
import { comeIn } from "../../support/sign-in.ts";

const administrators = ["grace@hollis.example", "rowan@hollis.example"];
let okta: OktaPeer;
let opened: Awaited<ReturnType<typeof openServer>>;

test.beforeAll(async () => {
  okta = await startPeer(administrators);
  const peers = { CONNECTOR_PEERS: JSON.stringify({ okta: okta.endpoints }), ALLOW_PRIVATE_ENDPOINTS: "on" };
  opened = await openServer(peers);
});
test.afterAll(async () => {
  await opened.close();
  await okta.close();
});

test("Cora takes an empty law firm of 12 through the ten first steps, ticking none, and an auditor repeats all that follows offline", async ({
  page,
  browser,
}, testInfo) => {
  test.setTimeout(420_000);
  const { server } = opened;
  const [cora, ben] = (await Promise.all(
    ["Cora", "Ben"].map((name) =>
      Person.signUp(server.url, name, `${name.toLowerCase()}@twelve.example`, (email) => server.tokenFor(email)),
    ),
  )) as [Person, Person];
  const company = await cora.found("Twelve LLP");
  const { body: invited } = await cora.post(`/companies/${company}/invitations`, { email: ben.email, role: "admin" });
  await ben.post("/invitations/accept", { invitationId: invited.invitation.id });
  await cora.post(`/companies/${company}/projects`, { name: "SOC 2", framework: "soc2" });
  // Before the firm has any record.
  const proposals = async () => (await cora.get(`/companies/${company}/registers/approvals/proposals`)).body.length;
  await comeIn(page, server.url, cora);

  await test.step("she connects Okta, which is read for the first time", async () => {
    await page.goto(`${server.url}/dashboard/integrations`);
    await page.getByRole("article", { name: "Okta" }).getByRole("button", { name: "Connect" }).click();
    const dialog = page.getByRole("dialog", { name: "Connect Okta" });
    await dialog.getByText(/^Other ways to connect/).click();
    await dialog.getByRole("button", { name: "Choose: Use an API token" }).click();
    await dialog.getByLabel("Okta domain").fill(domain);
    await dialog.getByLabel("API token").fill(pastedToken);
    await dialog.getByRole("button", { name: "Connect", exact: true }).click();
    await dialog.getByRole("button", { name: "Confirm" }).click();
    await expect(dialog).toContainText("the first collection is complete");
  });
  await expect.poll(proposals).toBeGreaterThanOrEqual(2);
  const program = async () => {
    await page.goto(`${server.url}/dashboard/program`);
    return page.getByRole("region", { name: "First steps" });
  };
  const at = (register: string, more = "records") => `/companies/${company}/registers/${register}/${more}`;
  const post = async (person: Person, to: string, given: object) => {
    const { status, body } = await person.post(to, given);
    expect(status, `${to}: ${JSON.stringify(body)}`).toBeLessThan(300);
    return body;
  };
  const add = (register: string, fields: Record<string, unknown>) => post(cora, at(register), { fields });
  const records = async (register: string) => (await cora.get(at(register))).body.records;
  const approve = async (register: string) => {
    for (const { id, version } of await records(register))
      await post(ben, at(register, `records/${id}/approval`), { version });
  };
  const confirm = async (register: string) => {
    await page.goto(`${server.url}/dashboard/program/${register}?do=confirm`);
    await page.getByRole("dialog").getByRole("button", { name: "Confirm complete" }).click();
    await expect(page.getByRole("dialog")).toBeHidden();
  };
  const start = async (name: string) => {
    await program();
    await step(name)
      .getByRole("link", { name: /^(Start|Continue)/ })
      .click();
  };
  const isDone = async (name: string, words: RegExp) => {
    await program();
    await expect(step(name)).toContainText(words);
    await expect(step(name)).toContainText("Done");
  };
  const minutes: string[] = [];
  const timed = (name: string, work: () => Promise<void>) =>
    test.step(name, async () => {
      const began = Date.now();
      await work();
      minutes.push(`${name}: ${((Date.now() - began) / 60_000).toFixed(2)}`);
    });
  const step = (name: string) => page.getByRole("listitem").filter({ has: page.getByRole("heading", { name }) });

  await timed("she adds 12 people and confirms them", async () => {
    await expect((await program()).getByText("0 of 10 first steps done")).toBeVisible();
    await expect(step("Add your people")).toHaveAttribute("aria-current", "step");
    await step("Add your people")
      .getByRole("link", { name: /^Start/ })
      .click();
    await page.getByRole("button", { name: "Import CSV" }).first().click();
    const emails = [cora.email, ben.email, ...Array.from({ length: 10 }, (_, n) => `p${n + 3}@twelve.example`)];
    const rows = emails.map((email, n) => `Person ${n + 1},${email},Employee,2026-01-05`);
    const dialog = page.getByRole("dialog", { name: "Import people" });
    await dialog.getByLabel("CSV file").setInputFiles({
      name: "roster.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(["Name,Work email,Employment,Starts", ...rows].join("\r\n")),
    });
    await dialog.getByRole("button", { name: "Import", exact: true }).click();
    await page.getByRole("button", { name: "Confirm complete" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Confirm complete" }).click();
    await expect((await program()).getByText("1 of 10 first steps done")).toBeVisible();
    await expect(step("Add your people")).toContainText(/12 people.*Done/);
  });

  await timed("she lets the administrators stay that Okta lists, and another person has to approve", async () => {
    await expect(step("Approve administrators")).toContainText("2 approvals proposed");
    await step("Approve administrators")
      .getByRole("link", { name: /^Start/ })
      .click();
    const dialog = page.getByRole("dialog", { name: "Approve administrators" });
    await expect(dialog.getByRole("checkbox", { name: /grace@hollis\.example/ })).toBeChecked();
    await dialog.getByLabel("Reason").fill("They run the directory.");
    await dialog.getByRole("button", { name: "Add 2 approvals" }).click();
    await expect(dialog.getByText(/Expires on is missing/)).toBeVisible();
    await dialog.getByLabel("Expires on").fill("2099-12-31");
    await dialog.getByRole("button", { name: "Add 2 approvals" }).click();
    await expect(page.getByText("2 approvals added")).toBeVisible();
    await program();
    await expect(step("Approve administrators")).toContainText("2 wait for approval");
  });

  const people = await records("people");
  const ownerId = people[0].id;

  await timed(
    "she keeps the application that Okta shows as a vendor, and confirms that there are no others",
    async () => {
      await start("Add vendors");
      await expect(page.getByRole("dialog").getByText("Clio").first()).toBeVisible();
      const said = { service: "Practice management", rating: "medium", data: ["client"], hosting: "yes" };
      await add("vendors", { ...said, name: "Clio", applications: ["Clio"], ownerId });
      await confirm("vendors");
      await isDone("Add vendors", /1 vendor/);
    },
  );

  await timed("she describes systems and data", async () => {
    await start("Describe your systems and data");
    const found = page.getByRole("dialog", { name: "Add proposed systems" });
    await found.getByLabel("Owner").fill("Person 1");
    await found
      .getByRole("option", { name: /^Person 1\b/ })
      .first()
      .click();
    await found.getByLabel("Criticality").selectOption("Critical");
    await found.getByRole("button", { name: "Add 1 system" }).click();
    await expect(page.getByText("1 system added")).toBeVisible();
    await confirm("systems");
    await start("Describe your systems and data");
    await add("data", { name: "Client files", class: "client", purpose: "Legal work", ownerId });
    await approve("data");
    await confirm("data");
    await isDone("Describe your systems and data", /1 system, 1 /);
  });

  await timed("she adopts the policies that SOC 2 asks for, and Ben approves each", async () => {
    await start("Adopt your policies");
    await expect(page.getByRole("heading", { name: "No policies yet" })).toBeVisible();
    const { body: library } = await cora.get(`/companies/${company}/policy-library`);
    for (const { documentId } of library.policies.filter(({ required }: { required: boolean }) => required)) {
      const of = `/companies/${company}/policy-library/${documentId}`;
      const { title, text } = await post(cora, of, { edition: "law", answers: {} });
      const { open } = await post(cora, `/companies/${company}/policies`, { documentId, title, text });
      const version = `/companies/${company}/policy-versions/${open.id}`;
      await post(cora, `${version}/review`, { revision: 1, quorum: 1 });
      await post(ben, `${version}/approvals`, { revision: 1 });
    }
    await isDone("Adopt your policies", /\d+ in force/);
  });

  await timed("she takes the usual risks and confirms them", async () => {
    await start("Rate your risks");
    await page.getByRole("button", { name: "Choose usual risks" }).click();
    const usual = page.getByRole("dialog", { name: "Start with usual risks" });
    await usual
      .getByRole("checkbox", { name: /^All \d+/ })
      .first()
      .check();
    await usual.getByRole("button", { name: /^Add \d+ risks$/ }).click();
    await expect(usual).toBeHidden();
    await expect(page.getByRole("row").nth(1)).toBeVisible();
    await confirm("risks");
    await isDone("Rate your risks", /\d+ risks/);
  });

  await timed("Ben approves the administrators, and she confirms them", async () => {
    await approve("approvals");
    await start("Approve administrators");
    await confirm("approvals");
    await isDone("Approve administrators", /2 approvals/);
  });

  await timed("she has no office, and says whose the laptops are", async () => {
    await program();
    await step("Declare offices and devices").getByRole("link", { name: "We have none" }).click();
    await page.getByRole("dialog", { name: "No sites" }).getByRole("button", { name: "Confirm none" }).click();
    await expect(page.getByRole("dialog")).toBeHidden();
    for (const { id: holderId } of people)
      await add("devices", { name: `Laptop of ${holderId.slice(0, 4)}`, kind: "laptop", holderId });
    await start("Declare offices and devices");
    await confirm("devices");
    await isDone("Declare offices and devices", /No sites, 12 devices/);
  });

  await timed("she names whom to call in an incident", async () => {
    await start("Add incident contacts");
    await page.getByRole("button", { name: "Add the first contact" }).click();
    const form = page.getByRole("dialog", { name: "Add contact" });
    await form.getByLabel("Name", { exact: true }).fill("Insurer hotline");
    await form.getByLabel("Duty").selectOption("Insurer");
    await form.getByRole("button", { name: "Add" }).click();
    await expect(page.getByText(/^[A-Z]+-1 added$/)).toBeVisible();
    await confirm("contacts");
    await isDone("Add incident contacts", /1 contact/);
  });

  await timed("she says whose the accounts of Okta are, and reviews them by keyboard", async () => {
    const { body: found } = await cora.get(`/companies/${company}/accounts`);
    for (const [n, { provider, scope, id }] of found.accounts.entries())
      await post(cora, `/companies/${company}/accounts/decisions`, {
        accounts: [{ provider, scope, id }],
        kind: "person",
        personId: people[n + 2]!.id,
      });
    await start("Run your first access review");
    await page.getByRole("button", { name: "Start Review" }).first().click();
    const dialog = page.getByRole("dialog", { name: "Start Access Review" });
    await dialog.getByLabel(/^Reviewer of Okta /).selectOption({ label: "Cora Example" });
    await dialog.getByRole("button", { name: "Start Review" }).click();
    await expect(page.getByRole("heading", { name: /^Access review, Q/, level: 1 })).toBeVisible();
    const accounts = page.getByRole("table", { name: /^Accounts of Okta / });
    await expect(accounts.getByRole("row").filter({ hasText: administrators[0]! })).toBeVisible();
    const rows = await accounts.getByRole("row").count();
    for (let row = 1; row < rows; row += 1)
      await accounts.getByRole("row").nth(row).getByRole("button", { name: "Keep" }).click();
    await expect(page.getByText(`${rows - 1} of ${rows - 1} accounts decided`)).toBeVisible();
    await page.getByRole("button", { name: "Close Review" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Close Review" }).click();
    await expect(page.getByText(/Closed on /)).toBeVisible();
    await isDone("Run your first access review", /Done/);
  });

  await timed(
    "Ben confirms the addresses that she imported, and she sends everyone a link to their policies",
    async () => {
      const { body: written } = await ben.get(`/companies/${company}/staff/addresses`);
      const addresses = written.addresses.map(({ personId, email }: { personId: string; email: string }) => ({
        personId,
        email,
      }));
      await post(ben, `/companies/${company}/staff/addresses`, { addresses });
      await start("Invite your staff");
      await page.getByRole("button", { name: "Send links to everyone due" }).click();
      const links = page.getByRole("dialog", { name: "Send Links" });
      await links.getByRole("button", { name: "Send 12 Links" }).click();
      await expect(links.getByText("Links sent to 12 people.")).toBeVisible();
      await page.goto(`${server.url}/dashboard/program`);
      await expect(page.getByText("10 of 10 first steps done")).toBeVisible();
    },
  );
  const bundle = testInfo.outputPath("bundle.zip");
  await timed("she exports the report of her project", async () => {
    await page.goto(`${server.url}/dashboard`);
    await page.getByRole("button", { name: "Export Report" }).click();
    const dialog = page.getByRole("dialog", { name: "Export Report" });
    await dialog.getByLabel("Project").selectOption("SOC 2");
    const download = page.waitForEvent("download");
    await dialog.getByRole("button", { name: "Export", exact: true }).click();
    await (await download).saveAs(bundle);
  });

  await test.step("an auditor repeats every verdict offline: by the program, and by the page in a browser without a network", async () => {
    const { key } = (await cora.get(`/companies/${company}/ledger`)).body;
    const verifier = path.resolve(import.meta.dirname, "../../../build/verify.mjs");
    const said = execFileSync(process.execPath, [verifier, bundle, "--key", key], { encoding: "utf8" });
    expect(said).toMatch(/^VERIFIED$/m);
    expect(said).toMatch(/judged again: [1-9]\d* agreed, 0 differ, 0 not re-performable/);
    const [, agreed] = /judged again: (\d+) agreed, 0 differ, 0 not re-performable/.exec(said) ?? [said];
    expect(Number(agreed)).toBeGreaterThan(100);
    const lines = execFileSync("unzip", ["-p", bundle, "verdicts.jsonl"], { encoding: "utf8" }).trimEnd().split("\n");
    expect(Number(agreed)).toBe(lines.length);
    const verifyPage = testInfo.outputPath("verify.html");
    writeFileSync(verifyPage, await (await page.request.get(`${server.url}/verify.html`)).body());
    const offline = await browser.newContext({ offline: true });
    const theirs = await offline.newPage();
    await theirs.goto(`file://${verifyPage}`);
    await theirs.getByLabel("Ledger key").fill(key);
    await theirs.getByLabel("Choose the ZIP").setInputFiles(bundle);
    await expect(theirs.getByRole("status")).toContainText("VERIFIED");
    await offline.close();
  });
  process.stdout.write(`First steps of a firm of 12, in minutes of a browser.\n${minutes.join("\n")}\n`);
});
