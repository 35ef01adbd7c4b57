import { parseExhibitNumber } from "../exhibit-number.ts";
import type { CsvMapping } from "../csv-mapping.ts";
import { UNKNOWN_QUESTION } from "../judge/contract.ts";
import { isOfRegisters, REGISTERS } from "../registers/snapshot.ts";
import type { AnswerInput, JudgeQuestion, PartSaid } from "../judge/contract.ts";
import type { Asked, Judges } from "../judge/judges.ts";
import { toHex } from "../ledger/bytes.ts";
import type { BundleContent } from "./bundle-source.ts";
import { provedQuestion } from "./check-named.ts";
import type { Unlike } from "./check-named.ts";
import type { Witnesses } from "./check-runs.ts";
import { comparePart, withdrawnFault } from "./compare-part.ts";
import type { Said } from "./compare-part.ts";
import type { ListedItem } from "./evidence-list.ts";
import type { Tally } from "./reperformed.ts";
import { COLLECTION_LIMIT, readSealed } from "./sealed-exhibit.ts";
import { uncitedSnapshot } from "./uncited-snapshot.ts";
import type { Cited } from "./uncited-snapshot.ts";
import { questionAbout } from "./question-about.ts";
import { reportText } from "./report-text.ts";
import { nameOf } from "./verdict-line.ts";
import type { PartLine } from "./verdict-line.ts";

const NO_JUDGE = "read from an exhibit that names no judge";

/** Asks the judge of this SHA-256, hexadecimal. */
export type AskAgain = (sha256: string, question: JudgeQuestion) => Promise<Asked>;

/** What was said of parts, and what is said when their exhibits are judged again. */
export interface CheckedParts {
  readonly answers: readonly AnswerInput[];
  /** Checks with an answer that was not judged again, and why. */
  readonly open: ReadonlyMap<string, string>;
  /** Checks with an answer that a foreign judge said. */
  readonly foreign: ReadonlySet<string>;
}

/**
 * Judges each cited exhibit again, once, and compares what it says of parts with their lines: all that it says, unless its source said
 * something of the part later. What is judged on goes on with what the exhibit says now, so that a part that differs shows in its check and its control, too.
 */
export async function checkParts(
  content: BundleContent,
  lines: readonly PartLine[],
  cited: Cited,
  { ask, gunzip }: Asking,
  tally: Tally,
): Promise<CheckedParts> {
  const answers: AnswerInput[] = [];
  const open = new Map<string, string>();
  const foreign = new Set<string>();
  // No two have the same name.
  const byName = new Map(lines.map((line) => [nameOf(line), line]));
  for (const own of Map.groupBy(lines, exhibitAndJudge).values()) {
    const said = await judgeAgain(content, own[0]!, cited, {
      ask,
      gunzip,
      isApart: tally.isApart(own[0]!.judge),
    });
    for (const line of own) {
      if ("parts" in said && tally.isForeign(line.judge)) foreign.add(line.check);
      const now = "parts" in said ? said.parts.find((part) => isOf(part, line)) : undefined;
      const unlike = heldBack(line, said) ?? comparePart(line, said, now, cited);
      if (!unlike) tally.agree(tally.isForeign(line.judge));
      else if ("fault" in unlike) tally.differ(line, unlike.fault);
      else {
        tally.leave(line, unlike.open);
        open.set(line.check, unlike.open);
      }
      answers.push({ ...answerOf(line), ...againOf(line, said, { now, unlike, cited }) });
    }
    if (!("parts" in said)) continue;
    for (const left of leftOut(said.parts, own, byName))
      tally.differ(left, `${left.exhibit} says it, and the bundle does not`);
  }
  const newest = await uncitedSnapshot(content, lines, cited);
  if (newest) {
    const said = await judgeAgain(content, newest, cited, { ask, gunzip, isApart: tally.isApart(newest.judge) });
    if (!("parts" in said)) tally.leaveUncited(newest.exhibit);
    else
      for (const left of leftOut(said.parts, [newest], byName))
        tally.differ(left, `${left.exhibit} says it, and the bundle does not`);
  }
  return { answers, open, foreign };
}

/** What was withdrawn or erased decides nothing, whatever it once said. */
const heldBack = ({ withheld, outcome }: PartLine, said: Said): Unlike | undefined =>
  "open" in said && withheld !== null && withheld !== "not in this bundle" && outcome !== "unknown"
    ? { fault: `it says “${outcome}”, and its exhibit is ${withheld}` }
    : undefined;

interface Compared {
  readonly now: PartSaid | undefined;
  readonly unlike: Unlike | undefined;
  readonly cited: Witnesses;
}

/** What is judged on goes on with: what the exhibit says now, and nothing of what was withdrawn. */
function againOf(line: PartLine, said: Said, { now, unlike, cited }: Compared) {
  const isMissing = "parts" in said && (said.missing !== undefined || withdrawnFault(line, said, cited) !== undefined);
  const isHeld = heldBack(line, said) !== undefined || (isMissing && unlike !== undefined && "fault" in unlike);
  if (isHeld) return { outcome: "unknown" as const };
  return now && !(isMissing && unlike) ? { outcome: now.outcome, reason: now.reason } : {};
}

