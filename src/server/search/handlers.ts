import { sql } from "kysely";
import type { FrameworkKey } from "#catalog/types.ts";
import { controls as library, openFrameworks, requirementsOf } from "#catalog/index.ts";
import { resultsOfAKind } from "#contract/search.ts";
import { exhibitSearched } from "#domain/exhibit-search.ts";
import { formatExhibitNumber } from "#domain/exhibit-number.ts";
import { likePattern } from "#domain/like-pattern.ts";
import { functionOf } from "../db/functions.ts";
import type { Tx } from "../db/as-caller.ts";
import { atOnce } from "../db/at-once.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import { findRecords } from "./find-records.ts";

interface Deps {
  readonly now: () => Date;
}

/** Looks through everything of one company that has a name or a number. */
export function searchHandlers({ now }: Deps): HandlersOf<"search"> {
  return {
    everything: async ({ input: { companyId, text }, caller, tx }) => {
      if (text.trim() === "") return { projects: [], controls: [], evidence: [], records: [], policies: [] };
      const [projects, controls, evidence, records, policies] = await atOnce(
        findProjects(tx, companyId, text),
        findControls(tx, companyId, text),
        findEvidence(tx, companyId, text),
        findRecords(tx, caller, text, now()),
        findPolicies(tx, companyId, text),
      );
      return { projects, controls, evidence, records, policies };
    },
  };
}

async function findProjects(tx: Tx, companyId: string, text: string) {
  const { rows } = await sql<{ id: string; name: string; framework: FrameworkKey }>`
    SELECT id, name, framework FROM app.projects WHERE company_id = ${companyId} AND lower(name) LIKE ${likePattern(text)}
    ORDER BY archived_at IS NOT NULL, created_at DESC LIMIT ${resultsOfAKind}`.execute(tx);
  return rows;
}

async function findControls(tx: Tx, companyId: string, text: string) {
  const sought = text.trim().toLowerCase();
  const found = library.filter(
    (control) =>
      control.id.toLowerCase() === sought ||
      `${control.title} ${control.domain}`.toLowerCase().includes(sought) ||
      openFrameworks.some(({ key }) =>
        requirementsOf(control, key).some((requirement) => requirement.toLowerCase() === sought),
      ),
  );
  if (found.length === 0) return [];
  const newest = await tx
    .selectFrom("app.projects")
    .select("id")
    .where("company_id", "=", companyId)
    .where("archived_at", "is", null)
    .orderBy("created_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return found
    .slice(0, resultsOfAKind)
    .map(({ id, title, domain }) => ({ id, title, domain, projectId: newest?.id ?? null }));
}

/** By number first: who types one means that item. */
async function findEvidence(tx: Tx, companyId: string, text: string) {
  const found = functionOf("app.find_evidence", [likePattern(text), resultsOfAKind]);
  const { rows } = await sql<{ id: string; number: number; name: string; source: string }>`
    SELECT id, number, name, source FROM app.evidence WHERE company_id = ${companyId} AND matter_id IS NULL AND number = ANY (
      coalesce(${exhibitSearched(text) ?? null}::bigint || ARRAY[]::bigint[], '{}')
      || ARRAY(SELECT ${found}))
    ORDER BY number IS DISTINCT FROM ${exhibitSearched(text) ?? null}::bigint, number DESC LIMIT ${resultsOfAKind}`.execute(
    tx,
  );
  return rows.map(({ number, ...item }) => ({ ...item, exhibit: formatExhibitNumber(number) }));
}

async function findPolicies(tx: Tx, companyId: string, text: string) {
  const { rows } = await sql<{ id: string; title: string; inForce: boolean }>`
    SELECT p.id, p.title, EXISTS (SELECT 1 FROM app.policy_versions v
      WHERE v.company_id = p.company_id AND v.policy_id = p.id AND v.state = 'in force') AS "inForce"
    FROM app.policies p WHERE p.company_id = ${companyId} AND lower(p.title) LIKE ${likePattern(text)}
    ORDER BY "inForce" DESC, p.number DESC LIMIT ${resultsOfAKind}`.execute(tx);
  return rows;
}
