import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { expect, test } from "../support/end-to-end.ts";
import { look } from "../support/look.ts";
import { Person } from "../support/person.ts";
import { signIn } from "../support/sign-in.ts";
import { wordFile, wordParagraph } from "../support/word-file.ts";

const heading = (text: string) => wordParagraph(text, { properties: '<w:pStyle w:val="Heading1"/>' });
const styles = `<w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/></w:style></w:styles>`;
const picture =
  '<w:p><w:r><w:drawing><a:blip xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"/></w:drawing></w:r></w:p>';
const word = (...body: string[]) => wordFile({ body: body.join(""), parts: { "word/styles.xml": styles } });
const docx = (name: string, buffer: Buffer) => ({ name, mimeType: "application/octet-stream", buffer });

const cleanDesk = word(heading("Clean desk policy"), wordParagraph("Nobody leaves papers on a desk."), picture);

test("Wade brings a policy from Word, replaces its text with another, undoes that, and downloads it", async ({
  page,
  server,
}) => {
  const wade = await Person.signUp(server.url, "Wade", "wade@policies.test", (email) => server.tokenFor(email));
  const companyId = await wade.found("Words and Sons");
  await wade.post(`/companies/${companyId}/registers/people/records`, {
    fields: { name: "Ines Moreau", kind: "partner", startsAt: "2026-01-05" },
  });
  await signIn(page, server.url, wade);
  let imported = "";
  const wide = () => page.setViewportSize({ width: 1440, height: 900 });
  await wide();
  await page.goto(`${server.url}/dashboard/program/policies`);

  await test.step("tracked changes are refused with what to do", async () => {
    await page.getByRole("button", { name: "Import" }).click();
    const ins = '<w:p><w:ins w:id="1" w:author="A"><w:r><w:t>new</w:t></w:r></w:ins></w:p>';
    await page.getByLabel("Word document or PDF").setInputFiles(docx("draft.docx", word(ins)));
    await expect(
      page.getByText("This document has tracked changes. Accept or reject them in Word first."),
    ).toBeVisible();
  });

  await test.step("he sees what it comes to and what is left out, and starts a draft", async () => {
    await page.getByLabel("Word document or PDF").setInputFiles(docx("clean-desk.docx", cleanDesk));
    const dialog = page.getByRole("dialog", { name: "Import a Document" });
    await expect(dialog.getByText("1 picture was left out.")).toBeVisible();
    await expect(dialog.getByRole("region", { name: "Preview of the text" })).toContainText("Nobody leaves papers");
    await expect(dialog.getByLabel("Title")).toHaveValue("Clean desk policy");
    await dialog.getByRole("combobox", { name: "Owner", exact: true }).fill("ines");
    await page.getByRole("option", { name: /Ines Moreau/ }).click();
    await look(page, "policies-import");
    await wide();
    await dialog.getByRole("button", { name: "Start a Draft" }).click();
    await expect(page.getByRole("heading", { name: "Clean desk policy", level: 1 })).toBeVisible();
    await expect(page.getByText("Nobody leaves papers on a desk.")).toBeVisible();
    // What it is on file as has whichever number came first.
    imported = (await page.getByText(/^Imported from clean-desk\.docx, EX-\d{6}$/).textContent())!;
    const aside = page.getByRole("complementary", { name: "About this policy" });
    await expect(aside.getByText("Ines Moreau", { exact: true })).toBeVisible();
  });

  await test.step("another document replaces the text, and he takes that back", async () => {
    await page.getByRole("button", { name: "Import a Document" }).click();
    await page
      .getByLabel("Word document or PDF")
      .setInputFiles(docx("other.docx", word(wordParagraph("Papers go into the safe."))));
    await page.getByRole("button", { name: "Replace This Draft's Text" }).click();
    await expect(page.getByText("Papers go into the safe.")).toBeVisible();
    await expect(page.getByText(/^Imported from other\.docx, EX-\d{6}$/)).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByText("Nobody leaves papers on a desk.")).toBeVisible();
    await expect(page.getByText(imported, { exact: true })).toBeVisible();
  });

  await test.step("a document that is on file under privilege is refused before anything is sent or kept", async () => {
    const matter = (
      await wade.post(`/companies/${companyId}/matters`, { name: "A v. B", basis: "work product", join: true })
    ).body.id;
    const advice = word(wordParagraph("Advice to the board."));
    const query = new URLSearchParams({
      name: "Advice",
      fileName: "a.docx",
      type: "Policy",
      controls: "XC-01",
      matter,
    });
    const { exhibit } = (await wade.upload(`/companies/${companyId}/evidence?${query}`, advice)).body;
    await page.getByRole("button", { name: "Import a Document" }).click();
    const dialog = page.getByRole("dialog", { name: "Import a Document" });
    const sent: string[] = [];
    page.on("request", (request) => sent.push(request.url()));
    await page.getByLabel("Word document or PDF").setInputFiles(docx("advice.docx", advice));
    await expect(dialog.getByText(`This file is on file as ${exhibit}, which is privileged.`)).toBeVisible();
    await expect(dialog.getByRole("button", { name: "Replace This Draft's Text" })).toBeDisabled();
    expect(sent.filter((url) => url.includes("/policy-files"))).toEqual([]);
    await look(page, "policies-import-privileged");
    await wide();
    await dialog.getByRole("button", { name: "Cancel" }).click();
  });

  await test.step("a large document goes in parts", async () => {
    await page.getByRole("button", { name: "Import a Document" }).click();
    const large = wordFile({
      body: wordParagraph("Papers of nine megabytes."),
      parts: { "word/media/image1.png": randomBytes(9 * 2 ** 20) },
    });
    const parts: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("/uploads/")) parts.push(new URL(request.url()).searchParams.get("offset") ?? "");
    });
    await page.getByLabel("Word document or PDF").setInputFiles(docx("large.docx", large));
    await page.getByRole("button", { name: "Replace This Draft's Text" }).click();
    await expect(page.getByText("Imported from large.docx")).toBeVisible();
    expect(parts).toEqual(["0", String(8 * 2 ** 20)]);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByText("Nobody leaves papers on a desk.")).toBeVisible();
  });

  await test.step("he downloads the original, byte for byte", async () => {
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Original" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe("clean-desk.docx");
    expect((await readFile(await download.path())).equals(cleanDesk)).toBe(true);
  });

  await test.step("he downloads it as Word and as PDF", async () => {
    await look(page, "policy-documents");
    await wide();
    for (const [name, start] of [
      ["Word", "PK"],
      ["PDF", "%PDF-"],
    ] as const) {
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", { name, exact: true }).click(),
      ]);
      expect(download.suggestedFilename()).toBe(`Clean desk policy, v1.${name === "Word" ? "docx" : "pdf"}`);
      expect((await readFile(await download.path())).toString("latin1")).toMatch(new RegExp(`^${start}`));
    }
  });
});
