import { gzipSync } from "node:zlib";
import { expect, test } from "../support/end-to-end.ts";
import { look } from "../support/look.ts";
import { Person } from "../support/person.ts";
import { comeIn } from "../support/sign-in.ts";

const table = [
  "Control,State,Machine,Remark",
  'auth.mfa-enforced,done,"sign-in, all",Enforced since May',
  "laptop encrypted,missing,laptop-7,Disk is not encrypted",
  "laptop encrypted,done,laptop-8,",
  "door locked,not looked,office,On holiday",
].join("\r\n");

const benchmark = (state: string) => `<?xml version="1.0" encoding="UTF-8"?>
<TestResult xmlns="http://checklists.nist.gov/xccdf/1.2" id="t" test-system="cpe:/a:redhat:openscap:1.3.7" end-time="2026-11-20T08:00:00Z">
<benchmark id="xccdf_org.ssgproject.content_benchmark_DEBIAN-12" href="b.xml"/><target>web-1.example</target>
${["sshd_disable_empty_passwords", "sshd_disable_root_login", "package_telnetd_removed"]
  .map(
    (rule, at) =>
      `<rule-result idref="xccdf_org.ssgproject.content_rule_${rule}" severity="high"><result>${at === 1 ? state : "pass"}</result></rule-result>`,
  )
  .join("")}
<rule-result idref="xccdf_org.ssgproject.content_rule_grub2_password" severity="high"><result>notselected</result></rule-result>
</TestResult>`;

test("Ivo says once what the columns of a table mean, and imports what a server's scan found", async ({
  page,
  server,
}) => {
  const ivo = await Person.signUp(server.url, "Ivo", "ivo@table.example", (email) => server.tokenFor(email));
  await ivo.found("Tables & Daughters");
  await comeIn(page, server.url, ivo);
  await page.goto(`${server.url}/dashboard/integrations`);
  const chosen = (fileName: string, text: string | Buffer) => ({
    name: fileName,
    mimeType: "application/octet-stream",
    buffer: Buffer.from(text),
  });
  const dialog = page.getByRole("dialog", { name: "Import a Report" });
  const result = page.getByRole("dialog", { name: "Report imported" });
  const open = () => page.getByRole("button", { name: "Import a Report" }).first().click();

  await test.step("a table: its columns and words are mapped, and its rows shown before", async () => {
    await open();
    await look(page, "import-dialog");
    await dialog.getByLabel("Report").setInputFiles(chosen("November review.csv", table));
    await expect(dialog.getByLabel("Mapping name")).toHaveValue("November review");
    await expect(dialog.getByLabel("Rule", { exact: true })).toHaveValue("Control");
    await expect(dialog.getByLabel("Outcome", { exact: true })).toHaveValue("State");
    await dialog.getByLabel("Mapping name").fill("Monthly review");
    await dialog.getByLabel("done", { exact: true }).selectOption("Pass");
    await dialog.getByLabel("missing", { exact: true }).selectOption("Fail");
    await expect(dialog.getByLabel("not looked", { exact: true })).toHaveValue("unknown");
    await expect(dialog.getByRole("group", { name: "First rows" }).getByRole("row").nth(2)).toContainText("Fail");
    await look(page, "import-mapping");
    await dialog.getByRole("button", { name: "Import", exact: true }).click();
    await expect(
      result.getByText(/Read by the mapping “Monthly review”, it contains 4 findings; 1 of them maps/),
    ).toBeVisible();
    await expect(result.getByRole("region", { name: "Failing findings" })).toContainText("laptop-7");
    await expect(result.getByLabel("Counts")).toContainText("Not mapped to a control3");
    await look(page, "import-table-result");
    await result.getByRole("button", { name: "Done" }).click();
  });

  await test.step("the next table of the kind: the mapping is offered by itself, and a new word is refused", async () => {
    await open();
    await dialog.getByLabel("Report").setInputFiles(chosen("December.csv", table.replace("missing", "perhaps")));
    await expect(dialog.getByLabel("Mapping", { exact: true })).toContainText("Monthly review");
    await dialog.getByRole("button", { name: "Import", exact: true }).click();
    await expect(dialog.getByText("Row 3 of this CSV file says “perhaps”")).toBeVisible();
    await dialog.getByRole("button", { name: "Rename mapping" }).click();
    await expect(dialog.getByLabel("New name")).toBeFocused();
    await dialog.getByLabel("New name").fill("Review of the month");
    await dialog.getByLabel("New name").press("Enter");
    await expect(dialog.getByLabel("Mapping", { exact: true })).toContainText("Review of the month");
    await dialog.getByLabel("Report").setInputFiles(chosen("December.csv", table.replace("missing", "done")));
    await dialog.getByRole("button", { name: "Import", exact: true }).click();
    await expect(result.getByText(/“Review of the month”, it contains 4 findings/)).toBeVisible();
    await expect(result.getByRole("region", { name: "Failing findings" })).toBeHidden();
    await result.getByRole("button", { name: "Done" }).click();
  });

  await test.step("a benchmark of a server, packed: every state is counted, and what fails comes first", async () => {
    await open();
    await dialog.getByLabel("Report").setInputFiles(chosen("xccdf.xml.gz", gzipSync(benchmark("fail"))));
    await dialog.getByRole("button", { name: "Import", exact: true }).click();
    const failing = result.getByRole("region", { name: "Failing findings" });
    await expect(failing).toContainText("web-1.example");
    await expect(failing).toContainText("sshd_disable_root_login");
    await expect(result.getByText("In the file: 1 fail, 2 pass, 1 notselected.")).toBeVisible();
    await expect(result.getByLabel("Counts")).toContainText("Not checked1");
    await expect(result.getByRole("list", { name: "Controls" })).toContainText("Failing");
    await look(page, "import-benchmark-result");
    await result.getByRole("button", { name: "Done" }).click();
  });

  await test.step("a file that is no report is refused with a sentence", async () => {
    await open();
    await dialog.getByLabel("Report").setInputFiles(chosen("notes.xml", "<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>"));
    await dialog.getByRole("button", { name: "Import", exact: true }).click();
    await expect(dialog.getByText("This XML file has a document type, which reports do not need.")).toBeVisible();
  });
});
