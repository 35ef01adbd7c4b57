import type { Column, Table } from "../contracts/isolation/tables.ts";

/**
 * Columns of text whose words are ours: names of kinds, states and parts of the program. What a CHECK lists is found by
 * itself. A new column is taken for something that a person or a vendor writes until it is named here.
 */
const ours: readonly RegExp[] = [
  // Ids of our own catalogue and of vendors, and what we compute.
  /\.(\w+_id|controls?|frameworks?|check_ids|rule|aspect|key|slug|start|seed|etag|blob_key|origin|source|collector|media_type)$/,
  // Words of the program.
  /\.(kind|kinds|state|status|was|became|step|format|role|platform_role|method|outcome|severity|purpose|scopes|events?|provider|transports|treatment|basis|type|industry|company_size|customer_regions|conclusion|act|plan|holds|what|ended_as|ended_because|subscription_\w+|attention|failure|target|geography|granted|missing|replaced|added|removed|judge|audience|person_register|target_register|target|not_before|decision|class|course|last_sign_in|sha256|decisions_sha256)$/,
  // Where an operator keeps evidence: named in the settings of the installation.
  /^app\.storage_locations\./,
  // What is signed or sealed, and read by programs alone.
  /^app\.(ledger_(checkpoints|entries|losses)|evidence_seals|instance_keys|wrapping_keys|signing_\w+|jobs|outbox|webhook_deliveries|upload_parts|usage|limits|judges|processes|backups|operator_acts|ended_rights|link_attempts|collection_(cache|parts)|feature_flags|plans|owner_limits)\./,
  // Named by its digest: nothing else can be written there. Its words are those of records, which are written into.
  /^app\.snapshot_pages\.content$/,
  // Questions of the library, and what is answered.
  /^app\.policy_answers\./,
  /^auth\.(passwords|link_requests|one_time_links|identities|ceremonies)\./,
  /\.(subject|idempotency_key|collected_from|collected_to|address)$/,
];

/** Columns that hold JSON of which a page shows words. */
const shownJson: readonly string[] = [
  "app.connections.account_facts",
  "app.connection_checks.open",
  "app.collection_runs.steps",
  "app.collection_runs.shown_figures",
  "app.ledger_acts.details",
];

/** A column with words that a person or a vendor wrote. */
export interface WrittenColumn {
  readonly table: string;
  readonly column: string;
  readonly is: "text" | "list" | "json";
}

/** The columns of all tables that a person or a vendor writes into. */
export function writtenColumns(tables: readonly Table[]): WrittenColumn[] {
  return tables.flatMap((table) =>
    table.columns.flatMap((column): WrittenColumn[] => {
      const name = `${table.name}.${column.name}`;
      if (shownJson.includes(name)) return [{ table: table.name, column: column.name, is: "json" }];
      if (!isText(column) || column.word !== null || ours.some((pattern) => pattern.test(name))) return [];
      return [{ table: table.name, column: column.name, is: column.type === "text" ? "text" : "list" }];
    }),
  );
}

const isText = ({ type }: Column) => type === "text" || type === "text[]";
