import { createHash } from "node:crypto";
import { sql } from "kysely";
import { mappings } from "#connectors/shapes.ts";
import { known } from "#domain/facts/known.ts";
import { isProviderKey, systemsOfProvider } from "#domain/provider.ts";
import { afterList } from "#domain/registers/gone-people.ts";
import type { Remembered } from "#domain/registers/gone-people.ts";
import type { ListedAccount } from "#domain/registers/listed-account.ts";
import type { AccountKey } from "#domain/registers/snapshot.ts";
import type { Tx } from "../db/as-caller.ts";
import type { AccountMatch } from "./match-accounts.ts";
import type { OpenedExhibit, ReadExhibit } from "./read-collections.ts";

/**
 * Writes down which accounts the newest exhibits list, where another exhibit or another owner says something new. Of a connection whose
 * exhibit is not read any more none is listed. Answers how many accounts are listed.
 */
export async function writeLists(
  tx: Tx,
  companyId: string,
  read: readonly ReadExhibit[],
  matches: readonly AccountMatch[],
): Promise<number> {
  const owners = new Map<string, Map<string, string | null>>();
  for (const { account, match } of matches) {
    const place = placeOf(account);
    const own = owners.get(place) ?? new Map<string, string | null>();
    owners.set(place, own.set(account.id, match.kind === "person" ? match.personId : null));
  }
  const ownerOf = (key: AccountKey) => owners.get(placeOf(key))?.get(key.id) ?? null;
  const written = await readWritten(tx, companyId);
  const listing = read.filter(({ accounts }) => accounts !== undefined);
  for (const exhibit of listing) {
    const { connectionId, evidenceId, named, accounts = [], open } = exhibit;
    const lines = accounts.map((account) => `${account.id} ${ownerOf(account) ?? "-"}`).join(",");
    const said = saidBy(evidenceId, named.seenAt, createHash("sha256").update(lines).digest("hex"));
    if (written.get(connectionId) === said) continue;
    const opened = open();
    const whole = opened.accounts?.whole.outcome() === "pass";
    const list = listedAccounts(opened, ownerOf);
    const json = JSON.stringify(list);
    const devices = JSON.stringify(listedDevices(opened, ownerOf));
    const { provider = "" } = named;
    const isRoster = isProviderKey(provider) && systemsOfProvider[provider].includes("idp");
    const before = isRoster ? await readRemembered(tx, companyId, connectionId) : noneRemembered;
    const { active, gone } = isRoster
      ? afterList(before, { evidenceId, seenAt: named.seenAt, whole, accounts: list })
      : before;
    const emptied = isRoster && list.length === 0 && wasReadWhole(opened) ? before.listed : 0;
    await sql`INSERT INTO app.account_lists AS l (company_id, connection_id, evidence_id, seen_at, whole, accounts, active, gone, devices)
      VALUES (${companyId}, ${connectionId}, ${evidenceId}, ${named.seenAt}, ${whole}, ${json}::jsonb, ${active && JSON.stringify(active)}::jsonb,
        ${JSON.stringify(gone)}::jsonb, ${devices}::jsonb)
      ON CONFLICT (company_id, connection_id) DO UPDATE SET evidence_id = excluded.evidence_id, seen_at = excluded.seen_at,
        whole = excluded.whole, accounts = excluded.accounts, active = excluded.active, gone = excluded.gone, devices = excluded.devices,
        -- Told once: until it lists somebody again it stays emptied, however often it is read.
        emptied_at = CASE WHEN ${list.length > 0} THEN NULL WHEN ${emptied > 0} THEN coalesce(l.emptied_at, excluded.seen_at) ELSE l.emptied_at END,
        emptied_from = CASE WHEN ${list.length > 0} THEN NULL WHEN ${emptied > 0} THEN coalesce(l.emptied_from, ${emptied}) ELSE l.emptied_from END,
        told_at = CASE WHEN ${list.length > 0} THEN NULL ELSE l.told_at END`.execute(tx);
  }
  await sql`UPDATE app.account_lists SET whole = false, accounts = '[]'
    WHERE company_id = ${companyId} AND connection_id <> ALL (${listing.map(({ connectionId: id }) => id)}::uuid[])
      AND accounts <> '[]'`.execute(tx);
  return listing.reduce((sum, { accounts = [] }) => sum + accounts.length, 0);
}

const noneRemembered = { active: null, gone: [], listed: 0 } as const;

