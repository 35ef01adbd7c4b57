import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { formatVerdictLine, inputPath, judgePath, VERDICTS } from "#domain/bundle/verdict-line.ts";
import type { CheckLine, ControlLine, FactsInput, PartLine, VerdictLine } from "#domain/bundle/verdict-line.ts";
import { parseExhibitNumber } from "#domain/exhibit-number.ts";
import type {
  ControlsAnswer,
  FilingInput,
  JudgeQuestion,
  PartSaid,
  PartsAnswer,
  ReportAnswer,
  ScopeInput,
} from "#domain/judge/contract.ts";
import { validForMs } from "#domain/judge/valid-for.ts";
import { canonicalJson } from "#domain/ledger/canonical-json.ts";
import type { CanonicalValue } from "#domain/ledger/canonical-json.ts";
import { connectors } from "#connectors/index.ts";
import type { Connector, EvidenceItem, Settings, StepReport } from "#connectors/connector.ts";
import { fixtures } from "#connectors/github/fixtures.ts";
import { writeDocument } from "#server/connections/exhibit-document.ts";
import type { ExhibitDocument } from "#server/connections/exhibit-document.ts";
import { readJudgeFile, runOwnJudge } from "#server/judge/judge-file.ts";
import type { JudgeFile } from "#server/judge/judge-file.ts";
import { buildJudge } from "../../scripts/build-judge.ts";
import { passingReports } from "./passing-reports.ts";
import { sampleBundle } from "./sample-bundle.ts";
import type { BundleFiles, SampleBundle, SampleRun } from "./sample-bundle.ts";

const AT = "2026-11-21T05:59:00.000Z";
/** As the entries of a sample ledger say. */
const FILED = "2026-11-21T06:00:00.000Z";
const DAY_MS = 24 * 60 * 60_000;
export const INSTANT = "2026-11-21T07:00:00.000Z";
const SOURCE = "GitHub (acme)";
export const hex = (text: string | Buffer) => createHash("sha256").update(text).digest("hex");

