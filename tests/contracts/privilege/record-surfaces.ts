import mammoth from "mammoth";
import { inflateRawSync } from "node:zlib";
import { printedDocuments } from "#catalog/printed/index.ts";
import { Person } from "../../support/person.ts";
import { textOfPackedPdf } from "../../support/pdf-text.ts";
import { turnOf } from "../../support/every-case.ts";
import { outside, walledRegisters } from "./record-firm.ts";
import type { Outside, RecordFirm } from "./record-firm.ts";

/** Where records of registers leave the product. */
export const surfaces = [
  "lists and records",
  "counts",
  "tasks",
  "weekly mail",
  "calendar",
  "search",
  "printed documents",
  "sealed registers",
  "bundles",
] as const;
export type Surface = (typeof surfaces)[number];

/** An answer: what was asked for, how it was answered, and everything that a reader finds in it, packed or not. */
export interface Said {
  readonly asked: string;
  readonly status: number;
  readonly text: string;
}

/** What is looked for. */
interface Hidden {
  readonly id: string;
  readonly number: string;
  readonly register: string;
}

type Read = (firm: RecordFirm, as: Outside, hidden: readonly Hidden[]) => Promise<readonly Said[]>;

/** Expected documents that are printed from a register that matters may have records of. */
export const printedOfWalled = printedDocuments
  .filter(({ tables }) => tables.some(({ list }) => (walledRegisters as readonly string[]).includes(list)))
  .map(({ document }) => document);

/** How each surface is read by whoever may come. Counts are those that lists, the overview and the figures of a plan show. */
export const readers: Readonly<Record<Surface, Read>> = {
  "lists and records": async (firm, as, hidden) => [
    ...(await askAll(firm, as, [
      ...walledRegisters.flatMap((register) => [
        `/registers/${register}/records?state=all&limit=200`,
        `/registers/${register}/csv`,
        `/registers/${register}/records/${firm.ordinary[register]!.id}`,
      ]),
      ...hidden.flatMap(({ id, register }) => [
        `/registers/${register}/records/${id}`,
        `/registers/${register}/records/${id}?matterId=${firm.matter}`,
      ]),
      `/matters/${firm.matter}/records`,
      "/evidence?limit=200",
      "/controls",
      "/documents",
      "/activity?limit=200",
      "/alerts",
      "/audit",
    ])),
    ...(await ownPages(firm, as)),
  ],
  counts: async (firm, as) => [
    ...(await askAll(firm, as, [
      "/registers",
      ...walledRegisters.map((register) => `/registers/${register}/records?limit=1`),
      "/overview",
      "/usage",
      "/limits",
      "/controls",
      "/evidence-count",
      "/audit/registers",
    ])),
    ...(await ownPages(firm, as)),
  ],
  tasks: async (firm, as) => [...(await askAll(firm, as, ["/tasks"])), ...(await ownPages(firm, as))],
  "weekly mail": async (firm, as) => {
    const to = as === "staff" ? firm.staffAddress : firm.people[as === "token" ? "inside" : as].email;
    return firm.running.mails
      .slice(firm.mailsBefore())
      .filter((mail) => mail.to === to && (isDigest(mail) || as === "staff"))
      .map(({ subject, text, html }) => ({ asked: subject, status: 200, text: `${subject} ${text} ${html}` }));
  },
  calendar: async (firm, as) => {
    const made = await ask(firm, as, "/task-calendar", {});
    if (made.status !== 200) return [made];
    const address = (JSON.parse(made.text) as { address: string }).address;
    const response = await fetch(address.replace(/^https?:\/\/[^/]+/, firm.running.url));
    return [{ asked: "the calendar", status: response.status, text: (await response.text()).replaceAll("\r\n ", "") }];
  },
  search: (firm, as, hidden) =>
    askAll(
      firm,
      as,
      ["laptop", "quicksilver", ...hidden.map(({ number }) => number)].map((text) => `/search?text=${text}`),
    ),
  "printed documents": (firm, as) =>
    askAll(
      firm,
      as,
      // Each in one form, and on the next day in the other.
      printedOfWalled.flatMap((document, at) =>
        turnOf(["pdf", "docx"], 2, at + outside.indexOf(as)).map(
          (format) => `/printed-documents/${document}/file?format=${format}`,
        ),
      ),
    ),
  "sealed registers": async (firm, as) => {
    const exhibits = await firm.running.database.admin.query(
      "SELECT evidence_id AS id FROM app.register_runs WHERE company_id = $1 ORDER BY ledger_index DESC LIMIT 1",
      [firm.company],
    );
    const { id } = exhibits.rows[0];
    return await askAll(firm, as, [
      "/audit/registers",
      ...walledRegisters.map((register) => `/audit/registers/${register}/records?evidenceId=${id}&state=all`),
      `/evidence/${id}`,
      `/evidence/${id}/file`,
    ]);
  },
  bundles: async (firm, as) => {
    const found: Said[] = [];
    for (const [path, body, fileOf] of [
      ["/exports", {}, (id: string) => `/exports/${id}/bundle`],
      ["/activity/exports", { format: "csv" }, (id: string) => `/activity/exports/${id}`],
    ] as const) {
      const made = await ask(firm, as, path, body);
      found.push(made);
      if (made.status !== 200) continue;
      await firm.running.app.runTasks();
      const { id, exportId = id } = JSON.parse(made.text) as { id?: string; exportId?: string };
      found.push(await ask(firm, as, fileOf(exportId!)));
    }
    return [...found, await ask(firm, as, "/records")];
  },
};

