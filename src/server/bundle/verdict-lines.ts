import { createHash } from "node:crypto";
import { sql } from "kysely";
import { formatVerdictLine, inputPath, judgePath } from "#domain/bundle/verdict-line.ts";
import type {
  CheckLine,
  ControlLine,
  FactsInput,
  PartLine,
  VerdictLine,
  Withheld,
} from "#domain/bundle/verdict-line.ts";
import { formatExhibitNumber, parseExhibitNumber } from "#domain/exhibit-number.ts";
import type { ScopeInput, TestInput } from "#domain/judge/contract.ts";
import { canonicalJson } from "#domain/ledger/canonical-json.ts";
import type { CanonicalValue } from "#domain/ledger/canonical-json.ts";
import { isOfRegisters } from "#domain/registers/snapshot.ts";
import { saidOf } from "#judge/judge.ts";
import type { Result } from "#judge/check-states.ts";
import type { ControlState } from "#judge/control-states.ts";
import type { DecidingFacts } from "../controls/control-states.ts";
import type { Tx } from "../db/as-caller.ts";
import { seeWithdrawn } from "../evidence/withdrawn.ts";
import type { JudgeFile } from "../judge/judge-file.ts";

/** What a bundle says was judged, and what it takes to judge it again, as files by their path. */
interface BundledVerdicts {
  readonly lines: readonly VerdictLine[];
  readonly files: ReadonlyMap<string, string>;
}

