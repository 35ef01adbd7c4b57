import { getFramework } from "#catalog/index.ts";
import type { FrameworkKey } from "#catalog/types.ts";
import { sayBasis } from "#domain/basis-words.ts";
import { sayLoss } from "#domain/ledger-loss.ts";
import type { BundlePlan } from "../bundle-plan.ts";
import type { BundledControl } from "../collect.ts";
import type { Finding, Section } from "./report-model.ts";
import { findingWords } from "#domain/finding-words.ts";
import { plain } from "./report-words.ts";

/** What a report says before its chapters: how many controls pass, and each with its finding, progress and basis. */
export function frontSections(
  controls: readonly BundledControl[],
  framework: FrameworkKey | undefined,
  days: string | undefined,
  losses: BundlePlan["losses"],
): Section[] {
  return [summary(controls, framework, days, losses), register(controls, framework)];
}

function summary(
  controls: readonly BundledControl[],
  framework: FrameworkKey | undefined,
  days: string | undefined,
  losses: BundlePlan["losses"],
): Section {
  const count = (status: Finding) => controls.filter((control) => control.status === status).length;
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
          { head: "Control", share: 37 },
          { head: framework ? "Requirements" : "SOC 2 requirements", share: 17 },
          { head: "Exhibits", share: 17 },
          { head: "Decided", share: 11 },
          { head: "Finding", share: 18 },
        ],
        rows: controls.map((control, index) => ({
          number: String(index + 1),
          cells: [
            { text: control.title, ...basisOf(control), chapter: String(index + 1) },
            { text: (control.requirements[shown] ?? []).slice(0, 2).join(" ") || "none", record: true },
            { text: newest(control.exhibits), record: true },
            { text: `${control.progress.decided} of ${control.progress.asked}` },
            { text: findingWords[control.status], finding: control.status },
          ],
        })),
      },
    ],
  };
}

/** What decided it: "5 by machine, 1 by a person"; nothing where nothing is decided. */
function basisOf({ basis }: Pick<BundledControl, "basis">) {
  const note = sayBasis(basis);
  return note === "" ? {} : { note };
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