/** The judge as it is built from these sources. */
export async function builtJudge(): Promise<JudgeFile> {
  const folder = mkdtempSync(join(tmpdir(), "exhibit-judge-"));
  try {
    return (await readJudgeFile(await buildJudge(join(folder, "judge.js"))))!;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export interface JudgedBundle extends SampleBundle {
  readonly lines: readonly VerdictLine[];
  readonly scope: ScopeInput;
  readonly facts: FactsInput;
  /** The same bundle with other lines and files, sealed by an issuer who has the key. */
  with(change: {
    readonly lines?: readonly VerdictLine[];
    readonly files?: readonly (readonly [path: string, text: string | undefined])[];
  }): BundleFiles;
}

interface Made {
  /** The fixtures of which checks its connection met. */
  readonly items?: "pass" | "fail";
  /** Whether its connection is a made-up one. */
  readonly isSample?: boolean;
  /** What a tool reported; Prowler otherwise, the day before. */
  readonly report?: string;
  /** Whether its report is packed with gzip. */
  readonly isPacked?: boolean;
  /** The answers that are not left out, from which alone checks and controls are judged. */
  keeps?(line: PartLine): boolean;
  /** Answers that its issuer made up beside those of its connection. */
  readonly forged?: readonly Pick<PartLine, "check" | "aspect" | "source" | "outcome" | "reason" | "judge">[];
  /** Under which source the ledger has its second item. */
  readonly policySource?: string;
  /** What was filed as an expected document. */
  readonly filings?: readonly FilingInput[];
  /** The runs that its ledger names, where not only the one that filed its exhibit. */
  runs?(own: SampleRun): readonly SampleRun[];
}

/** What Prowler reported a day before {@link AT}. */
export const REPORT = JSON.stringify(
  passingReports["prowler-ocsf"].map((finding) => ({ ...finding, time: Date.parse(AT) / 1000 - 24 * 60 * 60 })),
);
const TARGET = "acme/production";

/** A bundle of a company with a connection and a report of Prowler, whose exhibits, checks and controls were judged. */
export function judgedBundle(
  judge: JudgeFile,
  {
    items = "pass",
    isPacked = false,
    isSample = false,
    report: text = REPORT,
    keeps = () => true,
    forged = [],
    policySource = "Ana",
    filings = [],
    runs = (own) => [own],
  }: Made = {},
): JudgedBundle {
  const own = runOwnJudge(judge);
  const ask = <Answer>(question: JudgeQuestion) => JSON.parse(own.judge(JSON.stringify(question))) as Answer;
  const document: ExhibitDocument = { ...exhibitOf(judge.sha256, items), ...(isSample && { sample: true }) };
  const artifact = writeDocument(document);
  const report = isPacked ? gzipSync(text) : Buffer.from(text);
  const sha256 = hex(report);
  const reported = ask<ReportAnswer>({
    kind: "report",
    instant: FILED,
    input: { text, sha256, target: TARGET, mapping: null },
  });
  const { source, observedAt } = reported;
  const run = { exhibit: "EX-000001", judge: judge.sha256, observedAt: AT, provider: "github", seen: [] };
  const artifacts = [artifact, Buffer.from("An approved policy.\n"), report];
  const bundle = sampleBundle(artifacts, { sources: [SOURCE, policySource, source], runs: runs(run) });
  const rows = JSON.parse(bundle.files.get("evidence.json")!.toString()) as readonly Pick<
    PartLine,
    "exhibit" | "ledgerIndex"
  >[];
  const [first, , third] = rows.map(({ exhibit, ledgerIndex }) => ({ exhibit, ledgerIndex }));
  const parsed = JSON.parse(artifact.toString()) as unknown;
  const { parts } = ask<PartsAnswer>({ kind: "collection", instant: AT, input: parsed });
  const lineOf = (
    { validForDays, validForHours = 0, ...part }: PartSaid,
    told: Pick<PartLine, "source" | "observedAt" | "exhibit" | "ledgerIndex" | "sha256" | "how">,
  ): PartLine => ({
    ...part,
    ...told,
    for: "part",
    validUntil: new Date(Date.parse(told.observedAt) + validForMs({ validForDays, validForHours })).toISOString(),
    withheld: null,
    judge: judge.sha256,
  });
  const byConnection = { ...first!, source: SOURCE, observedAt: AT, sha256: hex(artifact) };
  const byReport = { ...third!, source, observedAt, sha256 };
  const partLines = [
    ...parts.map((part) => lineOf(part, { ...byConnection, how: { kind: "collection" } })),
    ...reported.parts.map((part) =>
      lineOf(part, { ...byReport, how: { kind: "report", target: TARGET, mapping: null } }),
    ),
  ]
    .filter(keeps)
    .concat(forged.map((own) => ({ ...lineOf(parts[0]!, { ...byConnection, how: { kind: "collection" } }), ...own })));
  const system = { id: "s1", name: "acme", kinds: [], provider: "github", sources: [SOURCE], ledgerIndex: 1 };
  const scope: ScopeInput = { systems: [system], decisions: [] };
  const facts: FactsInput = {
    frameworks: ["soc2"],
    tests: [
      {
        check: "oversight.owner-named",
        aspect: null,
        conclusion: "passes",
        reason: "Tested by a person.",
        testedAt: AT,
        validUntil: "2027-11-21T00:00:00.000Z",
        withdrawn: false,
        number: 2,
        ledgerIndex: 3,
      },
    ],
    filings,
    documentDecisions: [],
    applicability: [],
  };
  const input = { ...facts, answers: partLines.map(answerOf) };
  const said = ask<ControlsAnswer>({ kind: "controls", instant: INSTANT, scope, input });
  const [scopeText, factsText] = [scope, facts].map((item) => canonicalJson(item as unknown as CanonicalValue));
  const judged = { judge: judge.sha256, instant: INSTANT, scope: hex(scopeText!), facts: hex(factsText!) };
  const lines: readonly VerdictLine[] = [
    ...partLines,
    ...said.checks.map((check): CheckLine => ({ ...check, ...judged, for: "check" })),
    ...said.controls.map((control): ControlLine => ({ ...control, ...judged, for: "control" })),
  ];
  const controls = said.controls.map(({ control: id, status, reason, progress, basis }) => ({
    id,
    status,
    reason,
    progress,
    basis,
    exhibits: [],
    checks: [],
  }));
  const written: BundleFiles = new Map(bundle.files);
  const set = (path: string, text: string) => written.set(path, Buffer.from(text));
  set(judgePath(judge.sha256), judge.code);
  set(inputPath(judged.scope), scopeText!);
  set(inputPath(judged.facts), factsText!);
  set("controls.json", JSON.stringify(controls));
  const sealedWith: JudgedBundle["with"] = ({ lines: own = lines, files = [] }) => {
    const changed: BundleFiles = new Map(written);
    changed.set(VERDICTS, Buffer.from(own.map((line) => `${formatVerdictLine(line)}\n`).join("")));
    for (const [path, text] of files)
      if (text === undefined) changed.delete(path);
      else changed.set(path, Buffer.from(text));
    bundle.seal(changed);
    return changed;
  };
  return { ...bundle, files: sealedWith({}), lines, scope, facts, with: sealedWith };
}

/** The same lines, what its connection says of parts so many days younger. */
export function seenLater(lines: readonly VerdictLine[], days: number): VerdictLine[] {
  const later = (instant: string) => new Date(Date.parse(instant) + days * DAY_MS).toISOString();
  return lines.map((line) =>
    line.for === "part" && line.how.kind === "collection"
      ? { ...line, observedAt: later(line.observedAt), validUntil: later(line.validUntil) }
      : line,
  );
}

function answerOf({ exhibit, ...line }: PartLine) {
  const { check, aspect, source, outcome, reason, observedAt, validUntil, ledgerIndex } = line;
  const number = parseExhibitNumber(exhibit)!;
  return { check, aspect, source, outcome, reason, observedAt, validUntil, ledgerIndex, number };
}

/** What a run of GitHub's connector seals, of an account of which every check has its passing items, or its failing ones. */
export function exhibitOf(judge: string, which: "pass" | "fail" = "pass"): ExhibitDocument {
  const github = connectors.find((connector) => connector.manifest.id === "github")!;
  const seen = new Set<string>();
  const items = Object.values(fixtures)
    .flatMap((fixture) => fixture[which])
    .filter(({ kind, subject }) => {
      const key = JSON.stringify([kind, subject.id]);
      return !seen.has(key) && seen.add(key);
    });
  return exhibitFrom(github, items, github.manifest.settings.parse({}), judge);
}

/** What a whole run of a connector seals that brought these items. */
export function exhibitFrom(
  { manifest, steps }: Connector,
  items: readonly EvidenceItem[],
  settings: Settings,
  judge: string,
): ExhibitDocument {
  const ended = { pages: 1, items: 1, startedAt: AT, endedAt: AT, missing: [], detail: "" };
  return {
    format: "exhibit-collection/1",
    provider: manifest.id,
    account: { id: "1", label: "acme" },
    connector: { version: manifest.version },
    run: { id: "0190c0de-0000-4000-8000-000000000001", slot: AT, observedAt: AT },
    judged: { judge, at: AT },
    settings,
    steps: steps.map(({ id }): StepReport => ({ ...ended, step: id, status: "complete" })),
    items: items.map((item) => ({ ...item, step: steps.find(({ kinds }) => kinds.includes(item.kind))!.id })),
    results: [],
  };
}
