import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ReportContent } from "../bundle/report/report-model.ts";
import { reportAsHtml } from "../bundle/report/report-html.ts";
import { openZip } from "#domain/bundle/zip-reader.ts";
import { earnControl } from "#tests/support/earned.ts";
import { prowlerReport } from "#tests/support/reports.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import type { Person } from "#tests/support/person.ts";

let running: RunningApp;
let ana: Person;
let company: string;
let project: string;

const of = (path: string) => `/companies/${company}${path}`;
const day = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString().slice(0, 10);
const read = async (by = ana) => await by.get(of(`/projects/${project}/report`));
const done = (answer: { status: number; body: { id: string } }) => {
  expect([answer.status, answer.body]).toEqual([expect.toSatisfy((code) => code < 300), expect.anything()]);
  return answer.body;
};

/** All rows of the table in the section of this number, each as its texts. */
function rowsIn({ back }: ReportContent, number: string): string[][] {
  const table = back.find((section) => section.number === number)!.blocks.find(({ kind }) => kind === "table");
  if (table?.kind !== "table") return [];
  return table.rows.map(({ cells }) => cells.flatMap(({ text, note }) => [text, note ?? ""]));
}

beforeAll(async () => {
  running = await runApp();
  ana = await running.person("Ana");
  company = await ana.found("Read Ltd");
  project = done(await ana.post(of("/projects"), { name: "SOC 2", framework: "soc2" })).id;
});
afterAll(() => running.close());

test("the report of a company without anything says so of each of its parts", async () => {
  const report = (await read()).body as ReportContent;
  expect([report.number, report.chapters.length]).toEqual([null, 22]);
  expect(report.back.map(({ number, blocks }) => [number, blocks[0]!.kind])).toEqual([
    ...["F", "T", "N", "S", "W", "E"].map((number) => [number, "note"]),
    ["V", "statement"],
  ]);
});

test("the report names what people decided: accepted failures, tests, what does not apply or is out of scope, and what was withdrawn", async () => {
  const sandbox = done(await ana.post(of("/systems"), { name: "Sandbox", kinds: ["cloud"] }));
  done(await ana.post(of(`/systems/${sandbox.id}/out-of-scope`), { reason: "It holds no data.", until: day(30) }));
  const { exhibit } = await earnControl(ana, company, "XC-05");
  done(await ana.post(of("/controls/XC-17/applicability"), { applicable: false, reason: "We have no office." }));
  done(await ana.post(of("/system-kinds/scanner/none"), { reason: "Nothing scans." }));
  done(await ana.upload(of("/imports?fileName=scan.ocsf.json"), failing()));
  await running.app.runTasks();
  const acceptance = { reason: "It moves.", treatment: "We read the log.", until: day(9) };
  done(await ana.post(of("/controls/XC-20/accepted-failures"), { checkId: "logging.cloud-audit-on", ...acceptance }));
  const wrong = await ana.upload(
    of(
      `/evidence?${new URLSearchParams({ name: "Heliotrope", fileName: "a.txt", type: "Document", controls: "XC-01" })}`,
    ),
    "x",
  );
  done(await ana.post(of(`/evidence/${done(wrong).id}/withdrawal`), { reason: "It is of another firm." }));

  const report = (await read()).body as ReportContent;
  const by = ["Ana Example", expect.stringContaining(", 20")];
  expect(rowsIn(report, "F")).toEqual([
    [
      "Cloud audit logs are on everywhere",
      "Failing, accepted",
      "It moves.",
      "We read the log.",
      ...by,
      expect.any(String),
      "",
    ],
  ]);
  expect(rowsIn(report, "T")[0]).toEqual([
    expect.any(String),
    "",
    "A person tested 1 of 1 and found no exception.",
    `Population: What there is. Exhibits: ${exhibit}.`,
    ...by,
    expect.any(String),
    "",
  ]);
  const notApplicable = rowsIn(report, "N");
  expect(notApplicable[0]).toEqual([
    "Physical security",
    "Control",
    "We have no office.",
    "",
    ...by,
    "No end date",
    "",
  ]);
  expect(notApplicable[1]).toEqual(["Scanner", "System kind", "Nothing scans.", "", ...by, expect.any(String), ""]);
  expect(rowsIn(report, "S")).toEqual([
    ["Sandbox", "Cloud account", "It holds no data.", "", ...by, expect.any(String), ""],
  ]);
  expect(rowsIn(report, "W")[0]!.slice(2, 4)).toEqual(["It is of another firm.", "Ana Example"]);
  const text = JSON.stringify(report);
  expect(text).toContain("Filed and reviewed by Ana Example, because nobody else may review it");
  expect(text).not.toContain("Heliotrope");
});

test("the page and an export of the same moment say the same, but for the number and how to verify", async () => {
  running.setNow(new Date());
  const view = reportAsHtml((await read()).body as ReportContent);
  const id = done(await ana.post(of("/exports"), { projectId: project })).id;
  const { response } = await ana.get(of(`/exports/${id}/bundle`));
  const zip = join(running.folder, "read.zip");
  writeFileSync(zip, Buffer.from(await response.arrayBuffer()));
  running.setNow(undefined);
  const issued = await textIn(zip, "report.html");
  const linesOf = (html: string) => {
    const lines = html.slice(html.indexOf("<h1>")).split("\n");
    return lines.slice(
      0,
      lines.findIndex((line) => line.includes("How to verify this report")),
    );
  };
  expect(linesOf(view).length).toBeGreaterThan(30);
  expect(linesOf(issued)).toEqual(linesOf(view));
  expect(view).toContain("This report was read on screen and is not signed.");
  expect(view).not.toContain("CR-");
  expect(issued).toContain(`CR-${id.slice(0, 8)}`);
});

test("what is privileged is in nobody's report, and who may not export reads none", async () => {
  const matter = done(await ana.post(of("/matters"), { name: "Merger", basis: "attorney-client", join: true })).id;
  const about = { name: "Wisteria to counsel", fileName: "w.txt", type: "Document", controls: "XC-02", matter };
  done(await ana.upload(of(`/evidence?${new URLSearchParams(about)}`), "wisteria"));
  const { status, body } = await read();
  expect([status, JSON.stringify(body).includes("isteria")]).toEqual([200, false]);

  const eve = await running.person("Eve");
  const invitation = { email: eve.email, projects: [project], endsOn: day(30) };
  const { link } = (await ana.post(of("/auditors/invitations"), invitation)).body;
  done(await eve.post("/invitations/accept", { token: new URL(link).searchParams.get("token") }));
  expect((await eve.get(of(`/projects/${project}`))).status).toBe(200);
  expect((await read(eve)).status).toBe(403);
});

/** A scan that finds the audit log of the account off. */
function failing(): string {
  const findings = JSON.parse(prowlerReport(new Date())) as { status_code: string; metadata: { event_code: string } }[];
  for (const finding of findings)
    if (finding.metadata.event_code === "cloudtrail_multi_region_enabled") finding.status_code = "FAIL";
  return JSON.stringify(findings);
}

async function textIn(path: string, name: string): Promise<string> {
  const bytes = readFileSync(path);
  const { files } = await openZip(async (into, at) => bytes.copy(into, 0, at), bytes.length);
  const chunks: Buffer[] = [];
  for await (const chunk of files.find((file) => file.path === name)!.read()) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString();
}
