import type { Page } from "@playwright/test";
import { expect, test } from "../support/end-to-end.ts";
import { foreignZip } from "../support/foreign-zip.ts";
import { look } from "../support/look.ts";
import { Person } from "../support/person.ts";
import { signIn } from "../support/sign-in.ts";

interface Dropped {
  readonly name: string;
  readonly text: string;
  /** Bytes besides the text. */
  readonly more?: number;
}

/** Drops files on the page as a person does with a pile from their desk. */
async function drop(page: Page, files: readonly Dropped[]): Promise<void> {
  const transfer = await page.evaluateHandle((given) => {
    const data = new DataTransfer();
    for (const { name, text, more = 0 } of given)
      data.items.add(new File([text, new Uint8Array(more)], name, { lastModified: Date.UTC(2026, 0, 5) }));
    return data;
  }, files);
  for (const type of ["dragover", "drop"]) await page.dispatchEvent("#main", type, { dataTransfer: transfer });
}

const known = [
  "Information security policy",
  "Access control policy",
  "Incident response plan",
  "Risk assessment report",
  "Vendor management policy",
  "Restore test report",
  "Penetration test report",
  "Training completion report",
];
const longName = `Quarterly access review sign-off ${"of every system and partner ".repeat(7)}`.slice(0, 240);

function pile(): Dropped[] {
  const today = new Date().toISOString().slice(0, 10);
  return [
    ...known.map((title) => ({ name: `${title}.txt`, text: `${title}\nEffective ${today}` })),
    { name: `${longName}.txt`, text: `sign-off, dated ${today}` },
    { name: "議事録 ‏مراجعة.txt", text: `nothing that we know, dated ${today}` },
    { name: "copy of the plan.txt", text: `Incident response plan\nEffective ${today}` },
    { name: "on file.txt", text: "already on file" },
    { name: "empty.txt", text: "" },
    { name: "setup.exe", text: `MZ${"\0".repeat(80)}` },
    { name: "old backup configuration.json", text: `{"backup configuration": true, "dated": "2024-01-02"}` },
    ...Array.from({ length: 15 }, (_, at) => ({ name: `scan ${at + 1}.txt`, text: `page ${at + 1}, dated ${today}` })),
  ];
}

