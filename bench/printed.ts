import type { Inline } from "#domain/policies/policy-text.ts";
import { documentBytes } from "#server/policies/documents/document-bytes.ts";
import type { DocumentFormat } from "#server/policies/documents/document-bytes.ts";
import type { Ratio } from "./measure.ts";

const ROWS = 10_000;
const GOAL_SECONDS = 3;

const text = (words: string): readonly Inline[] => [{ kind: "text", text: words }];
const head = ["Policy", "Version", "Person", "Acknowledged", "Signed in by", "SHA-256 of the text"];
const rowOf = (at: number) =>
  ["Access control policy", "3", `Person ${at}`, "Nov 22, 2026, 10:15 UTC", "staff link", "ab12".repeat(4)].map(text);

/** A document of 10,000 rows of six columns as each format, by processor time: who else is at work on the machine does not count. */
export async function printedRatios(): Promise<Ratio[]> {
  const ratios: Ratio[] = [];
  for (const format of ["pdf", "docx"] as const) ratios.push(await printedRatio(format));
  return ratios;
}

async function printedRatio(format: DocumentFormat): Promise<Ratio> {
  const rows = Array.from({ length: ROWS }, (_, at) => rowOf(at));
  const before = process.cpuUsage();
  const made = await documentBytes(format, {
    company: "Many People",
    title: "Acknowledgment log",
    edition: "EX-000001",
    at: new Date(),
    blocks: [{ kind: "table", key: null, head: head.map(text), rows }],
    facts: [{ label: "Company", value: "Many People" }],
    foot: "Acknowledgment log, EX-000001",
  });
  const { user, system } = process.cpuUsage(before);
  const seconds = (user + system) / 1e6;
  if (!("bytes" in made)) throw new Error("not printed");
  return {
    what: `a printed document of ${ROWS} rows as ${format}, on a processor / ${GOAL_SECONDS} s`,
    figures: `${seconds.toFixed(1)} s, ${(made.bytes.length / 1e6).toFixed(1)} MB`,
    ratio: seconds / GOAL_SECONDS,
    goal: { atMost: 1 },
  };
}
