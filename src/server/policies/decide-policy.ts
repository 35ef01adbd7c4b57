import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { comparePolicies } from "#domain/policies/compare.ts";
import { AppError, fail } from "../app-error.ts";
import type { Tx } from "../db/as-caller.ts";
import { callFunction } from "../db/functions.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import { holdVersion, readVersion } from "./policy-rows.ts";
import { presentPolicy, readAssignments } from "./read-policies.ts";
import { refuseContradicted } from "./refuse-contradicted.ts";
import { refuseConstraint } from "./refuse-constraint.ts";
import { versionDetails } from "./write-policy.ts";

interface Deps {
  readonly now: () => Date;
}

/**
 * Refuses to acknowledge a version that is not in force, or a text that is not its own: `policy-replaced` with what changed where another
 * version took its place while it was read. Whoever acknowledges, member or staff, is asked this first.
 */
export async function refuseReplaced(tx: Tx, companyId: string, versionId: string, sha256: string): Promise<void> {
  const version = await readVersion(tx, companyId, versionId);
  if (version.state === "in force" && version.sha256 === sha256) return;
  if (version.state === "in force") return await refuseOtherText(tx, companyId, version, sha256);
  if (version.state !== "replaced") return fail("policy-not-in-force");
  const { rows } = await sql<{
    id: string;
    number: number;
    text: string;
  }>`SELECT v.id, v.number, v.text FROM app.policy_versions v
    WHERE v.company_id = ${companyId} AND v.policy_id = ${version.policy_id} AND v.state = 'in force'`.execute(tx);
  const newer = rows[0] ?? fail("policy-not-in-force");
  throw new AppError("policy-replaced", {
    data: { versionId: newer.id, number: newer.number, changes: comparePolicies(version.text, newer.text) },
  });
}

/** Refuses a text that is not the version's: with what changed since the older version whose text it is, or with all of it. */
async function refuseOtherText(
  tx: Tx,
  companyId: string,
  version: Awaited<ReturnType<typeof readVersion>>,
  sha256: string,
): Promise<never> {
  const { rows } = await sql<{
    text: string;
  }>`SELECT v.text FROM app.policy_versions v WHERE v.company_id = ${companyId}
    AND v.policy_id = ${version.policy_id} AND v.sha256 = ${sha256} AND v.state IN ('in force', 'replaced')
    ORDER BY v.number DESC LIMIT 1`.execute(tx);
  throw new AppError("policy-replaced", {
    message: "The text changed since you read it. See what changed, then acknowledge it.",
    data: {
      versionId: version.id,
      number: version.number,
      changes: comparePolicies(rows[0]?.text ?? "", version.text),
    },
  });
}

/** The entry of the ledger about an acknowledgment: person, version, hash of the text shown, sign-in method, instant. */
export async function acknowledgmentEntry(tx: Tx, companyId: string, acknowledgmentId: string) {
  const { rows } = await sql<{
    policy_id: string;
    title: string;
    number: number;
    sha256: string;
    person_id: string;
    method: string;
    vouched: string | null;
    acknowledged_at: Date;
  }>`SELECT v.policy_id, p.title, v.number, a.sha256, a.person_id, a.method, a.vouched, a.acknowledged_at FROM app.acknowledgments a
    JOIN app.policy_versions v ON v.company_id = a.company_id AND v.id = a.version_id
    JOIN app.policies p ON p.company_id = v.company_id AND p.id = v.policy_id
    WHERE a.company_id = ${companyId} AND a.id = ${acknowledgmentId}`.execute(tx);
  const { policy_id: subject, person_id: person, method, vouched, acknowledged_at: at, ...row } = rows[0]!;
  return { subject, details: { ...versionDetails(row), person, method, vouched, at: at.toISOString() } };
}

