import { getFramework } from "#catalog/index.ts";
import { wordDays } from "#domain/bundle/bundle-scope.ts";
import { calendarDate } from "#domain/calendar-date.ts";
import { judgedAt } from "../bundle-plan.ts";
import type { ReportPlan } from "../bundle-plan.ts";
import type { BundledItems } from "../bundled-items.ts";
import type { Collected } from "../collect.ts";
import type { WithdrawnItem } from "../withdrawn-items.ts";
import { actSections } from "./report-acts.ts";
import { chapterOf } from "./report-chapter.ts";
import { frontSections } from "./report-front.ts";
import type { ReportContent, Section } from "./report-model.ts";
import { exhibitTable, plain, shortHash, wholeHash } from "./report-words.ts";

interface Listing {
  readonly withdrawn: readonly WithdrawnItem[];
  /** How many of the newest exhibits the list at the end names; all of them where nothing is said. */
  readonly most?: number;
  /** Where all of them are listed. */
  readonly whole?: string;
}

/** Everything the control report says, of what was collected for a plan. */
export function reportContent(
  plan: ReportPlan,
  { controls, items, project, acts }: Omit<Collected, "facts" | "states">,
  { withdrawn, most = items.count, whole = "An exported report" }: Listing,
): ReportContent {
  const framework = project?.framework;
  const organization = plain(plan.companyName);
  const root = plan.head.root.toString("hex");
  const range = items.range ? `${items.range.first} to ${items.range.last}` : "none";
  const days = wordDays(plan.days);
  const at = judgedAt(plan);
  const reading = { framework, at, reviews: acts.reviews };
  return {
    language: "en-US",
    title: `Control report${plan.number === null ? "" : ` ${plan.number}`}, ${organization}`,
    organization,
    number: plan.number,
    issuedAt: plan.issuedAt.toISOString(),
    caption: [
      { text: organization.toUpperCase(), label: "Organization" },
      { text: framework ? getFramework(framework).name : "All frameworks", label: "Framework" },
    ],
    facts: [
      { label: "Report No.", value: plan.number ?? "not issued" },
      {
        label: "Project",
        value: project ? `${plain(project.name)}, ${project.status}` : "All evidence of the company",
      },
      ...(days === undefined ? [] : [{ label: "Scope", value: `Evidence ${days}` }]),
      ...(plan.number === null ? [] : [{ label: "Issued", value: minute(plan.issuedAt) }]),
      { label: "Findings as of", value: minute(at) },
      { label: "Ledger root", value: `${shortHash(root)}, size ${plan.head.size}`, record: true },
      { label: "Exhibits", value: range },
    ],
    heading: "Control Report",
    front: frontSections(controls, framework, days, plan.losses),
    chapters: controls.map((control, index) => chapterOf(control, index + 1, items.ofControl(control.id), reading)),
    back: [...actSections(acts, withdrawn), exhibits(items, most, whole), verification(plan)],
    foot: `ledger root ${shortHash(root)}`,
  };
}

const minute = (at: Date) => `${calendarDate(at)}, ${at.toISOString().slice(11, 16)} UTC`;

function exhibits(items: BundledItems, most: number, whole: string): Section {
  const title = { number: "E", title: "Exhibits" };
  const newest = items.newest(most);
  if (newest.length === 0)
    return { ...title, blocks: [{ kind: "note", text: "No evidence is on file within this report." }] };
  if (items.count <= newest.length) return { ...title, blocks: [exhibitTable("Exhibits", newest.toReversed())] };
  const text = `The newest ${newest.length} of ${items.count.toLocaleString("en-US")}. ${whole} lists all of them.`;
  return { ...title, blocks: [exhibitTable("Exhibits", newest), { kind: "note", text }] };
}

function verification({ number, head }: ReportPlan): Section {
  const { origin, size, root } = head;
  const issued =
    "This report is one file of an evidence bundle, whose manifest holds its SHA-256 and is signed with the ledger's key. The page /verify.html and the program /verify.mjs of the issuer's Exhibit show whether anything was altered since; do not run the copies inside of a bundle that you doubt.";
  const read =
    "This report was read on screen and is not signed. Export it to get an evidence bundle, which anyone can verify offline with /verify.html or /verify.mjs of the issuer's Exhibit.";
  return {
    number: "V",
    title: "How to verify this report",
    blocks: [
      { kind: "statement", text: number === null ? read : issued },
      { kind: "record", text: `Ledger ${origin}, ${size} entries` },
      { kind: "record", text: `Root ${wholeHash(root.toString("hex"))}` },
      {
        kind: "note",
        text: "Not proved: that the source told the truth when it was asked, or that nothing else exists which was never filed.",
      },
      { kind: "signatures", labels: ["Prepared by:", "Reviewed by:"] },
    ],
  };
}
