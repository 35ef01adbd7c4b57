import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { sql } from "kysely";
import { formatExhibitNumber } from "#domain/exhibit-number.ts";
import { csvRow } from "#domain/csv.ts";
import { formatManifest, manifestKeyName, manifestStatement } from "#domain/bundle/manifest.ts";
import type { Tx } from "../db/as-caller.ts";
import { readControlStatesAt } from "../evidence/control-states.ts";
import { findItems, presentItem } from "../evidence/items.ts";
import { openItems } from "../evidence/open-item.ts";
import { presentControl } from "../evidence/present-control.ts";
import { presentProject } from "../evidence/projects.ts";
import type { ProjectRow } from "../evidence/projects.ts";
import type { SignedHead } from "../ledger/checkpoints.ts";
import { readTree } from "../ledger/read-tree.ts";
import type { Services } from "../services.ts";
import { consistencyLines, proofLines } from "./proofs.ts";
import { bundleReadme } from "./readme.ts";
import { controlReport } from "./report.ts";
import { ZipWriter } from "./zip-writer.ts";

/** What a bundle is made of, fixed when it was asked for. */
export interface BundlePlan {
  readonly companyId: string;
  readonly companyName: string;
  readonly number: string;
  readonly project: ProjectRow | undefined;
  readonly issuedAt: Date;
  /** Everything before this head of the ledger is in the bundle, nothing after it. */
  readonly head: SignedHead;
}

type Within = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
type Report = (step: string, done: number, total: number) => Promise<void>;

const PAGE = 200;

/**
 * Streams the bundle: the report, the lists, every artifact with its seal checked on the way, the ledger's proofs and
 * the verifier. Memory does not grow with the artifacts. Answers with the SHA-256 of the whole ZIP.
 */
export async function writeBundle(
  services: Services,
  plan: BundlePlan,
  within: Within,
  write: (chunk: Uint8Array) => Promise<void>,
  report: Report,
): Promise<Buffer> {
  const hash = createHash("sha256");
  const zip = new ZipWriter(
    async (chunk) => {
      hash.update(chunk);
      await write(chunk);
    },
    { date: plan.issuedAt },
  );
  const files: { path: string; sha256: string; size: number }[] = [];
  const add = async (path: string, content: string | Uint8Array) => {
    const bytes = typeof content === "string" ? Buffer.from(content) : content;
    const added = await zip.addBytes(path, bytes);
    files.push({ path, sha256: Buffer.from(added.sha256).toString("hex"), size: added.size });
  };

  const { controls, items, project } = await within((tx) => collect(tx, plan));
  const origin = services.signer.origin(plan.companyId);
  await add("README.txt", bundleReadme({ plan, items: items.length, key: services.signer.vkey(origin) }));
  await add("report.html", controlReport({ plan, controls, items, project, origin }));
  await add("controls.json", json(controls));
  await add(
    "controls.csv",
    csv(
      ["id", "title", "domain", "status", "reason", "evidence", "requirements"],
      controls.map((one) => [
        one.id,
        one.title,
        one.domain,
        one.status,
        one.reason,
        one.exhibits.join(" "),
        requirementsText(one.requirements),
      ]),
    ),
  );

  const rows: Record<string, unknown>[] = [];
  let done = 0;
  for (let from = 0; from < items.length; from += PAGE) {
    const page = items.slice(from, from + PAGE);
    const rowsOfPage = page.map((item) => item.row);
    const open = await within((tx) => openItems(services, tx, plan.companyId, rowsOfPage));
    for (const [index, { row, ...shown }] of page.entries()) {
      const path = `artifacts/${shown.exhibit}-${safeName(shown.fileName)}`;
      const added = await zip.addStream(path, open[index]!(), row.sha256);
      files.push({ path, sha256: added.sha256.toString("hex"), size: added.size });
      rows.push({ ...shown, artifact: path });
      done += 1;
      if (done % 20 === 0 || done === items.length)
        await report("Sealing the evidence into the bundle", done, items.length);
    }
  }
  await add("evidence.json", json(rows));
  const columns = [
    "exhibit",
    "name",
    "type",
    "controls",
    "source",
    "collector",
    "collectedAt",
    "validUntil",
    "sha256",
    "size",
    "mediaType",
    "fileName",
    "storageLocation",
    "ledgerIndex",
    "artifact",
  ];
  await add(
    "evidence.csv",
    csv(
      columns,
      rows.map((row) => columns.map((column) => text(row[column]))),
    ),
  );
  await report("Proving each item against the ledger", items.length, items.length);
  await add("ledger/checkpoint", plan.head.note);
  await add("ledger/key.vkey", `${services.signer.vkey(origin)}\n`);
  const tree = await within((tx) => readTree(tx, plan.head.size));
  await add("ledger/proofs.jsonl", await within((tx) => proofLines(tx, tree, plan.companyId)));
  await add("ledger/consistency.jsonl", await within((tx) => consistencyLines(tx, tree, plan.companyId)));
  await add("verify.mjs", await readFile(services.verifier));
  await add("verify.html", await readFile(services.verifyPage));

  const manifest = Buffer.from(formatManifest({ files }));
  await zip.addBytes("manifest.json", manifest);
  const statement = manifestStatement(origin, createHash("sha256").update(manifest).digest());
  await zip.addBytes("manifest.sig", Buffer.from(services.signer.signNote(manifestKeyName(origin), statement)));
  await zip.finish();
  return hash.digest();
}

