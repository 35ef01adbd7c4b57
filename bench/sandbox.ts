import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "@playwright/test";
import type { ControlsAnswer, JudgeRun, PartsAnswer } from "#domain/judge/contract.ts";
import { nodeJudge } from "#server/bundle/judge-thread.ts";
import { runOwnJudge } from "#server/judge/judge-file.ts";
import { buildVerifyPage } from "../scripts/build-verify-page.ts";
import { findChrome } from "../scripts/chrome.ts";
import { builtJudge, exhibitOf, INSTANT, judgedBundle } from "../tests/support/judged-bundle.ts";
import { timed } from "./measure.ts";
import type { Ratio } from "./measure.ts";

const VERDICTS = 100_000;
const MB = 1 << 20;

interface JudgingWindow {
  runJudge(patience: undefined, code: string, questions: readonly string[]): Promise<readonly JudgeRun[]>;
}

/** The same verdicts of a sample company, over and over: in the sandbox of Node.js and of a page, against the judge run as it is. */
export async function sandboxRatios(): Promise<Ratio[]> {
  const judge = await builtJudge();
  const own = runOwnJudge(judge);
  const asked = questionsOf(judge.sha256, judgedBundle(judge));
  const each = asked.reduce((sum, question) => sum + verdictsIn(own.judge(question)), 0);
  const questions = Array.from({ length: Math.ceil(VERDICTS / each) }, () => asked).flat();
  const ownBefore = process.memoryUsage.rss();
  let ownMost = ownBefore;
  const direct = await timed(async () =>
    questions.forEach((question) => {
      own.judge(question);
      ownMost = Math.max(ownMost, process.memoryUsage.rss());
    }),
  );
  const check = (runs: readonly JudgeRun[]) => {
    const wrong = runs.findIndex((run, at) => !("answer" in run) || run.answer !== own.judge(questions[at]!));
    if (wrong !== -1 || runs.length !== questions.length)
      throw new Error(`another answer: ${JSON.stringify(runs[wrong])}`);
  };
  const before = process.memoryUsage.rss();
  let most = before;
  const cpuBefore = process.cpuUsage();
  const foreign = nodeJudge(new URL("../src/server/bundle/verify-command.ts", import.meta.url));
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 50);
  let runs: readonly JudgeRun[] = [];
  const inNode = await timed(async () => void (runs = await foreign(judge.code, questions)));
  clearInterval(watch);
  const { user, system } = process.cpuUsage(cpuBefore);
  foreign.close();
  check(runs);
  const page = await inChromium(judge.code, questions);
  check(page.runs);
  const figures = (seconds: number) =>
    `${seconds.toFixed(1)} s, ${(seconds / direct).toFixed(1)} times the judge run as it is (${direct.toFixed(1)} s), ${questions.length} questions`;
  const what = `${VERDICTS.toLocaleString("en-US")} verdicts`;
  return [
    {
      what: `${what} of the verifier's own judge in Node.js / a minute`,
      figures: `${direct.toFixed(1)} s, ${questions.length} questions, ${Math.round((ownMost - ownBefore) / MB)} MB more at most`,
      ratio: direct / 60,
      goal: { atMost: 1 },
    },
    {
      what: `${what} of a foreign judge in Node.js / a minute`,
      figures: `${figures(inNode)}, ${((user + system) / 1e6).toFixed(1)} s of the processor, ${Math.round((most - before) / MB)} MB more at most`,
      ratio: inNode / 60,
      goal: { atMost: 1 },
    },
    {
      what: `${what} of a foreign judge in Chromium / three minutes`,
      figures: figures(page.seconds),
      ratio: page.seconds / 180,
      goal: { atMost: 1 },
    },
  ];
}

function questionsOf(sha256: string, { scope, facts, lines }: ReturnType<typeof judgedBundle>): string[] {
  const answers = lines.flatMap((line) => (line.for === "part" ? [{ ...line, number: 1 }] : []));
  return [
    JSON.stringify({ kind: "collection", instant: INSTANT, input: exhibitOf(sha256) }),
    JSON.stringify({ kind: "controls", instant: INSTANT, scope, input: { ...facts, answers } }),
  ];
}

function verdictsIn(answer: string): number {
  const said = JSON.parse(answer) as PartsAnswer | ControlsAnswer;
  return said.kind === "parts" ? said.parts.length : said.checks.length + said.controls.length;
}

async function inChromium(code: string, questions: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), "exhibit-bench-"));
  const browser = await chromium.launch(await findChrome());
  try {
    const program = join(import.meta.dirname, "../tests/support/judge-page.ts");
    const page = await (await browser.newContext({ offline: true })).newPage();
    await page.goto(pathToFileURL(await buildVerifyPage(join(folder, "judge.html"), program)).href);
    let runs: readonly JudgeRun[] = [];
    const seconds = await timed(async () => {
      runs = await page.evaluate(
        ([script, asked]) => (window as unknown as JudgingWindow).runJudge(undefined, script, asked),
        [code, questions] as const,
      );
    });
    return { runs, seconds };
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true });
  }
}
