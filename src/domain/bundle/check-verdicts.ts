import type { ControlsAnswer, JudgeQuestion, ScopeInput } from "../judge/contract.ts";
import { askJudge } from "../judge/judges.ts";
import type { Asked, Judges } from "../judge/judges.ts";
import { toHex } from "../ledger/bytes.ts";
import { canonicalJson } from "../ledger/canonical-json.ts";
import type { Findings } from "./bundle-report.ts";
import type { BundleContent } from "./bundle-source.ts";
import { checkShown } from "./check-controls.ts";
import { checkParts } from "./check-parts.ts";
import type { CheckedParts } from "./check-parts.ts";
import type { Witnesses } from "./check-runs.ts";
import type { ListedItem } from "./evidence-list.ts";
import { withPrinted } from "./printed-filings.ts";
import { Tally } from "./reperformed.ts";
import type { ReperformedVerdicts } from "./reperformed.ts";
import { formatVerdictLine, inputPath, judgePath, nameOf, parseVerdictLine, VERDICTS } from "./verdict-line.ts";
import type { CheckLine, ControlLine, FactsInput, Judged, PartLine, VerdictLine } from "./verdict-line.ts";

const INPUT_LIMIT = 100e6;
const JUDGE_LIMIT = 16e6;

type Decided = CheckLine | ControlLine;
type Ask = (sha256: string, question: JudgeQuestion) => Promise<Asked>;

/** What vouches for what verdicts cite. */
interface Cited extends Witnesses {
  readonly items: ReadonlyMap<string, ListedItem>;
  /** Entries of the signed ledger; undefined where none is signed. */
  readonly entries: number | undefined;
}

/**
 * Judges again what the bundle says that was judged: what exhibits say of parts, then checks from that, then controls. Undefined for a
 * bundle of the days before verdicts were in it. Each that differs goes to `findings`, by its name.
 */
export async function checkVerdicts(
  content: BundleContent,
  judges: Judges,
  { entries, ...cited }: Cited,
  findings: Findings,
): Promise<ReperformedVerdicts | undefined> {
  if (!content.found.has(VERDICTS)) return undefined;
  const tally = new Tally(findings, judges);
  const lines = await readLines(content, tally, findings);
  const ask = asking(content, judges, tally);
  const decided = lines.filter((line): line is Decided => line.for !== "part");
  const alike = mostAlike(decided);
  const parts = await checkParts(
    content,
    lines.filter((line): line is PartLine => line.for === "part"),
    { ...cited, instant: alike[0]?.instant },
    { ask, gunzip: judges.gunzip },
    tally,
  );
  for (const line of decided) {
    const fault = strangeness(line, alike[0]!) ?? beyond(line, entries);
    if (fault !== undefined) tally.differ(line, fault);
  }
  const sound = alike.filter((line) => beyond(line, entries) === undefined);
  if (sound.length > 0) await judgeDecided(content, ask, { ...parts, filings: cited.filings }, sound, decided, tally);
  await checkShown(content, decided, findings);
  return tally.result(alike[0]?.instant);
}

/** Asks judges by their SHA-256. The code of one that is not the verifier's own lies in the bundle. */
function asking(content: BundleContent, judges: Judges, tally: Tally): Ask {
  return async (sha256, question) => {
    const path = judgePath(sha256);
    const file = content.found.get(path);
    if (!file) return { fault: `its judge ${path} is not in the bundle` };
    if (toHex(file.sha256) !== sha256) return { fault: `its judge ${path} was altered` };
    const asked = await askJudge(judges, { sha256, code: () => content.text(path, JUDGE_LIMIT) }, question);
    if ("answer" in asked) tally.answered(sha256);
    return asked;
  };
}

async function readLines(content: BundleContent, tally: Tally, findings: Findings): Promise<VerdictLine[]> {
  const lines = new Map<string, VerdictLine>();
  let number = 0;
  for await (const text of content.lines(VERDICTS)) {
    number += 1;
    const line = text === undefined ? undefined : parseVerdictLine(text);
    if (!line) findings.add(`${VERDICTS}, line ${number}`, "This is not a verdict.");
    else if (lines.has(nameOf(line))) tally.differ(line, "there are two of this name");
    else lines.set(nameOf(line), line);
  }
  return [...lines.values()];
}

const JUDGED_BY = { judge: "judge", instant: "moment", scope: "scope", facts: "list of facts" } as const;
const judgedBy = Object.keys(JUDGED_BY) as (keyof Judged)[];

/** One judgement makes all verdicts of a bundle: those that most of them cite the same for. */
function mostAlike(lines: readonly Decided[]): readonly Decided[] {
  const groups = Map.groupBy(lines, (line) => JSON.stringify(judgedBy.map((name) => line[name])));
  return [...groups.values()].toSorted((a, b) => b.length - a.length)[0] ?? [];
}