/** Whether a mail tells a member of their tasks. */
export const isDigest = ({ subject }: { readonly subject: string }) => subject.includes("this week");

async function askAll(firm: RecordFirm, as: Outside, addresses: readonly string[]): Promise<Said[]> {
  const found: Said[] = [];
  for (const address of addresses) found.push(await ask(firm, as, address));
  return found;
}

/** Asks the API as a principal; with a body, to change something. */
async function ask(firm: RecordFirm, as: Outside, address: string, body?: object): Promise<Said> {
  const path = `/companies/${firm.company}${address}`;
  const response = await send(firm, as, path, body);
  const bytes = Buffer.from(await response.arrayBuffer());
  return { asked: address, status: response.status, text: await wordsOf(bytes) };
}

async function send(firm: RecordFirm, as: Outside, path: string, body?: object): Promise<Response> {
  if (as !== "token") {
    // The cookie of staff opens their pages, and is tried at the API all the same.
    const person = as === "staff" ? new Person(firm.running.url, "", "", firm.staff.cookie) : firm.people[as];
    return (await (body ? person.post(path, body) : person.get(path))).response;
  }
  return await fetch(`${firm.running.url}/api/v1${path}`, {
    headers: { authorization: `Bearer ${firm.token}`, ...(body && { "content-type": "application/json" }) },
    ...(body && { method: "POST", body: JSON.stringify(body) }),
  });
}

/** The pages of somebody of the staff: their first one, and all that it and those lead to. Of anybody else none. */
async function ownPages(firm: RecordFirm, as: Outside): Promise<Said[]> {
  if (as !== "staff") return [];
  const found = new Map<string, Said>();
  const open = async (path: string): Promise<void> => {
    if (found.has(path)) return;
    const { status, html } = await firm.staff.open(path);
    found.set(path, { asked: path, status, text: html });
    for (const [, to] of html.matchAll(/href="(\/me[^"#]*)"/g)) await open(to!);
  };
  await open("/me");
  return [...found.values()];
}

/** What a file says: a Word document and a PDF as they are read, an archive with all its files, anything else as it is. */
async function wordsOf(bytes: Buffer): Promise<string> {
  const plain = bytes.toString("utf8");
  if (bytes.subarray(0, 4).toString("latin1") === "%PDF")
    return `${plain} ${textOfPackedPdf(bytes).replaceAll(/\s/g, "")}`;
  if (bytes.subarray(0, 4).toString("latin1") !== "PK\u0003\u0004") return plain;
  const entries = entriesOf(bytes);
  const isWord = entries.some(({ name }) => name === "word/document.xml");
  const read = isWord ? [(await mammoth.extractRawText({ buffer: bytes })).value] : [];
  for (const { content } of entries) read.push(await wordsOf(content));
  return `${plain} ${read.join(" ")}`;
}

/** The files of an archive, by their local headers; those that are written without a size end where the next begins. */
function entriesOf(bytes: Buffer): { readonly name: string; readonly content: Buffer }[] {
  const found: { name: string; content: Buffer }[] = [];
  const signature = "PK\u0003\u0004";
  for (let from = 0; (from = bytes.indexOf(signature, from, "latin1")) >= 0; from += 4) {
    const method = bytes.readUInt16LE(from + 8);
    const nameLength = bytes.readUInt16LE(from + 26);
    const name = bytes.subarray(from + 30, from + 30 + nameLength).toString("utf8");
    const start = from + 30 + nameLength + bytes.readUInt16LE(from + 28);
    if (method === 8) found.push({ name, content: inflateRawSync(bytes.subarray(start)) });
    else {
      const size = bytes.readUInt32LE(from + 18);
      const next = bytes.indexOf("PK", start + size, "latin1");
      const end = size > 0 ? start + size : next < 0 ? bytes.length : next;
      if (method === 0) found.push({ name, content: bytes.subarray(start, end) });
    }
  }
  return found;
}