test("Fay files thirty files", async ({ page, server }) => {
  const fay = await Person.signUp(server.url, "Fay", "fay@example.test", (email) => server.tokenFor(email));
  const company = await fay.found("Fay and Filers");
  const query = new URLSearchParams({ name: "On file", fileName: "a.txt", type: "Document", controls: "XC-03" });
  await fay.upload(`/companies/${company}/evidence?${query}`, "already on file");
  const total = async () => (await fay.get(`/companies/${company}/evidence`)).body.total as number;
  await signIn(page, server.url, fay);
  const table = page.getByRole("table", { name: "Files" });
  const row = (name: string) => table.locator("tr[data-row]").filter({ hasText: name });
  const cell = (name: string, part: string) => row(name).getByRole("button", { name: new RegExp(`^${part} of`) });

  await test.step("dropped on the library they stand in a table, each with what it may be", async () => {
    await page.goto(`${server.url}/dashboard/evidence`);
    await expect(page.getByRole("heading", { name: "Evidence Library" })).toBeVisible();
    await drop(page, pile());
    await expect(page.getByRole("heading", { name: "Add 30 files" })).toBeVisible();
    await expect(page).toHaveURL(`${server.url}/dashboard/evidence/add`);
    for (const title of known) await expect(cell(`${title}.txt`, "Document")).toContainText(title);
    await expect(cell("Incident response plan.txt", "Controls")).toContainText("XC-21");
    await expect(cell(longName, "Document")).toContainText("Quarterly access review sign-off");
    await expect(cell("議事録", "Document")).toContainText("Choose a document");
    await expect(table.getByText("The content is already filed as EX-001.")).toBeVisible();
    await expect(table.getByText("The same file as row 3.")).toBeVisible();
    await expect(row("empty.txt")).toContainText("Empty");
    await expect(table.getByText("This is a program, which auditors cannot read as evidence.")).toBeVisible();
    await expect(row("old backup").getByText("Expired")).toBeVisible();
    await expect(page.getByText("9 ready.")).toBeVisible();
    await look(page, "filing-thirty");
  });

  await test.step("a table is edited by keyboard alone: select, choose, fill down, skip", async () => {
    await row("scan 1.txt")
      .getByRole("button", { name: /^Document of/ })
      .focus();
    await page.keyboard.press("d");
    await page.getByRole("combobox", { name: "Search documents" }).fill("external scan");
    await look(page, "filing-document");
    await page.keyboard.press("Enter");
    await expect(cell("scan 1.txt", "Document")).toContainText("Quarterly internal and external scan reports");
    await expect(cell("scan 1.txt", "Document")).toBeFocused();
    await page.keyboard.press("ArrowDown");
    await expect(cell("scan 2.txt", "Document")).toBeFocused();
    // Everything below the first scan becomes supporting evidence of the same control.
    await page.keyboard.press("Enter");
    await page.keyboard.type("supporting ev");
    await page.keyboard.press("Enter");
    await page.keyboard.press("c");
    await page.getByRole("checkbox", { name: /XC-19/ }).focus();
    await page.keyboard.press("Space");
    await page.keyboard.press("Enter");
    await page.keyboard.press("t");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await cell("scan 2.txt", "Document").focus();
    await page.keyboard.press("f");
    await expect(cell("scan 15.txt", "Document")).toContainText("None: supporting evidence");
    await expect(cell("scan 15.txt", "Controls")).toContainText("XC-19");
    // Shift and an arrow select; what is filled goes to the selected rows alone.
    await cell("scan 4.txt", "Type").focus();
    await page.keyboard.press("Shift+ArrowDown");
    await expect(page.getByText("2 files selected")).toBeVisible();
    await page.keyboard.press("t");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    const chosen = await cell("scan 5.txt", "Type").textContent();
    await page.keyboard.press("f");
    await expect(cell("scan 4.txt", "Type")).toHaveText(chosen!.replace("scan 5", "scan 4"));
    await expect(cell("scan 6.txt", "Type")).not.toHaveText(chosen!.replace("scan 5", "scan 6"));
    await page.getByRole("button", { name: "Clear" }).click();
    await cell("empty.txt", "Document").focus();
    await page.keyboard.press("Delete");
    await expect(row("empty.txt")).toHaveCount(0);
    await expect(page.getByText("24 ready.")).toBeVisible();
    await look(page, "filing-edited");
  });

  await test.step("leaving the screen loses nothing, and leaving the site asks", async () => {
    await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link", { name: "Evidence" }).click();
    await expect(page.getByText("29 files wait to be added.")).toBeVisible();
    await page.getByRole("link", { name: "Go on" }).click();
    await expect(page.getByText("24 ready.")).toBeVisible();
    const asked = page.waitForEvent("dialog");
    const leaving = page.goto("about:blank").catch(() => undefined);
    const dialog = await asked;
    expect(dialog.type()).toBe("beforeunload");
    await dialog.dismiss();
    await leaving;
    await expect(page.getByText("24 ready.")).toBeVisible();
  });

  await test.step("they are filed at once; what fails stays with its reason, and is tried again", async () => {
    let failed = false;
    await page.route(/\/evidence\?.*Access\+control\+policy/, async (route) => {
      if (failed) return await route.continue();
      failed = true;
      await route.fulfill({
        status: 507,
        json: {
          defined: true,
          code: "STORAGE_FULL",
          status: 507,
          message: "There is not enough storage left, so the file was not added.",
        },
      });
    });
    await page.keyboard.press("Control+Enter");
    await expect(page.getByText(/23 items added, EX-002 to EX-024\./)).toBeVisible();
    await expect(row("Access control policy.txt")).toContainText("Not added");
    await expect(table.getByText("There is not enough storage left")).toBeVisible();
    await page.getByRole("button", { name: "Try again: Access control policy.txt" }).click();
    await expect(page.getByText(/24 items added, EX-002 to EX-025\./)).toBeVisible();
    await look(page, "filing-added");
    expect(await total()).toBe(25);
    const { body: documents } = await fay.get(`/companies/${company}/documents`);
    const states = new Map(documents.map(({ id, state }: { id: string; state: string }) => [id, state]));
    // A suggestion that a person took is filed as the document; on file it is once somebody reviewed it.
    expect(states.get("incident.response-plan")).toBe("waiting");
    const { body: control } = await fay.get(`/companies/${company}/controls/XC-21`);
    expect(control.control.status).not.toBe("passing");
  });

  await test.step("all of it is undone together, and the files stand in the table again", async () => {
    await page.getByRole("button", { name: "Undo all 24" }).click();
    await expect(page.getByRole("heading", { name: "Add 29 files" })).toBeVisible();
    expect(await total()).toBe(1);
    await expect(page.getByText("24 ready.")).toBeVisible();
    await page.getByRole("button", { name: "Discard all" }).click();
    await expect(page.getByText("29 files discarded")).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByRole("heading", { name: "Add 29 files" })).toBeVisible();
  });

  await test.step("while the network is away nothing is lost, and filing goes on by itself", async () => {
    await page.context().setOffline(true);
    await page.keyboard.press("Control+Enter");
    await expect(table.getByText("Waiting for the connection.")).toBeVisible();
    await look(page, "filing-offline");
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect(page.getByText("24 ready.")).toBeVisible();
    await page.keyboard.press("Control+Enter");
    await page.context().setOffline(false);
    await expect(page.getByText(/24 items added/)).toBeVisible();
    expect(await total()).toBe(25);
  });
});

