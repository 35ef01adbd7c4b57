import { describe, expect, onTestFinished, test } from "vitest";
import { composePolicy } from "#catalog/policies/compose.ts";
import { libraryDocuments } from "#catalog/policies/library/index.ts";
import { policyQuestions } from "#catalog/policies/questions.ts";
import { registers } from "#catalog/registers/index.ts";
import { readCsvRows } from "#domain/csv-rows.ts";
import { readPolicyText } from "#domain/policies/policy-text.ts";
import type { Block } from "#domain/policies/policy-text.ts";
import { endOfTypedDay } from "#domain/registers/end-of-day.ts";
import type { Field, Register } from "#domain/registers/register.ts";
import { plainText, printedPolicy } from "#server/policies/documents/printed-policy.ts";
import { policyAsWord } from "#server/policies/documents/word-policy.ts";
import { decodeCsv } from "#web/workspace/program/csv-text.ts";
import { fillRegisters } from "../support/filled-registers.ts";
import { lacks } from "../support/machine.ts";
import { converted } from "../support/office.ts";
import { runApp } from "../support/running-app.ts";

// What leaves Exhibit as a Word document or as a table is opened by an office that nobody here wrote, word by word and cell by cell.

const letters = (text: string) => text.normalize("NFKC").replaceAll(/[\s\u00AD]+/g, "");
function words(blocks: readonly Block[]): string[] {
  return blocks.flatMap((block): string[] => {
    if (block.kind === "rule") return [];
    if (block.kind === "list") return block.items.flatMap(words);
    if (block.kind === "quote") return words(block.blocks);
    if (block.kind === "table") return [block.head, ...block.rows].flat().map(plainText);
    return [plainText(block.inline)];
  });
}

// What a spreadsheet would run, write anew or take apart.
const TEXTS = [
  "=1+1", "@SUM(A1:A9)", "+49 30 901820", "-3", '=HYPERLINK("http://x.test","y")', "Zoë Łukasz 日本 🙂 عربي", "007", "12345678901234567890",
  "1E5", "1.10", "1/2", "31.01.2026", "March 2026", "12:30", "50%", "true", "'007", "''=1", 'say "no"; 5, 6', "plain",
]; // prettier-ignore
const LINES = ["first\nsecond", '=1\n"two", three;', "one\r\ntwo"];

/** The text of a field in the record of this number: over all records, each field of text has each of them. */
function textOf(number: number) {
  return ({ type }: Field, register: Register) => {
    const all = type === "long text" ? [...TEXTS, ...LINES] : TEXTS;
    return all[(number + register.key.length) % all.length]!;
  };
}

const inCalc = { "English, days and numbers": 1033, "German, days and numbers": 1031 } as const;
const reads = (language: number) => `CSV:44,34,76,1,,${language},false,true,false,false,false,0,true`;
const saves = (separator: "," | ";", encoding: "UTF-8" | "Windows-1252") =>
  `csv:Text - txt - csv (StarCalc):${separator.charCodeAt(0)},34,${encoding === "UTF-8" ? 76 : 1},1,,0,false,true`;
const cellsOf = (text: string) => {
  const read = readCsvRows(text);
  if (!read.ok) throw new Error(read.message);
  return read.rows.map((row) => row.map((cell) => cell.replaceAll("\r\n", "\n")));
};

async function company() {
  const running = await runApp();
  onTestFinished(() => running.close());
  const olga = await running.person("Olga");
  const id = await olga.found("Tables Ltd");
  return {
    running,
    olga,
    at: (register: string, more: string) => `/companies/${id}/registers/${register}/${more}`,
    id,
  };
}

