import { sql } from "kysely";
import type * as z from "zod";
import type { contract } from "#contract/index.ts";
import { isLinkType } from "#domain/registers/register.ts";
import { countedFields, earlierDiscovery } from "#domain/incidents/discovery.ts";
import type { RecordFields, Register } from "#domain/registers/register.ts";
import { functionOf } from "../db/functions.ts";
import type { Caller } from "../endpoints/caller.ts";

export type PresentedRecord = z.input<typeof contract.registers.add.output>;
export type PresentedLink = PresentedRecord["links"][number];

/** A record as the database keeps it. */
export interface RecordRow {
  readonly id: string;
  readonly number: number;
  readonly fields: RecordFields;
  readonly version: number;
  readonly created_by: string;
  readonly created_at: Date;
  readonly changed_by: string;
  readonly changed_at: Date;
  readonly authors: readonly string[];
  readonly approved_by: string | null;
  readonly approved_at: Date | null;
  readonly approved_alone: boolean;
  readonly ended_at: Date | null;
  readonly ended_reason: string | null;
  readonly matter_id: string | null;
  readonly about_id: string | null;
  readonly approved_before: boolean;
  readonly end_approved_by: string | null;
  readonly end_approved_at: Date | null;
  readonly end_approved_alone: boolean;
  /** Of an incident: the earliest time of its discovery that it ever said. */
  readonly discovered_first: Date | null;
  /** Who approved the time of its discovery that it says, when, and who had written it then; null where nobody else did. */
  readonly discovery_approved_by: string | null;
  readonly discovery_approved_at: Date | null;
  readonly discovery_authors: readonly string[] | null;
  /** Whether that was another person, as the registers were sealed last; null where it never said an earlier one. */
  readonly discovery_seen: boolean | null;
}

/** Who asks for records; with the matter that they opened, where it is one of its records. */
export type Asking = Pick<Caller, "companyId" | "userId" | "role"> & { readonly matterId?: string | undefined };

export const recordColumns = sql`r.id, r.number, r.fields, r.version, r.created_by, r.created_at, r.changed_by, r.changed_at, r.authors,
  r.approved_by, r.approved_at, r.approved_alone, r.ended_at, r.ended_reason, r.approved_before, r.end_approved_by, r.end_approved_at, r.end_approved_alone,
  r.matter_id, r.about_id, r.discovered_first, r.discovery_approved_by, r.discovery_approved_at, r.discovery_authors,
  CASE WHEN r.discovery_approved_by IS NULL THEN NULL WHEN r.discovered_first < (r.fields ->> 'discoveredAt')::timestamptz
    THEN ${functionOf("app.discovery_seen", [sql<string>`r.company_id`, sql<string[]>`r.discovery_authors`, sql<string>`r.discovery_approved_by`, sql<Date>`r.discovery_approved_at`])} END AS discovery_seen`;

const discoveryOf = (row: Pick<RecordRow, "fields" | "discovered_first" | "discovery_seen">) => ({
  fields: row.fields,
  first: row.discovered_first,
  approved: row.discovery_seen === true,
});

/** The fields of a record as what follows from them is computed. */
export const fieldsCounted = (row: RecordRow): RecordFields => countedFields(discoveryOf(row));

/** From when deadlines of a record count where that is earlier than what it says. */
export const countedFrom = (row: Parameters<typeof discoveryOf>[0]): string | undefined =>
  earlierDiscovery(discoveryOf(row));

/** What a record is called: the value of its register's title. */
export function titleOf(register: Register, fields: RecordFields): string {
  const value = fields[register.title];
  const text = typeof value === "string" ? value : "";
  return register.fields[register.title]?.choices?.[text] ?? text;
}

/** What a record is called where its links are not read: of one that is called by what it leads to, the words by which search finds it. */
export function keptTitle(register: Register, fields: RecordFields, words: string): string {
  const type = register.fields[register.title]?.type;
  return type !== undefined && isLinkType(type) ? words : titleOf(register, fields);
}
