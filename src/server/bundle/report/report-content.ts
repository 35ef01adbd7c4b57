import { getFramework } from "#catalog/index.ts";
import type { FrameworkKey } from "#catalog/types.ts";
import { wordDays } from "#domain/bundle/bundle-scope.ts";
import { sayLoss } from "#domain/ledger-loss.ts";
import { calendarDate } from "#domain/calendar-date.ts";
import { judgedAt } from "../bundle-plan.ts";
import type { BundlePlan } from "../bundle-plan.ts";
import type { BundledControl, BundledItem, Collected } from "../collect.ts";
import { chapterOf } from "./report-chapter.ts";
import type { Finding, ReportContent, Section } from "./report-model.ts";
import { findingWords } from "./report-model.ts";
import { exhibitTable, plain, shortHash, wholeHash } from "./report-words.ts";

/** Everything the control report says, of what was collected for a plan. `origin` is the ledger's name. */
export function reportContent(
  plan: BundlePlan,
  { controls, items, project }: Pick<Collected, "controls" | "items" | "project">,
  origin: string,
): ReportContent {
  const framework = project?.framework;
  const organization = plain(plan.companyName);
  const root = plan.head.root.toString("hex");
  const range = items.length === 0 ? "none" : `${items[0]!.exhibit} to ${items.at(-1)!.exhibit}`;
  const days = wordDays(plan.days);
  const at = judgedAt(plan);
  const itemsOf = itemsByControl(items);
  return {
    language: "en-US",
    title: `Control report ${plan.number}, ${organization}`,
    organization,
    number: plan.number,
    issuedAt: plan.issuedAt,
    caption: [
      { text: organization.toUpperCase(), label: "Organization" },
      { text: framework ? getFramework(framework).name : "All frameworks", label: "Framework" },
    ],
    facts: [
      { label: "Report No.", value: plan.number },
      {
        label: "Project",
        value: project ? `${plain(project.name)}, ${project.status}` : "All evidence of the company",
      },
      ...(days === undefined ? [] : [{ label: "Scope", value: `Evidence ${days}` }]),
      { label: "Issued", value: `${calendarDate(plan.issuedAt)}, ${plan.issuedAt.toISOString().slice(11, 16)} UTC` },
      { label: "Findings as of", value: `${calendarDate(at)}, ${at.toISOString().slice(11, 16)} UTC` },
      { label: "Ledger root", value: `${shortHash(root)}, size ${plan.head.size}`, record: true },
      { label: "Exhibits", value: range },
    ],
    heading: "Control Report",
    front: [summary(controls, framework, days, plan), register(controls, framework)],
    chapters: controls.map((control, index) =>
      chapterOf(control, index + 1, itemsOf.get(control.id) ?? [], { framework, at }),
    ),
    back: [
      {
        number: "E",
        title: "Exhibits",
        blocks:
          items.length === 0
            ? [{ kind: "note", text: "No evidence is on file within this report." }]
            : [exhibitTable("Exhibits", items)],
      },
      {
        number: "V",
        title: "How to verify this report",
        blocks: [
          {
            kind: "statement",
            text: "This report is one file of an evidence bundle, whose manifest holds its SHA-256 and is signed with the ledger's key. The page /verify.html and the program /verify.mjs of the issuer's Exhibit show whether anything was altered since; do not run the copies inside of a bundle that you doubt.",
          },
          { kind: "record", text: `Ledger ${origin}, ${plan.head.size} entries` },
          { kind: "record", text: `Root ${wholeHash(root)}` },
          {
            kind: "note",
            text: "Not proved: that the source told the truth when it was asked, or that nothing else exists which was never filed.",
          },
          { kind: "signatures", labels: ["Prepared by:", "Reviewed by:"] },
        ],
      },
    ],
    foot: `ledger root ${shortHash(root)}`,
  };
}

function itemsByControl(items: readonly BundledItem[]): Map<string, BundledItem[]> {
  const links = items.flatMap((item) => item.controls.map((control) => ({ control, item })));
  const groups = Map.groupBy(links, ({ control }) => control);
  return new Map([...groups].map(([control, all]) => [control, all.map(({ item }) => item)]));
}

function summary(
  controls: readonly BundledControl[],
  framework: FrameworkKey | undefined,
  days: string | undefined,
  { losses }: Pick<BundlePlan, "losses">,
): Section {
  const count = (status: Finding) => controls.filter((one) => one.status === status).length;
  const [passing, failing, open, none] = [
    count("passing"),
    count("failing"),
    count("needs evidence"),
    count("not applicable"),
  ];
  const against = framework ? `read against ${getFramework(framework).name}` : "of the library";
  const text = `${controls.length} controls: ${passing} pass, ${failing} fail, ${open} need evidence, ${none} do not apply`;
  return {
    number: "1",
    title: "Summary",
    blocks: [
      {
        kind: "statement",
        text: `Of ${controls.length} controls ${against}, ${passing} pass, ${failing} fail, ${open} need evidence and ${none} do not apply. Each finding below rests on the exhibits listed beside it.`,
      },
      { kind: "ticks", findings: controls.map(({ status }) => status), text },
      ...losses.map((loss) => ({ kind: "note" as const, text: plain(sayLoss(loss)) })),
      ...(days === undefined
        ? []
        : [
            {
              kind: "note" as const,
              text: `This report covers evidence ${days} and nothing else: what was collected outside of it counts neither for nor against a control.`,
            },
          ]),
      {
        kind: "note",
        text: "Privileged items are left out of this report. A project that passes all of its controls is ready to start an audit. It is not thereby compliant, and this report promises no such thing.",
      },
    ],
  };
}

function register(controls: readonly BundledControl[], framework: FrameworkKey | undefined): Section {
  const shown = framework ?? "soc2";
  return {
    number: "2",
    title: "Register of controls",
    blocks: [
      {
        kind: "table",
        label: "Register of controls",
        columns: [
          { head: "Control", share: 43 },
          { head: framework ? "Requirements" : "SOC 2 requirements", share: 20 },
          { head: "Exhibits", share: 17 },
          { head: "Finding", share: 20 },
        ],
        rows: controls.map((control, index) => ({
          number: String(index + 1),
          cells: [
            { text: control.title },
            { text: (control.requirements[shown] ?? []).slice(0, 2).join(" ") || "none", record: true },
            { text: newest(control.exhibits), record: true },
            { text: findingWords[control.status], finding: control.status },
          ],
        })),
      },
    ],
  };
}

/** The two newest exhibits by their numbers alone. */
function newest(exhibits: readonly string[]): string {
  return exhibits.length === 0
    ? "none"
    : exhibits
        .slice(-2)
        .toReversed()
        .map((exhibit) => exhibit.slice(3))
        .join(" ");
}