test("Fay brings a folder with an index", async ({ page, server }) => {
  const fay = await Person.signUp(server.url, "Fay", "fay-index@example.test", (email) => server.tokenFor(email));
  const company = await fay.found("Fay and Folders");
  await signIn(page, server.url, fay);
  const table = page.getByRole("table", { name: "Files" });
  const row = (name: string) => table.locator("tr[data-row]").filter({ hasText: name });
  const zip = (files: Readonly<Record<string, string>>) =>
    foreignZip(
      Object.entries(files).map(([path, text]) => [path, Buffer.from(text)] as const),
      { deflate: true },
    );
  const choose = async (name: string, buffer: Buffer) => {
    await page
      .getByLabel("Files", { exact: true })
      .or(page.getByLabel("More files", { exact: true }))
      .first()
      .setInputFiles({ name, mimeType: "application/zip", buffer });
  };

  await test.step("an archive is unpacked apart from the page, and its index fills the table", async () => {
    await page.goto(`${server.url}/dashboard/evidence/add`);
    await look(page, "filing-start");
    const index = [
      "file;title;control or requirement;type;date",
      "policies/infosec.txt;Our security policy;Information security policy;;2026-02-03",
      "b/scan.txt;Autumn scan;XC-19;Report;2026-03-04",
      "gone.txt;Never exported;XC-01;Report;2026-03-04",
    ].join("\n");
    await choose(
      "export.zip",
      zip({
        "e/index.csv": index,
        "e/policies/infosec.txt": "one",
        "e/b/scan.txt": "two",
        "e/other.txt": "three",
        "__MACOSX/._x": "x",
      }),
    );
    await expect(table.getByText("This is an archive")).toBeVisible();
    await page.getByRole("button", { name: "Unpack it: export.zip" }).click();
    const said = page.getByRole("region", { name: "Index" });
    await expect(said).toContainText("index.csv fills 2 rows.");
    await said.getByText("1 row without a file").click();
    await expect(said).toContainText("Row 4: gone.txt Never exported");
    await said.getByText("1 file without a row").click();
    await expect(said).toContainText("e/other.txt");
    await expect(row("infosec.txt")).toContainText("Our security policy");
    await expect(row("infosec.txt")).toContainText("Feb 3, 2026");
    await expect(row("scan.txt")).toContainText("XC-19");
    await expect(page.getByRole("heading", { name: "Add 3 files" })).toBeVisible();
    await look(page, "filing-index");
  });

  await test.step("an index that is wrong in one row is not applied at all", async () => {
    await page.getByRole("button", { name: "Discard all" }).click();
    await choose(
      "bad.zip",
      zip({
        "index.csv": "file,title,date\na.txt,Named by the index,2026-01-02\nb.txt,B,12/13/14",
        "a.txt": "a",
        "b.txt": "b",
      }),
    );
    await page.getByRole("button", { name: "Unpack it: bad.zip" }).click();
    await expect(page.getByRole("region", { name: "Index" })).toContainText(
      "index.csv was not used. Row 3 of the index has no day",
    );
    await expect(table.locator("tr[data-row]")).toHaveCount(3);
    await expect(table.getByText("Named by the index")).toHaveCount(0);
  });

  await test.step("a package of Drata leaves out what only describes it", async () => {
    await page.getByRole("button", { name: "Discard all" }).click();
    const packed = zip({
      "p/AuditInfo.txt": "x",
      "p/Controls-to-Requirements.csv": "Control,Requirement\nDCF-1,CC1.1",
      "p/evidence_manifest.html": "<table></table>",
      "p/ControlEvidence/DCF-9 Incident response plan/scan.pdf": "no pdf",
      "p/Evidence/0001.pdf": "no pdf",
    });
    await choose("drata.zip", packed);
    await page.getByRole("button", { name: "Unpack it: drata.zip" }).click();
    await expect(page.getByText("4 files are not in the table.")).toBeVisible();
    await expect(row("scan.pdf")).toContainText("Incident response plan");
    await expect(row("scan.pdf")).toContainText("Folder name");
  });

  await test.step("an archive that unpacks to far more than it weighs is refused in the worker", async () => {
    await page.getByRole("button", { name: "Discard all" }).click();
    const bomb = foreignZip(
      Array.from({ length: 501 }, (_, at) => [`${at}.txt`, Buffer.from("x")] as const),
      { deflate: true },
    );
    await choose("bomb.zip", bomb);
    await page.getByRole("button", { name: "Unpack it: bomb.zip" }).click();
    await expect(table.getByText("This archive has more than 500 files. Split it.")).toBeVisible();
  });
  expect((await fay.get(`/companies/${company}/evidence`)).body.total).toBe(0);
});