function strangeness(line: Decided, usual: Decided): string | undefined {
  const strange = judgedBy.find((name) => line[name] !== usual[name]);
  return strange && `it cites another ${JUDGED_BY[strange]} than the other verdicts`;
}

function beyond({ restsOn }: Decided, entries: number | undefined): string | undefined {
  const entry = entries === undefined ? undefined : restsOn.entries.find((entry) => entry >= entries);
  return entry === undefined ? undefined : `it rests on entry ${entry}, which the signed ledger does not have`;
}

/** Judges checks and controls again; `all` are those that the bundle names, whatever is wrong with them. */
async function judgeDecided(
  content: BundleContent,
  ask: Ask,
  parts: CheckedParts & Pick<Witnesses, "filings">,
  lines: readonly Decided[],
  all: readonly Decided[],
  tally: Tally,
): Promise<void> {
  const { judge, instant, scope, facts } = lines[0]!;
  const judged = { judge, instant, scope, facts };
  const differ = (how: string) => {
    for (const line of lines) tally.differ(line, how);
  };
  const inputs = [await readInput(content, scope), await readInput(content, facts)] as const;
  if (inputs.includes(undefined)) {
    const missing = inputs[0] === undefined ? scope : facts;
    return differ(`its input ${inputPath(missing)} is not in the bundle as it was judged`);
  }
  const [scopeInput, factsInput] = inputs as [ScopeInput, FactsInput];
  const input = { ...withPrinted(factsInput, parts.filings), answers: parts.answers };
  const asked = await ask(judge, { kind: "controls", instant, scope: scopeInput, input });
  if ("unasked" in asked) for (const line of lines) tally.leave(line, asked.unasked);
  else if ("fault" in asked) differ(asked.fault);
  else if (asked.answer.kind !== "controls") differ("its judge cannot say it again");
  else compare(asked.answer, judged, parts, { lines, all }, tally);
}

async function readInput(content: BundleContent, sha256: string): Promise<unknown> {
  const path = inputPath(sha256);
  const file = content.found.get(path);
  if (!file || toHex(file.sha256) !== sha256) return undefined;
  const text = await content.text(path, INPUT_LIMIT);
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

function compare(
  { checks, controls }: ControlsAnswer,
  judged: Judged,
  { open, foreign }: CheckedParts,
  { lines, all }: { readonly lines: readonly Decided[]; readonly all: readonly Decided[] },
  tally: Tally,
): void {
  const said = new Map(
    [
      ...checks.map((check): Decided => ({ ...check, ...judged, for: "check" })),
      ...controls.map((control): Decided => ({ ...control, ...judged, for: "control" })),
    ].map((line) => [nameOf(line), line]),
  );
  const left = new Set(open.keys());
  for (const { check, basis } of checks) if (basis === "person") left.add(check);
  const isByForeign = (line: Decided) =>
    tally.isForeign(judged.judge) ||
    (line.for === "control" ? restsOnAny(line.checks, foreign) : foreign.has(line.check));
  for (const line of lines) {
    const now = said.get(nameOf(line));
    if (!now) tally.differ(line, "the judge does not say it");
    else if (formatVerdictLine(now) !== formatVerdictLine(line)) tally.differ(line, difference(line, now));
    else if (line.for === "control" && restsOnAny(line.checks, left)) tally.agreeOn(line, isByForeign(line));
    else if (line.for === "control") tally.agree(isByForeign(line));
    else if (line.basis === "person") tally.leave(line, "a person's test");
    else if (open.has(line.check)) tally.leave(line, open.get(line.check)!);
    else tally.agree(isByForeign(line));
  }
  const named = new Set(all.map(nameOf));
  for (const [name, line] of said)
    if (!named.has(name)) tally.differ(line, "the judge says it, and the bundle does not");
}

/**
 * Whether a control of these checks rests on one of these lines. Its documents are lines, too, and are told by the beginning of their ids,
 * which is that of its checks: a test of the catalog holds them to it.
 */
function restsOnAny(checks: readonly string[], lines: ReadonlySet<string>): boolean {
  const ofControl = new Set(checks.map(subjectOf));
  return [...lines].some((id) => ofControl.has(subjectOf(id)));
}

const subjectOf = (id: string) => id.split(".", 1)[0]!;

function difference(line: Decided, now: Decided): string {
  const outcome = (decided: Decided) => (decided.for === "control" ? decided.status : decided.outcome);
  const [then, again] = [line, now].map((item) => `“${outcome(item)}: ${item.reason}”`);
  if (then !== again) return `it says ${then}, and the judge ${again}`;
  const texts = (decided: Decided) =>
    new Map(Object.entries(decided).map(([name, value]) => [name, canonicalJson(value as never)]));
  const [of, wanted] = [texts(line), texts(now)];
  const other = [...wanted.keys()].find((name) => of.get(name) !== wanted.get(name));
  return `the judge says otherwise of its ${other ?? "form"}`;
}