/** What the lists of a connection said so far, and how many accounts the newest that was not empty had active. */
async function readRemembered(
  tx: Tx,
  companyId: string,
  connectionId: string,
): Promise<Remembered & { listed: number }> {
  const { rows } = await sql<Remembered & { listed: number }>`SELECT
      -- A list that was written before this was remembered is the first.
      coalesce(l.active, CASE WHEN l.whole AND l.accounts <> '[]' THEN (SELECT coalesce(jsonb_agg(jsonb_build_object('id', x.a -> 'id', 'personId',
        x.a -> 'personId')), '[]') FROM jsonb_array_elements(l.accounts) x (a) WHERE x.a -> 'active' = 'true' AND x.a ->> 'personId' IS NOT NULL)
        END) AS active, l.gone, greatest(jsonb_array_length(l.accounts), coalesce(jsonb_array_length(l.active), 0)) AS listed
    FROM app.account_lists l WHERE l.company_id = ${companyId} AND l.connection_id = ${connectionId}`.execute(tx);
  return rows[0] ?? noneRemembered;
}

/** Whether each step that lists accounts came to its end: a list that could not be read is empty, too. */
function wasReadWhole({ sealed: { provider, steps } }: OpenedExhibit): boolean {
  const { account } = mappings[provider];
  const asked = "none" in account ? [] : account.steps;
  return asked.every((id) => steps.some(({ step, status }) => step === id && status === "complete"));
}

const saidBy = (evidenceId: string, seenAt: string, owners: string) => `${evidenceId} ${seenAt} ${owners}`;

/** By a connection from which exhibit its list was written, and whose accounts it has. */
async function readWritten(tx: Tx, companyId: string): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{
    id: string;
    evidence: string;
    seen_at: Date;
    owners: string;
  }>`SELECT l.connection_id AS id,
      l.evidence_id AS evidence, l.seen_at, encode(sha256(convert_to((SELECT coalesce(string_agg((x.account ->> 'id') || ' '
        || coalesce(x.account ->> 'personId', '-'), ',' ORDER BY x.n), '') FROM jsonb_array_elements(l.accounts) WITH ORDINALITY x (account, n)),
        'UTF8')), 'hex') AS owners
    FROM app.account_lists l WHERE l.company_id = ${companyId}`.execute(tx);
  return new Map(rows.map((row) => [row.id, saidBy(row.evidence, row.seen_at.toISOString(), row.owners)]));
}

const placeOf = ({ provider, scope }: AccountKey) => `${provider} ${scope}`;

type Grants = NonNullable<OpenedExhibit["grants"]>;
type Account = NonNullable<OpenedExhibit["accounts"]>["members"][number];

/** The accounts of an exhibit as people look at them; `ownerOf` answers the id of the person whose an account is, or null. */
export function listedAccounts(
  { accounts, grants }: Pick<OpenedExhibit, "accounts" | "grants">,
  ownerOf: (key: AccountKey) => string | null,
): readonly ListedAccount[] {
  const isWhole = grants?.whole.outcome() === "pass";
  // A large organization has as many grants as accounts: each is looked at once.
  const byHolder = Map.groupBy(grants?.members ?? [], ({ facts }) => known(facts.to));
  return (accounts?.members ?? []).map((account) =>
    listed(account, byHolder.get(account.key.id) ?? [], isWhole, ownerOf(account.key)),
  );
}

/** The devices of an exhibit, each with whose account its management names; null for what was not read. */
function listedDevices({ devices }: OpenedExhibit, ownerOf: (key: AccountKey) => string | null) {
  return (devices?.members ?? []).map(({ key, label, facts }) => {
    const holder = known(facts.holder);
    return {
      label,
      serial: known(facts.serial),
      personId: holder === null ? null : ownerOf({ ...key, id: holder }),
      encrypted: known(facts.encrypted),
      compliant: known(facts.compliant),
      managed: known(facts.managed),
      lastSyncOn: known(facts.lastSyncAt)?.toISOString().slice(0, 10) ?? null,
    };
  });
}

function listed(
  { key, label, facts }: Account,
  own: Grants["members"],
  isWhole: boolean,
  personId: string | null,
): ListedAccount {
  const signedIn = known(facts.lastSignInAt);
  const administers = own.map((grant) => grant.facts.level.is("admin").and(grant.facts.over.is("account")).outcome());
  const isKnown = !administers.includes("unknown") && isWhole;
  return {
    id: key.id,
    label,
    class: known(facts.class),
    active: known(facts.active),
    email: known(facts.email),
    createdOn: known(facts.createdAt)?.toISOString().slice(0, 10) ?? null,
    administrator: administers.includes("pass") ? true : isKnown ? false : null,
    lastSignIn: signedIn instanceof Date ? signedIn.toISOString().slice(0, 10) : signedIn,
    personId,
  };
}
