import { calendarDate } from "#domain/calendar-date.ts";
import { escapeHtml } from "../../escape-html.ts";
import { moment } from "../../mail/layout/moment.ts";
import type { OwnAcknowledgment } from "../policies/own-policies.ts";
import { statementPdf } from "../statement-pdf.ts";
import type { StaffMember } from "../staff-sessions.ts";
import type { ToDo } from "../own-to-do.ts";
import { buttonLink, heading } from "./html.ts";

interface Acknowledged {
  readonly staff: StaffMember;
  readonly versionId: string;
  readonly title: string;
  readonly own: OwnAcknowledgment;
  /** How they had signed in. */
  readonly wayIn: string;
}

/** What was recorded of an acknowledgment, with the entry in the ledger that shows it. */
export function receiptSection({ staff, versionId, title, own, wayIn }: Acknowledged): string {
  const { version, sha256, acknowledged_at: at, ledger_index: entry } = own;
  const facts: [string, string][] = [
    ["Person", `${staff.name}, ${staff.number}`],
    ["Version", String(version)],
    ["Recorded", moment(at)],
    ["Signed in with", wayIn],
  ];
  return `<section class="me-receipt"><h2>${escapeHtml(title)}</h2><p class="me-stamp"><b>Acknowledged</b> <small>${calendarDate(at)}</small></p><dl>${facts
    .map(([term, value]) => `<dt>${term}</dt><dd>${escapeHtml(value)}</dd>`)
    .join("")}
<dt>Text</dt><dd class="mono">${sha256}</dd><dt>Ledger entry</dt><dd class="mono">${entry}</dd></dl></section>
<p><a class="link" href="/me/policies/${versionId}/receipt">Download receipt</a></p>`;
}

/** What somebody reads after they acknowledged a text: what was recorded, how much is left, and the next thing of it. */
export function thanksPage(acknowledged: Acknowledged, left: readonly ToDo[]): string {
  const [next] = left;
  const rest = left.length === 0 ? "" : left.length === 1 ? " 1 thing is left." : ` ${left.length} things are left.`;
  const thanks = `Thank you, ${acknowledged.staff.name.split(/\s+/, 1)[0]!}`;
  return `${heading(thanks, `Your acknowledgment is recorded.${rest}`)}
${receiptSection(acknowledged)}
<div class="me-acts">${next ? buttonLink(`${next.act.label} ${next.title}`, next.act.href) : ""}${buttonLink("Back to my page", "/me", next ? "secondary" : "primary")}</div>`;
}

/** The same as a PDF of one page. */
export async function receiptPdf({ staff, title, own, wayIn }: Acknowledged): Promise<Buffer> {
  const { version, sha256, acknowledged_at: at, ledger_index: entry } = own;
  return await statementPdf({
    company: staff.company,
    kind: "Receipt of an acknowledgment",
    title,
    name: staff.name,
    done: `Acknowledged version ${version} on ${moment(at)}. Signed in with: ${wayIn}.`,
    small: [
      `${staff.number} in the register of people. Entry ${entry} of the company's ledger.`,
      `SHA-256 of the text: ${sha256}`,
      "Kept with Exhibit. The ledger proves that this was not changed since.",
    ],
    at,
  });
}
