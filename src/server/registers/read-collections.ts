import { zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { sql } from "kysely";
import { populationOfShape } from "#connectors/shape.ts";
import type { SealedCollection } from "#connectors/shape.ts";
import { mappings } from "#connectors/shapes.ts";
import type { StepReport } from "#connectors/connector.ts";
import { formatExhibitNumber } from "#domain/exhibit-number.ts";
import { FactPool } from "#domain/facts/fact.ts";
import { isProviderKey } from "#domain/provider.ts";
import type { ProviderKey } from "#domain/provider.ts";
import type { ReadCollection } from "#domain/registers/snapshot.ts";
import type { ShapePopulation } from "#domain/shapes/shapes.ts";
import { readsCollection } from "#judge/read-question.ts";
import { isAsRead, MOST_THINGS, shapesOf } from "#judge/registers/judged-systems.ts";
import type { ReadShapes } from "#judge/registers/judged-systems.ts";
import { readDocument } from "../connections/exhibit-document.ts";
import type { Within } from "../db/without-privilege.ts";
import { accountsToMatch } from "./match-accounts.ts";
import type { CollectedAccount } from "./match-accounts.ts";

/** Brings the bytes of an exhibit, whole. */
export type BringExhibit = (evidenceId: string) => Promise<Uint8Array>;

/** The newest exhibit of a connection, with what a snapshot of the registers says of it. */
export interface HeldExhibit {
  readonly named: ReadCollection;
  /** Whether its connector has accounts. */
  readonly listsAccounts: boolean;
  /** Reads its bytes again: what is read of many accounts takes a hundred times as much memory. */
  readonly open: () => OpenedExhibit;
  /** What is judged of it now; undefined where that is to be read again. */
  readonly told: ReadShapes | undefined;
  readonly connectionId: string;
  readonly evidenceId: string;
}

/** The same while its accounts are matched. */
export interface ReadExhibit extends HeldExhibit {
  /** Its accounts as they are matched; undefined where its connector has none. */
  readonly accounts: readonly CollectedAccount[] | undefined;
}

/** Of many accounts each takes more memory than an exhibit's bytes do: who asks for them again opens it again. */
export const withoutAccounts = ({ accounts: _, ...held }: ReadExhibit): HeldExhibit => held;

/** What an exhibit says of accounts. Held by nobody for longer than it is looked at. */
export interface OpenedExhibit {
  readonly sealed: SealedCollection;
  readonly accounts: ShapePopulation<"account"> | undefined;
  readonly grants: ShapePopulation<"grant"> | undefined;
  readonly devices: ShapePopulation<"device"> | undefined;
  readonly applications: ShapePopulation<"application"> | undefined;
}

interface Row {
  readonly connection_id: string;
  readonly provider: string;
  readonly source: string;
  readonly system_id: string;
  readonly evidence_id: string;
  readonly number: number;
  readonly sha256: Buffer;
  readonly observed_at: Date;
  readonly steps: readonly StepReport[];
}

/** The newest exhibit of each connection that is not disconnected and lists accounts. One that was withdrawn or erased is not read. */
export async function readCollections(
  bring: BringExhibit,
  within: Within,
  companyId: string,
  now: Date,
): Promise<readonly ReadExhibit[]> {
  const rows = await within(async (tx) => {
    const { rows } =
      await sql<Row>`SELECT k.id AS connection_id, k.provider, k.source, k.system_id, r.evidence_id, e.number::integer AS number, e.sha256,
        r.observed_at, r.steps
      FROM app.connections k
      JOIN LATERAL (SELECT r.evidence_id, r.observed_at, r.steps FROM app.collection_runs r
        WHERE r.company_id = k.company_id AND r.connection_id = k.id AND r.state = 'done' AND r.evidence_id IS NOT NULL
        ORDER BY r.slot DESC LIMIT 1) r ON true
      JOIN app.evidence e ON e.company_id = k.company_id AND e.id = r.evidence_id
        AND e.withdrawal_id IS NULL AND e.erased_at IS NULL
      WHERE k.company_id = ${companyId} AND k.state <> 'disconnected' AND k.source IS NOT NULL AND k.system_id IS NOT NULL
      ORDER BY e.number`.execute(tx);
    return rows;
  });
  const read: ReadExhibit[] = [];
  const pool = new FactPool();
  let things = 0;
  // One after another: an exhibit may be large, and only its bytes and who has accounts are held.
  for (const row of rows) {
    const { provider } = row;
    if (!isProviderKey(provider)) continue;
    const content = await bring(row.evidence_id);
    const document = readDocument(content);
    // One of an older connector may lack what is asked today: it is as if nothing had been read, and no verifier would read it either.
    if (!document || !readsCollection(document)) continue;
    const collection = document as unknown as SealedCollection;
    const accounts = populationOfShape(mappings[provider], "account", collection);
    const open = openerOf(collection, content);
    const shapes = accounts && isAsRead(collection, now) ? shapesOf(collection, pool, accounts) : undefined;
    things += shapes?.size ?? 0;
    read.push({
      named: {
        exhibit: formatExhibitNumber(row.number),
        sha256: row.sha256.toString("hex"),
        source: row.source,
        provider,
        systemId: row.system_id,
        seenAt: seenAt(provider, row).toISOString(),
      },
      listsAccounts: accounts !== undefined,
      accounts: accounts && accountsToMatch(accounts),
      open,
      told: things <= MOST_THINGS ? shapes : undefined,
      connectionId: row.connection_id,
      evidenceId: row.evidence_id,
    });
  }
  return read;
}

/** Opens an exhibit again and again. All but its items is held as it is, and those as packed bytes until they are asked for. */
function openerOf({ items: _, ...head }: SealedCollection, content: Uint8Array): () => OpenedExhibit {
  const packed = zstdCompressSync(content);
  const mapping = mappings[head.provider];
  return () => {
    const items = once(() => (readDocument(zstdDecompressSync(packed)) as unknown as SealedCollection).items);
    const sealed: SealedCollection = {
      ...head,
      get items() {
        return items();
      },
    };
    const accounts = once(() => populationOfShape(mapping, "account", sealed));
    const grants = once(() => populationOfShape(mapping, "grant", sealed));
    const devices = once(() => populationOfShape(mapping, "device", sealed));
    const applications = once(() => populationOfShape(mapping, "application", sealed));
    return {
      sealed,
      get accounts() {
        return accounts();
      },
      get grants() {
        return grants();
      },
      get devices() {
        return devices();
      },
      get applications() {
        return applications();
      },
    };
  };
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** When the oldest of the steps that list accounts and what they may do was really collected. */
function seenAt(provider: ProviderKey, { steps, observed_at: observedAt }: Row): Date {
  const { account, grant } = mappings[provider];
  const asked = [account, grant].flatMap((mapping) => ("none" in mapping ? [] : mapping.steps));
  const times = steps.filter(({ step }) => asked.includes(step)).map(({ startedAt }) => Date.parse(startedAt));
  return new Date(Math.min(observedAt.getTime(), ...times));
}