/** Approves, assigns and acknowledges versions of policies. */
export function policyDeciders({
  now,
}: Deps): Pick<HandlersOf<"policies">, "approve" | "assign" | "unassign" | "acknowledge"> {
  return {
    approve: async ({ input: { versionId, revision }, caller, tx }) => {
      const at = now();
      const before = await holdVersion(tx, caller.companyId, versionId);
      if (before.state !== "review" || before.revision !== revision) return fail("policy-not-waiting");
      await refuseContradicted(tx, caller.companyId, before.text, at);
      const id = randomUUID();
      await tx
        .insertInto("app.policy_approvals")
        .values({
          company_id: caller.companyId,
          id,
          version_id: versionId,
          revision,
          approved_by: caller.userId,
          approved_at: at,
        })
        .execute()
        .catch(refuseConstraint);
      const row = await holdVersion(tx, caller.companyId, versionId);
      const answer = await presentPolicy(tx, caller, row.policy_id, at);
      const approvals = answer.versions.find((version) => version.id === versionId)?.approvals ?? [];
      return {
        answer,
        entry: {
          subject: row.policy_id,
          details: {
            ...versionDetails(row),
            inForce: row.state === "in force",
            alone: approvals.some(({ userId, alone }) => userId === caller.userId && alone),
          },
        },
      };
    },

    assign: async ({ input: { versionId, audience, personId }, caller, tx }) => {
      const row = await holdVersion(tx, caller.companyId, versionId);
      if (row.state !== "in force") return fail("policy-not-in-force");
      if ((audience === "person") !== (personId !== null)) return fail("record-link");
      const id = randomUUID();
      await tx
        .insertInto("app.assignments")
        .values({
          company_id: caller.companyId,
          id,
          version_id: versionId,
          audience,
          person_register: personId === null ? null : "people",
          person_id: personId,
          assigned_by: caller.userId,
          assigned_at: now(),
        })
        .execute()
        .catch(refuseConstraint);
      const [answer] = await readAssignments(tx, caller.companyId, sql`s.id = ${id}`);
      return {
        answer: answer!,
        entry: {
          subject: row.policy_id,
          // Who it is stands in the register of people.
          details: { ...versionDetails(row), audience: personId === null ? audience : "one person", person: personId },
        },
      };
    },

    unassign: async ({ input: { assignmentId, reason }, caller, tx }) => {
      const { rows } = await sql<{
        version_id: string;
        audience: string;
        person_id: string | null;
      }>`SELECT s.version_id, s.audience,
          s.person_id FROM app.assignments s
        WHERE s.company_id = ${caller.companyId} AND s.id = ${assignmentId} AND s.ended_at IS NULL`.execute(tx);
      const held = rows[0] ?? fail("not-found");
      await tx
        .updateTable("app.assignments")
        .set({ ended_at: now(), ended_by: caller.userId })
        .where("company_id", "=", caller.companyId)
        .where("id", "=", assignmentId)
        .execute();
      const row = await readVersion(tx, caller.companyId, held.version_id);
      const audience = held.person_id === null ? held.audience : "one person";
      return {
        answer: { policyId: row.policy_id },
        entry: {
          subject: row.policy_id,
          details: { ...versionDetails(row), audience, person: held.person_id, ...(reason && { reason }) },
        },
      };
    },

    acknowledge: async ({ input: { versionId, sha256 }, caller, tx }) => {
      await refuseReplaced(tx, caller.companyId, versionId, sha256);
      const person = await callFunction(tx, "app.my_person", []);
      if (person === null) return fail("policy-person");
      const given = () =>
        tx
          .selectFrom("app.acknowledgments")
          .select(["id", "acknowledged_at", "method"])
          .where("company_id", "=", caller.companyId)
          .where("version_id", "=", versionId)
          .where("person_id", "=", person)
          .where("vouched", "is not", null)
          .executeTakeFirst();
      const before = await given();
      if (before)
        return { answer: { at: before.acknowledged_at.toISOString(), method: before.method }, entry: "unchanged" };
      const id = randomUUID();
      await callFunction(tx, "app.acknowledge_policy", [id, versionId, sha256, caller.sessionId ?? null, now()]).catch(
        refuseConstraint,
      );
      const row = (await given())!;
      return {
        answer: { at: row.acknowledged_at.toISOString(), method: row.method },
        entry: await acknowledgmentEntry(tx, caller.companyId, id),
      };
    },
  };
}
