import mammoth from "mammoth";
import { inflateRawSync } from "node:zlib";
import type { Answer } from "../../support/person.ts";
import { walledRegisters } from "./record-firm.ts";
import type { Outside, RecordFirm } from "./record-firm.ts";

/** Everything that leaves the product about records, for one principal: each output's name with all of its text. */
export type Outputs = ReadonlyMap<string, string>;

export type Asker = Outside | "inside";

/** What everybody who is signed in may ask for, as addresses behind the company's. */
const addresses = (firm: RecordFirm, ids: readonly string[]) => [
  "/registers",
  ...walledRegisters.flatMap((register) => [
    `/registers/${register}/records?state=all&limit=200`,
    `/registers/${register}/records?search=quicksilver`,
    `/registers/${register}/csv`,
    `/registers/${register}/records/${firm.ordinary[register]!.id}`,
    ...ids.flatMap((id) => [
      `/registers/${register}/records/${id}`,
      `/registers/${register}/records/${id}?matterId=${firm.matter}`,
    ]),
  ]),
  `/matters/${firm.matter}/records`,
  "/search?text=quicksilver",
  "/search?text=laptop",
  "/tasks",
  "/overview",
  "/usage",
  "/limits",
  "/documents",
  "/controls",
  "/alerts",
  "/activity?limit=200",
  "/evidence?limit=200",
  "/records",
  "/audit",
  "/audit/registers",
  ...walledRegisters.map((register) => `/audit/registers/${register}/records`),
];

const printed = ["incident.incident-register", "confidentiality.matter-access-list"];

/** Asks for every output as a principal: `ids` are those of the records that are looked for; without any, no file is prepared. */
export async function outputsOf(firm: RecordFirm, as: Asker, ids: readonly string[]): Promise<Outputs> {
  const found = new Map<string, string>();
  if (as === "staff") {
    const page = await firm.staff.open("/me");
    if (page.status !== 200) throw new Error(`the staff's page answers ${page.status}`);
    return found.set("/me", page.html);
  }
  for (const address of addresses(firm, ids)) found.set(address, await textOf(await ask(firm, as, address)));
  for (const document of printed) {
    const answer = await ask(firm, as, `/printed-documents/${document}/file?format=docx`);
    const buffer = Buffer.from(await answer.response.arrayBuffer());
    const said = answer.status === 200 ? (await mammoth.extractRawText({ buffer })).value : buffer.toString();
    found.set(`printed ${document}`, said);
  }
  if (as === "auditor" || as === "token" || ids.length === 0) return found;
  const person = firm.people[as];
  const at = (more: string) => `/companies/${firm.company}${more}`;
  const calendar = await person.post(at("/task-calendar"), {});
  const feed = calendar.body?.address as string | undefined;
  if (feed) found.set("calendar", await (await fetch(feed.replace(/^https?:\/\/[^/]+/, firm.running.url))).text());
  // A file is the same whoever prepares it: one who manages, one who does not, and one who is on the access list.
  if (!["owner", "member", "inside"].includes(as)) return found;
  for (const [name, path, body] of [
    ["bundle", "/exports", {}],
    ["activity file", "/activity/exports", { format: "csv" }],
  ] as const) {
    const { body: made } = await person.post(at(path), body);
    const id = made?.id ?? made?.exportId;
    if (!id) continue;
    await firm.running.app.runTasks();
    const file = await person.get(at(name === "bundle" ? `/exports/${id}/bundle` : `/activity/exports/${id}`));
    found.set(name, allText(Buffer.from(await file.response.arrayBuffer())));
  }
  return found;
}

async function ask(firm: RecordFirm, as: Exclude<Asker, "staff">, address: string): Promise<Answer> {
  const path = `/companies/${firm.company}${address}`;
  if (as !== "token") return await firm.people[as].get(path);
  const response = await fetch(`${firm.running.url}/api/v1${path}`, {
    headers: { authorization: `Bearer ${firm.token}` },
  });
  return { status: response.status, body: undefined, response };
}

async function textOf({ status, body, response }: Answer): Promise<string> {
  if (status >= 500) throw new Error(`${response.url} answers ${status}`);
  if (body !== undefined) return `${status} ${JSON.stringify(body)}`;
  return `${status} ${Buffer.from(await response.arrayBuffer()).toString("latin1")}`;
}

/** What a file says, and what the compressed entries of an archive say. */
function allText(bytes: Buffer): string {
  let text = bytes.toString("latin1");
  for (let from = 0; (from = bytes.indexOf("PK\u0003\u0004", from, "latin1")) >= 0; from += 4) {
    if (bytes.readUInt16LE(from + 8) !== 8) continue;
    const start = from + 30 + bytes.readUInt16LE(from + 26) + bytes.readUInt16LE(from + 28);
    text += inflateRawSync(bytes.subarray(start)).toString("latin1");
  }
  return text;
}
