import type pg from "pg";
import { wordsInAddress } from "#domain/slug.ts";
import type { DemoApplication } from "./application.ts";
import type { EvidenceItem } from "#connectors/connector.ts";
import { asCaller } from "../db/as-caller.ts";
import type { Within } from "../db/without-privilege.ts";
import { storeArtifact } from "../blobs/artifacts.ts";
import { getCompanyKey } from "../blobs/company-keys.ts";
import { fileEvidence } from "../evidence/filing.ts";
import { locationOf } from "../blobs/storage.ts";
import type { RequestMeta } from "../endpoints/request.ts";
import { writeVerdicts } from "../connections/check-rows.ts";
import { writeDocument } from "../connections/exhibit-document.ts";
import { demoAccounts } from "./accounts.ts";
import { collectedItem } from "./sample-collected.ts";
import type { CollectedItem } from "./sample-collected.ts";
import { CONNECTED } from "./sample-connectors.ts";
import type { SampleItem } from "./sample-items.ts";
import type { SampleReport } from "./sample-reports.ts";

export const COMPANY = "Calder & Finch LLP";
const MAX_BYTES = { bytes: 64 * 1024 * 1024, refusal: "file-too-large" } as const;

/** For work that nobody calls off. */
export const nobodyListens = new AbortController().signal;

/** A request that nobody sent. */
export const quietRequest: RequestMeta = {
  id: "seed",
  address: "",
  userAgent: "",
  cookie: undefined,
  setHeader: () => {},
  setCookie: () => {},
  signal: nobodyListens,
};

/**
 * Files one item as its owner or a connection did at that time, in the place where the company kept its evidence then; under a matter's
 * privilege where one is named.
 */
export async function fileItem(
  { services }: DemoApplication,
  admin: pg.ClientBase,
  companyId: string,
  item: SampleItem,
  at: Date,
  matterId: string | null = null,
): Promise<void> {
  // A company keeps all of its evidence in one place; the sample company moved once, so that the map shows both.
  await admin.query(
    "UPDATE app.companies SET storage_location_id = (SELECT id FROM app.storage_locations WHERE geography = $2) WHERE id = $1",
    [companyId, item.place],
  );
  const collected = await collectedItem(item.name, at);
  const caller = { userId: collected?.connectionId ?? demoAccounts[0]!.userId, companyId };
  const file = fileOf(item, at, collected);
  await asCaller(services.databases.user, caller, async (tx) => {
    const store = services.blobs(await locationOf(tx, companyId));
    const body = { bytes: chunks(file.bytes), declaredBytes: file.bytes.length };
    const artifact = await storeArtifact(store, companyId, at, body, MAX_BYTES);
    const connected = Object.values(CONNECTED).includes(item.source);
    const [filed] = await fileEvidence(tx, await getCompanyKey(tx, services.keys, companyId), [
      {
        ...artifact,
        artifactKey: artifact.key,
        name: item.name,
        type: item.type,
        controls: [...new Set([...item.controls, ...(collected?.countsUntil.keys() ?? [])])],
        ...(collected && { countsUntil: collected.countsUntil }),
        source: item.source,
        collector: connected ? "Sample connector, read-only" : "A member, by hand",
        collectedAt: at,
        fileName: file.name,
        idempotencyKey: null,
        matterId,
      },
    ]);
    if (collected) {
      const { verdicts, seen } = collected;
      await writeVerdicts(tx, { companyId, evidenceId: filed!.id, source: item.source, seen, judge: null }, verdicts);
    }
  });
}

/** Imports a report, and judges it at once. */
export async function importReport(
  { services, handlers, workOff }: DemoApplication,
  companyId: string,
  report: SampleReport,
  at: Date,
): Promise<void> {
  const { userId } = demoAccounts[0]!;
  const bytes = Buffer.from(report.write(at));
  const within: Within = (work) => asCaller(services.databases.user, { userId, companyId }, work);
  await handlers.imports.create({
    input: { companyId, fileName: report.fileName },
    caller: { userId, companyId, role: "owner", secondFactor: false },
    request: quietRequest,
    within,
    lastly: within,
    location: undefined,
    body: { bytes: chunks(bytes), declaredBytes: bytes.length },
    idempotencyKey: null,
  });
  await workOff(nobodyListens, ["imports"]);
}

/** Reads the first control report to its last byte, as somebody who saves it. */
export async function takeReport(app: DemoApplication, companyId: string, exportId: string): Promise<void> {
  const { userId } = demoAccounts[0]!;
  const { bytes } = await app.handlers.exports.bundle({
    input: { companyId, exportId },
    caller: { userId, companyId, role: "owner", secondFactor: false },
    request: quietRequest,
    within: (work) => asCaller(app.services.databases.user, { userId, companyId }, work),
  });
  for await (const chunk of bytes) void chunk;
}

/** The file behind an item: what a person who opens it reads. */
function fileOf(
  { name, text: content, controls }: SampleItem,
  at: Date,
  collected: CollectedItem | undefined,
): { name: string; bytes: Buffer } {
  const plain = wordsInAddress(name);
  if (collected) {
    const { document } = collected;
    const says = content.startsWith("{") ? (JSON.parse(content) as EvidenceItem["data"]) : { says: content };
    const { id, label } = document.account;
    const about = {
      step: document.steps[0]!.step,
      kind: document.items[0]!.kind,
      subject: { type: "account", id, label },
    };
    const summary = { ...about, data: says, observedAt: document.run.observedAt };
    return { name: `${plain}.json`, bytes: writeDocument({ ...document, items: [summary, ...document.items] }) };
  }
  if (content.startsWith("{"))
    return { name: `${plain}.json`, bytes: Buffer.from(`${JSON.stringify(JSON.parse(content), null, 2)}\n`) };
  const text = `${name}\n${COMPANY}, ${at.toISOString().slice(0, 10)}\n${controls.length > 1 ? "Controls" : "Control"} ${controls.join(", ")}\n\n${content}\n`;
  return { name: `${plain}.txt`, bytes: Buffer.from(text) };
}

async function* chunks(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes;
}