test("Fay adds a document on its control's page, and stays there", async ({ page, server }) => {
  const fay = await Person.signUp(server.url, "Fay", "fay-control@example.test", (email) => server.tokenFor(email));
  const company = await fay.found("Fay and Controls");
  await signIn(page, server.url, fay);
  await page.goto(`${server.url}/dashboard/controls/XC-21`);
  const line = page
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { name: "Incident response plan" }) });
  await expect(line).toBeVisible();
  await drop(page, [{ name: "incident response plan.txt", text: "Incident response plan" }]);
  const dialog = page.getByRole("dialog", { name: "Add Evidence" });
  await expect(dialog.getByLabel("File as")).toHaveValue("incident.response-plan");
  await look(page, "filing-in-place");
  await dialog.getByRole("button", { name: "Add Evidence" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(/\/dashboard\/controls\/XC-21/);
  await expect(line.getByText("Waiting for review").first()).toBeVisible();
  expect((await fay.get(`/companies/${company}/evidence`)).body.total).toBe(1);

  await test.step("what is in the library is filed as documents together, and undone together", async () => {
    const ids: string[] = [];
    for (const name of ["Exercise report", "Incident register"]) {
      const query = new URLSearchParams({ name, fileName: "a.txt", type: "Report", controls: "XC-21" });
      ids.push((await fay.upload(`/companies/${company}/evidence?${query}`, name)).body.id);
    }
    await page.goto(`${server.url}/dashboard/evidence`);
    await page.getByRole("button", { name: "Select" }).click();
    await page.getByRole("checkbox", { name: "Select Exercise report" }).check();
    await page.getByRole("checkbox", { name: "Select Incident register" }).check();
    await page.getByRole("button", { name: "File as document" }).click();
    const choices = page.getByRole("dialog", { name: "File 2 items as documents" });
    await expect(choices.getByLabel("Exercise report")).toHaveValue("incident.exercise-report");
    await choices.getByLabel("Incident register").selectOption("incident.incident-register");
    await look(page, "filing-bulk");
    await choices.getByRole("button", { name: "File", exact: true }).click();
    await expect(page.getByText("2 documents filed. They wait for a review.")).toBeVisible();
    const stateOf = async (id: string) =>
      (await fay.get(`/companies/${company}/documents`)).body.find((document: { id: string }) => document.id === id)
        .state;
    expect(await stateOf("incident.exercise-report")).toBe("waiting");
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => stateOf("incident.exercise-report")).toBe("missing");
    expect(await stateOf("incident.incident-register")).toBe("missing");
  });
});

