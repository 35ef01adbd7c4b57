import { gzipSync } from "node:zlib";
import { expect, test } from "../../support/end-to-end.ts";
import { look } from "../../support/look.ts";
import { Person } from "../../support/person.ts";
import { comeIn } from "../../support/sign-in.ts";

test("S1: Ivo cancels an import while it is read, and one beyond its bounds is kept as a file", async ({
  page,
  server,
}) => {
  // How soon the reader has had its share of a busy machine decides nothing here.
  test.setTimeout(480_000);
  const ivo = await Person.signUp(server.url, "Ivo", "ivo@hostile.example", (email) => server.tokenFor(email));
  await ivo.found("Bounds & Daughters");
  await comeIn(page, server.url, ivo);
  await page.goto(`${server.url}/dashboard/integrations`);
  const dialog = page.getByRole("dialog", { name: "Import a Report" });
  await page.getByRole("button", { name: "Import a Report" }).first().click();
  const take = (file: Buffer) =>
    dialog.getByLabel("Report").setInputFiles({ name: "hostile.gz", mimeType: "application/gzip", buffer: file });
  await take(gzipSync(`<a>${"<b>x</b>".repeat(30_000_000)}</a>`));
  await dialog.getByRole("button", { name: "Import", exact: true }).click();
  await expect(dialog.getByText("Read the report and evaluate its findings")).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel the Import" }).click();
  await expect(dialog.getByText("This import was canceled. Nothing was kept.")).toBeVisible();
  await look(page, "import-cancelled");
  await take(gzipSync(`[${'{"a":[{}]},'.repeat(18_000_000)}1]`));
  await dialog.getByRole("button", { name: "Import", exact: true }).click();
  const kept = page.getByRole("dialog", { name: "Report saved but not read" });
  await expect(kept.getByText(/We kept it as a file, and no check uses it/)).toBeVisible({ timeout: 360_000 });
  await look(page, "import-kept");
  await kept.getByRole("button", { name: "Done" }).click();
});