async function collect(tx: Tx, plan: BundlePlan) {
  const items: (ReturnType<typeof presentItem> & { row: Awaited<ReturnType<typeof findItems>>[number] })[] = [];
  for (let before = Number.MAX_SAFE_INTEGER; ;) {
    const page = await findItems(
      tx,
      plan.companyId,
      sql`e.ledger_index < ${plan.head.size} AND e.number < ${before}`,
      PAGE,
    );
    items.push(...page.map((row) => ({ ...presentItem(row), row })));
    if (page.length < PAGE) break;
    before = page.at(-1)!.number;
  }
  items.reverse();
  const filed = items.map(({ row }) => ({
    number: row.number,
    name: row.name,
    filedAt: row.filed_at,
    supersededBy: row.superseded_by,
    controls: row.controls.map((id, index) => ({ id, validUntil: row.controls_until[index]! })),
  }));
  const states = await readControlStatesAt(tx, plan.companyId, plan.issuedAt, plan.head.size, filed);
  const exhibits = Map.groupBy(
    items.flatMap((item) => item.controls.map((control) => ({ control, exhibit: item.exhibit }))),
    (link) => link.control,
  );
  const controls = states.map((state) => ({
    ...presentControl(state),
    statement: state.control.statement,
    checks: state.checks.map((check) => ({
      id: check.checkId,
      title: check.title,
      source: check.source,
      outcome: check.outcome,
      reason: check.reason,
      observedAt: check.observedAt.toISOString(),
      exhibit: formatExhibitNumber(check.number),
    })),
    exhibits: exhibits.get(state.control.id)?.map((link) => link.exhibit) ?? [],
    limits: state.control.limits.map((limit) => ({ ...limit })),
  }));
  const project = plan.project && asOf(plan.project, plan.issuedAt);
  return { controls, items, project: project && presentProject(project, states) };
}

/** A project as it stood when the bundle was asked for. */
function asOf(project: ProjectRow, at: Date): ProjectRow {
  const known = (date: Date | null) => (date && date <= at ? date : null);
  return { ...project, started_at: known(project.started_at), archived_at: known(project.archived_at) };
}

export type BundledControl = Awaited<ReturnType<typeof collect>>["controls"][number];
export type BundledItem = Awaited<ReturnType<typeof collect>>["items"][number];

/** A table as CSV: no cell can be taken for a formula. */
function csv(header: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  return [header, ...rows].map(csvRow).join("");
}

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

function text(value: unknown): string {
  return Array.isArray(value) ? value.join(" ") : String((value ?? "") as string | number);
}

function requirementsText(requirements: Readonly<Record<string, readonly string[]>>): string {
  return Object.entries(requirements)
    .map(([framework, ids]) => `${framework}: ${ids.join(" ")}`)
    .join("; ");
}

/** A file name that is the same on every system: letters, digits, dot, dash and underscore, at most 80 of them. */
function safeName(name: string): string {
  const plain = name
    .normalize("NFKD")
    .replace(/[^\w.-]+/g, "-")
    .replace(/^[-.]+|[-.]+$/g, "");
  const dot = plain.lastIndexOf(".");
  const extension = dot > 0 ? plain.slice(dot, dot + 12) : "";
  return `${(dot > 0 ? plain.slice(0, dot) : plain).slice(0, 80 - extension.length) || "file"}${extension}`;
}