test("Fay begins a project in which nothing is decided", async ({ page, server }) => {
  const fay = await Person.signUp(server.url, "Fay", "fay-new@example.test", (email) => server.tokenFor(email));
  const company = await fay.found("Fay and Firsts");
  const project = (await fay.post(`/companies/${company}/projects`, { name: "SOC 2 readiness", framework: "soc2" }))
    .body;
  await signIn(page, server.url, fay);
  await page.goto(`${server.url}/dashboard/projects/${project.id}`);
  const steps = page.getByRole("region", { name: "What to do first" });
  const all = page.getByRole("region", { name: "All 22 controls" });

  await test.step("the page says what to do first, before its controls, which can be grouped by what they ask", async () => {
    await expect(steps.getByRole("listitem")).toHaveCount(4);
    await expect(steps.getByRole("link", { name: "List Systems" })).toBeVisible();
    await expect(page.getByText("Nothing is decided yet.")).toBeVisible();
    await expect(page.getByRole("table", { name: "Controls" })).toBeVisible();
    await look(page, "project-new");
    await page.getByRole("button", { name: "Group by domain" }).click();
    await expect(page.getByRole("table", { name: "Controls" })).toHaveCount(0);
    await look(page, "project-new-folded");
    await all.getByRole("button", { name: "By SOC 2" }).click();
    await all.getByText("CC6.1", { exact: true }).click();
    await expect(all.getByRole("link", { name: "Strong authentication" }).first()).toBeVisible();
    await all.getByRole("button", { name: "By domain" }).click();
    await all.getByRole("link", { name: "Security policies" }).click();
    await expect(page.getByRole("heading", { name: "Security policies", level: 1 })).toBeVisible();
    await page.goBack();
  });

  await test.step("each step leads to where it is done, and the table comes back", async () => {
    await steps.getByRole("link", { name: "Add Files" }).click();
    await expect(page).toHaveURL(`${server.url}/dashboard/evidence/add`);
    await page.goBack();
    await all.getByRole("button", { name: "Show as a table" }).click();
    await expect(page.getByRole("table", { name: "Controls" })).toBeVisible();
    await expect(steps).toBeVisible();
  });

  await test.step("once something is on file the project shows its controls as ever", async () => {
    const query = new URLSearchParams({ name: "Plan", fileName: "a.txt", type: "Policy", controls: "XC-21" });
    await fay.upload(`/companies/${company}/evidence?${query}`, "plan");
    await page.goto(`${server.url}/dashboard/projects/${project.id}`);
    await expect(page.getByRole("table", { name: "Controls" })).toBeVisible();
    await expect(steps).toHaveCount(0);
  });
});
