import { sql } from "kysely";
import { controlOfCheck } from "#catalog/index.ts";
import { checksAnswered } from "#connectors/answers.ts";
import type { Connector } from "#connectors/connector.ts";
import type { LinkMethod } from "#connectors/link-method.ts";
import type { Tx } from "../db/as-caller.ts";
import { fail } from "../app-error.ts";
import type { Clock } from "./connection-list.ts";
import { getConnection } from "./connection-list.ts";
import { readDecidedControls } from "./decided-controls.ts";
import { presentScopes } from "./link-methods.ts";

/** Most resources that one check shows. */
const SHOWN = 1_000;

type Outcome = "pass" | "fail" | "unknown" | "not applicable";
interface OpenResource {
  readonly type: string;
  readonly id: string;
  readonly label: string;
  readonly outcome: Outcome;
  readonly observed: string;
  readonly wanted: string;
}
type SettingValue = string | number | boolean | string[];

/** One connection with its checks, permissions and settings. A connector that is gone leaves what was collected. */
export async function getConnectionDetail(
  tx: Tx,
  companyId: string,
  connectionId: string,
  clock: Clock,
  connector: Connector | undefined,
) {
  const summary = await getConnection(tx, companyId, connectionId, clock);
  const row = await tx
    .selectFrom("app.connections")
    .select(["typed", "settings", "granted", "method", "source"])
    .where("company_id", "=", companyId)
    .where("id", "=", connectionId)
    .executeTakeFirstOrThrow();
  const method = connector?.manifest.methods.find(({ id }) => id === row.method);
  return {
    ...summary,
    checks: await listChecks(tx, companyId, connectionId, connector),
    decides: await readDecidedControls(tx, companyId, summary.lastCollectedAt && row.source, clock.now),
    permissions: connector
      ? presentScopes(connector).map((scope) => ({ ...scope, granted: row.granted?.includes(scope.scope) ?? null }))
      : [],
    publicKey: await findPublicKey(tx, companyId, connectionId),
    typed: presentTyped(method, row.typed as Record<string, string>),
    settings: presentSettings(connector, row.settings as Record<string, SettingValue>),
    settingFields: connector ? [...connector.manifest.settingFields] : [],
  };
}

/** Which provider a connection is of; refuses `not-found`. */
export async function providerOf(tx: Tx, companyId: string, connectionId: string) {
  const row = await tx
    .selectFrom("app.connections")
    .select("provider")
    .where("company_id", "=", companyId)
    .where("id", "=", connectionId)
    .executeTakeFirst();
  return row?.provider ?? fail("not-found");
}

/** Seen by those who may link. */
async function findPublicKey(tx: Tx, companyId: string, connectionId: string): Promise<string | null> {
  const { rows } = await sql<{ key: string | null }>`SELECT facts ->> 'publicKey' AS key FROM app.link_attempts
    WHERE company_id = ${companyId} AND connection_id = ${connectionId} ORDER BY created_at DESC LIMIT 1`.execute(tx);
  return rows[0]?.key ?? null;
}

async function listChecks(tx: Tx, companyId: string, connectionId: string, connector: Connector | undefined) {
  const rows = await tx
    .selectFrom("app.connection_checks")
    .selectAll()
    .where("company_id", "=", companyId)
    .where("connection_id", "=", connectionId)
    .execute();
  const byId = new Map(rows.map((row) => [row.check_id, row]));
  return (connector?.checks ?? []).map((check) => {
    const row = byId.get(check.id);
    return {
      id: check.id,
      title: check.title,
      severity: check.severity,
      hint: check.hint,
      controls: [...new Set(checksAnswered(check).map((served) => controlOfCheck(served).id))],
      outcome: (row?.outcome ?? "unknown") as Outcome,
      reason: row?.reason ?? "Nothing was collected yet.",
      passing: row?.passing ?? 0,
      failing: row?.failing ?? 0,
      unknown: row?.unknown ?? 0,
      since: row?.since.toISOString() ?? null,
      lastPassedAt: row?.last_passed_at?.toISOString() ?? null,
      observedAt: row?.observed_at.toISOString() ?? null,
      open: ((row?.open ?? []) as unknown as OpenResource[]).slice(0, SHOWN).map(presentOpen),
    };
  });
}

/** What is shown of a resource, and nothing else that a run may have stored with it. */
function presentOpen({ type, id, label, outcome, observed, wanted }: OpenResource): OpenResource {
  return { type, id, label, outcome, observed, wanted };
}

function presentTyped(method: LinkMethod | undefined, typed: Record<string, string>) {
  return (method?.fields ?? []).flatMap(({ name, label, secret }) =>
    secret || typed[name] === undefined ? [] : [{ label, value: typed[name] }],
  );
}

function presentSettings(connector: Connector | undefined, stored: Record<string, SettingValue>) {
  const read = connector?.manifest.settings.safeParse(stored);
  return (read?.success ? read.data : stored) as Record<string, SettingValue>;
}
