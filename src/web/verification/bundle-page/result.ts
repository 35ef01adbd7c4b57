import type { ReportInWords } from "#domain/bundle/print-report.ts";
import { wordProgress } from "./speed.ts";

const element = (id: string) => document.getElementById(id)!;

/** Takes away what the last verification said. */
export function hideResult(): void {
  for (const id of ["result", "problem", "progress"]) element(id).hidden = true;
}

/** How far the reading is; the bar is for eyes, the sentence for everybody. */
export function showProgress(name: string, done: number, total: number, seconds: number): void {
  const box = element("progress");
  box.hidden = false;
  const bar = box.querySelector("progress")!;
  bar.max = Math.max(1, total);
  bar.value = Math.min(done, total);
  box.querySelector("b")!.textContent = name;
  box.querySelector("span")!.textContent = wordProgress(done, total, seconds);
}

/** Says why nothing could be verified. */
export function sayProblem(sentence: string): void {
  hideResult();
  const line = element("problem");
  line.hidden = false;
  line.textContent = sentence;
}

/** What each verdict looks like: only one is a pass, and two are no finding against the bundle. */
const looks: Readonly<Record<ReportInWords["verdict"]["name"], readonly [finding: string, stamp: string]>> = {
  verified: ["pass", "Verified"],
  consistent: ["open", "Issuer not checked"],
  expired: ["open", "Expired"],
  "not-shown": ["fail", "Not shown"],
  "not-a-bundle": ["fail", "Not a bundle"],
  refused: ["fail", "Refused"],
};

/** Shows what a verification found, in the words of the command line. */
export function showWords(name: string, words: ReportInWords): void {
  hideResult();
  const [finding, stamp] = looks[words.verdict.name];
  const result = element("result");
  result.dataset["finding"] = finding;
  result.hidden = false;
  element("stamp").textContent = stamp;
  element("verdict").textContent = words.verdict.sentence;
  fill("details", words.verdict.details, "p");
  element("name").textContent = name;
  fill("problems", words.problems, "li");
  element("problems").hidden = words.problems.length === 0;
  fill("limits", words.notProved, "li");
  element("not-proved").hidden = words.notProved.length === 0;
  const facts = words.facts.flatMap(([term, value]) => [made("dt", term), made("dd", value)]);
  element("facts").replaceChildren(...facts);
  result.focus();
}

function fill(id: string, lines: readonly string[], tag: string): void {
  element(id).replaceChildren(...lines.map((line) => made(tag, line)));
}

function made(tag: string, text: string): HTMLElement {
  const child = document.createElement(tag);
  child.textContent = text;
  return child;
}