/** What an exhibit says of parts about which no line is, and none of what its source said later; `own` are its lines. */
function leftOut(
  parts: readonly PartSaid[],
  own: readonly PartLine[],
  lines: ReadonlyMap<string, PartLine>,
): PartLine[] {
  const bySource = new Map(own.map((line) => [isOfRegisters(line.source) ? REGISTERS : line.source, line]));
  return [...bySource.values()].flatMap((line) =>
    parts
      .map((part): PartLine => {
        const { validForDays: _, validForHours: __, ...said } = part;
        return { ...line, ...said, source: nameIn(part, line) };
      })
      .filter((said) => {
        const stands = lines.get(nameOf(said));
        return stands === undefined || !isNoOlder(stands, said);
      }),
  );
}

/** Of a source the newest answer stands. A report of an older day may be filed after a newer one; the judge says of which day it is. */
const isNoOlder = (line: PartLine, than: PartLine) =>
  line.ledgerIndex >= than.ledgerIndex || (than.how.kind === "report" && line.observedAt >= than.observedAt);

const exhibitAndJudge = ({ exhibit, judge, how }: PartLine) => JSON.stringify([exhibit, judge, how]);
/** Registers speak of single systems under names of their own. */
const nameIn = (part: PartSaid, { source }: PartLine) => part.source ?? (isOfRegisters(source) ? REGISTERS : source);
const isOf = (part: PartSaid, line: PartLine) =>
  part.check === line.check && part.aspect === line.aspect && nameIn(part, line) === line.source;

interface Asking {
  readonly ask: AskAgain;
  readonly gunzip: Judges["gunzip"];
}

async function judgeAgain(
  content: BundleContent,
  { exhibit, sha256, withheld, judge, how, ledgerIndex }: PartLine,
  cited: Witnesses & { readonly items: ReadonlyMap<string, ListedItem> },
  { ask, gunzip, isApart }: Asking & { readonly isApart: boolean },
): Promise<Said> {
  const { items, filings } = cited;
  const item = items.get(exhibit);
  // What is in the bundle cannot be called withheld.
  if (withheld !== null && !item) return { open: `an exhibit that is ${withheld}` };
  const file = typeof item?.artifact !== "string" ? undefined : content.found.get(item.artifact);
  if (!item || !file || toHex(file.sha256) !== sha256 || withheld !== null)
    return { fault: `${exhibit} is not in the bundle as it was judged` };
  if (item.ledgerIndex !== ledgerIndex) return { fault: `it cites another place in the ledger than ${exhibit} has` };
  if (judge === null && how.kind === "report") return { open: NO_JUDGE };
  if (judge !== null && how.kind === "report") {
    // One that names no day is of the moment at which it came.
    const instant = filings.get(exhibit)?.at;
    if (instant === undefined) return { open: "read from a report whose filing is not proved" };
    const read = await reportText(content, file, { gunzip, isApart });
    if ("open" in read) return read;
    const { target, mapping } = how;
    const input = { text: read.text, sha256, target, mapping: mapping as CsvMapping | null };
    return reportSaid(await ask(judge, { kind: "report", instant, input }));
  }
  const text = await content.text(file.path, COLLECTION_LIMIT);
  const sealed = text === undefined ? undefined : readSealed(text);
  // Its items state what its checks are to say: that they say so proves nothing of an account.
  if (sealed?.sample !== undefined) return { open: "read from a sample account, which is made up" };
  if (judge === null) return { open: NO_JUDGE };
  if (!sealed) return { fault: `${exhibit} is not an exhibit of a connection` };
  if (sealed.judged?.judge !== judge) return { fault: `${exhibit} names another judge` };
  const again = await questionAbout(content, sealed, items, { instant: sealed.judged.at, limit: COLLECTION_LIMIT });
  if ("open" in again || "fault" in again) return again;
  const { question, missing, reviewed } = again;
  const asked = await ask(judge, question);
  if ("unasked" in asked) return { open: asked.unasked };
  if ("fault" in asked) return asked;
  const { answer } = asked;
  if (answer.kind === "parts") {
    const isSnapshot = question.kind === "registers";
    if (answer.parts.some(({ source }) => source !== undefined && !(isSnapshot && isOfRegisters(source))))
      return { fault: "its judge speaks under another name" };
    // The registers speak at the moment when they were sealed.
    if (!isSnapshot) return answer;
    const proved = provedQuestion(question, ledgerIndex, cited);
    if ("fault" in proved) return proved;
    const origin = { source: REGISTERS, observedAt: sealed.judged.at };
    const besides = { origin, reviewed, ...(missing.size > 0 && { missing }) };
    if (proved.open.size === 0) return { ...answer, ...besides };
    // What an issuer could have said without naming them does not rest on them.
    const without = await ask(judge, proved.question);
    const parts = "answer" in without && without.answer.kind === "parts" ? without.answer.parts : [];
    return { ...answer, ...besides, unproved: { open: proved.open, parts } };
  }
  return { fault: `its judge cannot say it again${answer.kind === "none" ? `: ${answer.reason}` : ""}` };
}

function reportSaid(asked: Asked): Said {
  if ("unasked" in asked) return { open: asked.unasked };
  if ("fault" in asked) return asked;
  const { answer } = asked;
  if (answer.kind === "report") return { parts: answer.parts, origin: answer };
  if (answer.kind === "none" && answer.reason === UNKNOWN_QUESTION)
    return { open: "read from a report of another tool, by a judge that reads none" };
  return { fault: `its judge cannot say it again${answer.kind === "none" ? `: ${answer.reason}` : ""}` };
}

function answerOf(line: PartLine): AnswerInput {
  const { check, aspect, source, outcome, reason, observedAt, validUntil, ledgerIndex } = line;
  const number = parseExhibitNumber(line.exhibit)!;
  return { check, aspect, source, outcome, reason, observedAt, validUntil, number, ledgerIndex };
}