/** An exhibit of the bundle. */
interface Exhibit {
  readonly number: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

/** Every verdict that the bundle's report rests on, with its inputs and the judges that said it. */
export async function bundledVerdicts(
  tx: Tx,
  companyId: string,
  {
    judge,
    facts,
    states,
    exhibits,
  }: {
    readonly judge: JudgeFile;
    readonly facts: DecidingFacts;
    readonly states: readonly ControlState[];
    readonly exhibits: readonly Exhibit[];
  },
): Promise<BundledVerdicts> {
  const cited = await citedExhibits(tx, companyId, facts.results);
  const inBundle = new Map(exhibits.map(({ number, sha256 }) => [number, sha256]));
  const parts = facts.results.map((result) => partLine(result, cited, inBundle));
  const files = new Map<string, string>([[judgePath(judge.sha256), judge.code]]);
  for (const [sha256, code] of await keptJudges(tx, parts)) files.set(judgePath(sha256), code);
  for (const [sha256, content] of await snapshotPages(tx, companyId, parts)) files.set(inputPath(sha256), content);
  const keep = (input: unknown): string => {
    const text = canonicalJson(input as CanonicalValue);
    const sha256 = createHash("sha256").update(text).digest("hex");
    files.set(inputPath(sha256), text);
    return sha256;
  };
  const judged = {
    judge: judge.sha256,
    instant: facts.now.toISOString(),
    scope: keep(scopeInput(facts)),
    facts: keep(factsInput(facts)),
  };
  const said = saidOf(states, { ...factsInput(facts), answers: parts.map(answerOf) });
  return {
    files,
    lines: [
      ...parts,
      ...said.checks.map((check): CheckLine => ({ ...check, ...judged, for: "check" })),
      ...said.controls.map((control): ControlLine => ({ ...control, ...judged, for: "control" })),
    ],
  };
}

/** The lines as a file. */
export const verdictsText = (lines: readonly VerdictLine[]): string =>
  lines.map((line) => `${formatVerdictLine(line)}\n`).join("");

interface Cited {
  readonly number: number;
  readonly ledgerIndex: number;
  readonly withdrawn: boolean;
  readonly erased: boolean;
  readonly target: string | null;
  readonly mapping: CanonicalValue;
  /** By check and aspect: the one that judged it last, as a report is judged anew when the rules change. */
  readonly judges: Readonly<Record<string, string | null>>;
}

/** What is known of the exhibits that answers were read from, those that were withdrawn included. */
async function citedExhibits(
  tx: Tx,
  companyId: string,
  results: readonly Result[],
): Promise<ReadonlyMap<number, Cited>> {
  await seeWithdrawn(tx);
  const numbers = [...new Set(results.map(({ number }) => number))];
  const { rows } = await sql<Cited>`
    SELECT e.number, e.ledger_index AS "ledgerIndex", e.withdrawal_id IS NOT NULL AS withdrawn,
      e.erased_at IS NOT NULL AS erased, i.target, i.mapping,
      (SELECT coalesce(jsonb_object_agg(concat_ws('/', r.check_id, r.aspect), r.judge ORDER BY r.observed_at, r.recorded_at), '{}')
        FROM app.check_results r
        WHERE r.company_id = e.company_id AND r.evidence_id = e.id AND r.rule = 2) AS judges
    FROM app.evidence e LEFT JOIN app.imports i ON i.company_id = e.company_id AND i.evidence_id = e.id
    WHERE e.company_id = ${companyId} AND e.number = ANY(${numbers})`.execute(tx);
  return new Map(rows.map((row) => [row.number, row]));
}

async function keptJudges(tx: Tx, parts: readonly PartLine[]): Promise<readonly (readonly [string, string])[]> {
  const asked = [...new Set(parts.flatMap(({ judge }) => judge ?? []))];
  if (asked.length === 0) return [];
  const rows = await tx.selectFrom("app.judges").select(["sha256", "code"]).where("sha256", "in", asked).execute();
  return rows.map(({ sha256, code }) => [sha256, code]);
}

/** The pages of the cited snapshots of registers, as far as whoever exports may read their registers. */
async function snapshotPages(
  tx: Tx,
  companyId: string,
  parts: readonly PartLine[],
): Promise<readonly (readonly [string, string])[]> {
  const cited = parts.filter(({ source, sha256 }) => isOfRegisters(source) && sha256 !== null);
  const numbers = [...new Set(cited.map(({ exhibit }) => parseExhibitNumber(exhibit)!))];
  if (numbers.length === 0) return [];
  const { rows } = await sql<{
    sha256: string;
    content: string;
  }>`SELECT DISTINCT p.sha256, p.content FROM app.evidence e
    JOIN app.register_runs r ON r.company_id = e.company_id AND r.evidence_id = e.id
    JOIN app.snapshot_pages p ON p.company_id = r.company_id AND p.sha256 = ANY (r.pages)
    WHERE e.company_id = ${companyId} AND e.number = ANY (${numbers})`.execute(tx);
  return rows.map(({ sha256, content }) => [sha256, content]);
}

function partLine(result: Result, cited: ReadonlyMap<number, Cited>, inBundle: ReadonlyMap<number, string>): PartLine {
  const { checkId: check, aspect, source, outcome, reason, observedAt, validUntil, number } = result;
  const exhibit = cited.get(number);
  const sha256 = inBundle.get(number) ?? null;
  const target = exhibit?.target ?? null;
  return {
    for: "part",
    check,
    aspect,
    source,
    outcome,
    reason,
    observedAt: observedAt.toISOString(),
    validUntil: validUntil.toISOString(),
    exhibit: formatExhibitNumber(number),
    ledgerIndex: exhibit?.ledgerIndex ?? -1,
    sha256,
    withheld: sha256 !== null ? null : whyWithheld(exhibit),
    judge: exhibit?.judges[`${check}/${aspect ?? ""}`] ?? null,
    how: target === null ? { kind: "collection" } : { kind: "report", target, mapping: exhibit?.mapping ?? null },
  };
}

function whyWithheld(exhibit: Cited | undefined): Withheld {
  if (exhibit?.erased) return "erased";
  return exhibit?.withdrawn ? "withdrawn" : "not in this bundle";
}

function answerOf({ check, aspect, source, outcome, reason, observedAt, validUntil, ledgerIndex, exhibit }: PartLine) {
  const number = Number(exhibit.slice(3));
  return { check, aspect, source, outcome, reason, observedAt, validUntil, ledgerIndex, number };
}

function scopeInput({ scope }: DecidingFacts): ScopeInput {
  return {
    systems: scope.systems.map(({ id, name, kinds, provider, sources, ledgerIndex = 0 }) => ({
      id,
      name,
      kinds,
      provider,
      sources,
      ledgerIndex,
    })),
    decisions: scope.decisions.map(({ about, declared, reason, until, ledgerIndex }) => ({
      kind: "kind" in about ? about.kind : null,
      systemId: "systemId" in about ? about.systemId : null,
      declared,
      reason,
      until,
      ledgerIndex,
    })),
  };
}

function factsInput({ frameworks, tests, filings, documentDecisions, decisions }: DecidingFacts): FactsInput {
  return {
    frameworks,
    filings,
    documentDecisions,
    tests: [...tests].flatMap(([check, own]) =>
      own.map(({ testedAt, validUntil, ledgerIndex = 0, ...test }): TestInput => ({
        ...test,
        check,
        testedAt: testedAt.toISOString(),
        validUntil: validUntil.toISOString(),
        ledgerIndex,
      })),
    ),
    applicability: [...decisions].map(([control, decision]) => ({ control, ...decision })),
  };
}