// A machine without it skips this: "npm run test:long" says so.
describe.skipIf(lacks("soffice"))("LibreOffice, where the machine has soffice,", () => {
  test("shows every word of the documents of the policy library, in their order, and prints them", async () => {
    const allYes = Object.fromEntries(policyQuestions.map(({ key }) => [key, "yes" as const]));
    const at = new Date("2026-11-22T10:00:00Z");
    const files = new Map<string, Uint8Array>();
    const wanted = new Map<string, readonly string[]>();
    for (const id of libraryDocuments) {
      const read = readPolicyText(composePolicy(id, "law", allYes, "Calder \\& Finch LLP")!.text);
      if (!read.ok) throw new Error(read.problem.message);
      const facts = { state: "in force", number: 1, title: id, company: "Calder & Finch LLP" } as const;
      const times = { changedAt: at, inForceAt: at, replacedAt: null, renewBy: at, approvals: [], entry: 1 };
      const name = `${files.size}.docx`;
      files.set(name, await policyAsWord(printedPolicy({ ...facts, ...times, sha256: "a".repeat(64) }, read.blocks)));
      wanted.set(name, words(read.blocks));
    }
    expect(files.size).toBeGreaterThan(15);
    for (const [name, text] of await converted("txt:Text (encoded):UTF8", files)) {
      const shown = letters(text.toString("utf8"));
      let from = 0;
      for (const piece of wanted.get(name)!.map(letters)) {
        const found = shown.indexOf(piece, from);
        expect([name, piece, found >= from]).toEqual([name, piece, true]);
        from = found;
      }
    }
    const [first] = files;
    const printed = await converted("pdf", new Map([first!]));
    expect(printed.get(first![0])!.subarray(0, 5).toString()).toBe("%PDF-");
  }, 320_000);

  test("shows every cell of every register's file as it is, computes none, and what it saves changes nothing when it comes back", async () => {
    const { running, olga, at, id } = await company();
    const query = new URLSearchParams({ name: "Report", fileName: "report.txt", type: "Document", controls: "XC-01" });
    const { exhibit } = (await olga.upload(`/companies/${id}/evidence?${query}`, "a report")).body;
    const { exhibit: retest } = (await olga.upload(`/companies/${id}/evidence?${query}`, "a later report")).body;
    const systemId = (await olga.post(`/companies/${id}/systems`, { name: "=1+1", kinds: ["cloud"] })).body.id;
    const filled = fillRegisters(olga, id, { exhibit, retest, systemId, text: textOf(0) });
    const files = new Map<string, string>();
    for (const register of registers) {
      await filled.recordOf(register.key);
      for (let number = 1; number < TEXTS.length + LINES.length; number += 1) {
        const fields = await filled.fieldsOf(register, textOf(number));
        const { status, body } = await olga.post(at(register.key, "records"), { fields });
        expect([register.key, fields, status, body.message]).toEqual([register.key, fields, 200, undefined]);
      }
    }
    for (const { key } of registers)
      files.set(`${key}.csv`, await (await olga.send("GET", at(key, "csv"))).response.text());
    let cells = 0;
    for (const [language, number] of Object.entries(inCalc)) {
      const saved = await converted(saves(";", "UTF-8"), files, reads(number));
      for (const [name, bytes] of saved) {
        const [before, after] = [cellsOf(files.get(name)!), cellsOf(decodeCsv(new Uint8Array(bytes).buffer))];
        expect(after.length).toBeGreaterThan(TEXTS.length);
        expect([language, name, after]).toEqual([language, name, before]);
        cells += after.flat().length;
        await running.forgetTries();
        const csv = decodeCsv(new Uint8Array(bytes).buffer);
        const { body } = await olga.post(at(name.slice(0, -4), "csv-preview"), { csv });
        expect([name, body.problems, body.added, body.changed, body.unchanged]).toEqual([
          name,
          [],
          0,
          0,
          after.length - 1,
        ]);
      }
      for (const [name, sheet] of await converted("fods", files, reads(number)))
        expect([language, name, /table:formula="[^"]*"/.exec(sheet.toString("utf8"))?.[0]]).toEqual([
          language,
          name,
          undefined,
        ]);
    }
    console.info(`${files.size} registers, ${cells} cells`);
  }, 600_000);

  test("saves a list of people that somebody typed there, in either code page, so that no row is refused and nothing is lost", async () => {
    const { olga, at } = await company();
    const people = [
      ["Zoë Müller – Straße", "zoe@tables.test", 'Counsel, "senior"; EU', "Employee", "00417", "2024-01-31", ""],
      ["Šimon d’Arcy", "simon@tables.test", "=1+1", "partner", "12345678901234567890", "31.01.2024", "2031-12-31"],
      ["O'Neil, Pat", "pat@tables.test", "-3 €", "Contractor", "1E5", "1.2.2024", ""],
      ["True", "true@tables.test", "+49 30 901820", "INTERN", "007", "2024-02-29T08:30:00Z", ""],
    ];
    const header = ["Name", "Work email", "Job title", "Employment", "Employee ID", "Starts", "Leaves"];
    const quoted = [header, ...people].map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(","));
    const typed = new Map([["people.csv", quoted.join("\r\n")]]);
    // Job titles and numbers are typed into columns of text, days into usual ones.
    const typing = "CSV:44,34,76,1,1/2/2/2/3/2/4/2/5/2/6/1/7/1,1033,false,true,false,false,false,0,true";
    const started = ["2024-01-31T00:00", "2024-01-31T00:00", "2024-02-01T00:00", "2024-02-29T08:30"];
    const wanted = people.map(([name, email, jobTitle, kind, employeeId, , leaves], index) => ({
      name,
      email,
      jobTitle,
      kind: kind!.toLowerCase(),
      employeeId,
      startsAt: `${started[index]}:00.000Z`,
      ...(leaves && { endsAt: endOfTypedDay(leaves)! }),
    }));
    const read: string[] = [];
    for (const encoding of ["Windows-1252", "UTF-8"] as const) {
      const bytes = (await converted(saves(";", encoding), typed, typing)).get("people.csv")!;
      expect(bytes.includes("Zoë", 0, encoding === "UTF-8" ? "utf8" : "latin1")).toBe(true);
      for (const mark of encoding === "UTF-8" ? ["", "\uFEFF"] : [""]) {
        const csv = decodeCsv(new Uint8Array(Buffer.concat([Buffer.from(mark), bytes])).buffer);
        expect(csv.split("\n")[0]).toContain("Name;Work email;");
        const { body } = await olga.post(at("people", "csv-preview"), { csv });
        expect([body.problems, body.added, body.wrong]).toEqual([[], people.length, 0]);
        expect(body.columns.map(({ field }: { field: string | null }) => field)).not.toContain(null);
        expect(body.sample.map(({ fields }: { fields: unknown }) => fields)).toEqual(wanted);
        read.push(csv);
      }
    }
    expect((await olga.post(at("people", "csv"), { csv: read[0] })).body.added).toBe(people.length);
    for (const csv of read)
      expect((await olga.post(at("people", "csv-preview"), { csv })).body).toMatchObject({
        changed: 0,
        unchanged: 4,
        wrong: 0,
      });
  }, 320_000);
});
