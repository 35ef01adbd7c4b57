import { sql } from "kysely";
import { approvedUntil } from "#domain/policies/policy.ts";
import { fail } from "../../app-error.ts";
import type { Tx } from "../../db/as-caller.ts";
import { presentVersions, readVersion } from "../policy-rows.ts";
import type { VersionFacts } from "./printed-policy.ts";

/** A version as it is printed, with its text. Refuses `not-found`. */
export async function readVersionFacts(
  tx: Tx,
  companyId: string,
  versionId: string,
): Promise<{ readonly version: VersionFacts; readonly text: string }> {
  const { title, text } = await readVersion(tx, companyId, versionId);
  const [shown] = await presentVersions(tx, sql`v.company_id = ${companyId} AND v.id = ${versionId}`);
  const { rows } = await sql<{ company: string; entry: number | null }>`SELECT c.name AS company,
      v.in_force_index::integer AS entry FROM app.policy_versions v JOIN app.companies c ON c.id = v.company_id
    WHERE v.company_id = ${companyId} AND v.id = ${versionId}`.execute(tx);
  const row = rows[0];
  if (!shown || !row) return fail("not-found");
  const { state, number, sha256, changedAt, inForceAt, replacedAt, quorum } = shown;
  const approvals = shown.approvals.map(({ name, at, alone }) => ({ name, at: new Date(at), alone }));
  const until = approvedUntil(
    approvals.map(({ at }) => at),
    quorum ?? 1,
  );
  return {
    text,
    version: {
      state,
      number,
      title,
      sha256,
      approvals,
      ...row,
      changedAt: new Date(changedAt),
      inForceAt: inForceAt === null ? null : new Date(inForceAt),
      replacedAt: replacedAt === null ? null : new Date(replacedAt),
      renewBy: state === "in force" ? (until ?? null) : null,
    },
  };
}
