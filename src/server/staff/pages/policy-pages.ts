import { calendarDate } from "#domain/calendar-date.ts";
import { comparePolicies } from "#domain/policies/compare.ts";
import { fail } from "../../app-error.ts";
import { escapeHtml } from "../../escape-html.ts";
import { readPolicy } from "../../policies/check-text.ts";
import { documentMaker, documentName } from "../../policies/documents/make-document.ts";
import { readOwnThings } from "../own-things.ts";
import { toDoOf } from "../own-to-do.ts";
import { findOwnAcknowledgment, findOwnPolicy, minutesToRead } from "../policies/own-policies.ts";
import type { OwnPolicyText } from "../policies/own-policies.ts";
import { askLine, readContact } from "./contact.ts";
import { backLink, button, buttonLink, form, heading } from "./html.ts";
import type { PageRoute, StaffAsk, StaffPageDeps } from "./page.ts";
import { policyHtml } from "./policy-html.ts";
import { receiptPdf, receiptSection, thanksPage } from "./policy-receipt.ts";

const isId = (text: string | undefined | null): text is string =>
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text ?? "");

/** Policies that are assigned to somebody: the text, what changed, and the button that acknowledges it. */
export function policyRoutes({ sessions, acknowledge, providers, now }: StaffPageDeps): readonly PageRoute[] {
  const policyOf = async ({ staff }: StaffAsk, id: string | undefined) =>
    (isId(id) ? await findOwnPolicy(sessions.call, staff, id) : undefined) ?? fail("not-found");
  const wayIn = (method: string) =>
    method === "staff link"
      ? "A link by email"
      : (providers.find(({ key }) => key === method)?.name ?? "An account in Exhibit");
  /** What the person acknowledged of a version's text; undefined while it is open. */
  const acknowledgedOf = async ({ staff }: StaffAsk, { version_id: versionId, title }: OwnPolicyText) => {
    const own = await findOwnAcknowledgment(sessions.call, staff, versionId);
    return own && { staff, versionId, title, own, wayIn: wayIn(own.method) };
  };
  const make = documentMaker({ atOnce: 1 });
  return [
    {
      method: "GET",
      path: "/me/policies/:version/pdf",
      access: "staff",
      answer: async (ask) => {
        const { company, companyId } = ask.staff;
        const {
          text,
          title,
          number,
          sha256,
          state,
          in_force_at: inForceAt,
          version_id: id,
          newest,
        } = await policyOf(ask, ask.parameters["version"]);
        if (state !== "in force") return { goTo: `/me/policies/${newest}?read=${id}` };
        // Approvals are not the staff's to see, and nothing is said of them.
        const version = {
          state,
          number,
          title,
          company,
          sha256,
          inForceAt,
          changedAt: inForceAt,
          replacedAt: null,
          entry: null,
        };
        const bytes = await make(companyId, { version, text, format: "pdf" });
        return { fileName: documentName(title, number, "pdf"), mediaType: "application/pdf", bytes };
      },
    },
    {
      method: "GET",
      path: "/me/policies/:version/receipt",
      access: "staff",
      answer: async (ask) => {
        const acknowledged = await acknowledgedOf(ask, await policyOf(ask, ask.parameters["version"]));
        if (!acknowledged) return fail("not-found");
        const { title, own } = acknowledged;
        const fileName = documentName(`Receipt ${title}`, own.version, "pdf");
        return { fileName, mediaType: "application/pdf", bytes: await receiptPdf(acknowledged) };
      },
    },
    {
      method: "GET",
      path: "/me/policies/:version",
      access: "staff",
      answer: async (ask) => {
        const policy = await policyOf(ask, ask.parameters["version"]);
        if (policy.state !== "in force") return { goTo: `/me/policies/${policy.newest}?read=${policy.version_id}` };
        const read = ask.query.get("read");
        // Replaced while it was read: what changed is told from the version that they had before them.
        const seen = isId(read) && read !== policy.version_id ? await policyOf(ask, read) : undefined;
        const contact = await sessions.within(ask.staff, (tx) => readContact(tx, policy.policy_id));
        const parsed = await readPolicy(policy.text);
        if (!parsed.ok) return fail("policy-text");
        const { title, number, in_force_at: since } = policy;
        const acknowledged = await acknowledgedOf(ask, policy);
        if (acknowledged && ask.query.has("done")) {
          const at = now();
          const left = toDoOf(await sessions.within(ask.staff, (tx) => readOwnThings(tx, at)), at);
          return { title: `${title}: acknowledged`, main: thanksPage(acknowledged, left) };
        }
        const takes = minutesToRead(policy.text.length);
        const lead = `Version ${number}, in force since ${calendarDate(since)}. About ${takes === 1 ? "1 minute" : `${takes} minutes`}.`;
        const foot = acknowledged
          ? `<p>You acknowledged this text on ${calendarDate(acknowledged.own.acknowledged_at)}.</p>${buttonLink("Back to my page", "/me", "secondary")}`
          : `<p>You confirm that you have read version ${number} and will follow it. We record your name, the time and the text you saw.</p>
${form(`/me/policies/${policy.version_id}`, button("Acknowledge"), { staff: ask.staff, hidden: { text: policy.sha256 } })}`;
        return {
          title,
          main: `${backLink}${heading(title, lead)}${ask.query.has("changed") ? otherText(policy) : changes(policy, seen)}
<p><a class="link" href="/me/policies/${policy.version_id}/pdf">Download as PDF</a></p><div class="me-text me-numbered">${policyHtml(parsed.blocks)}</div>${acknowledged ? receiptSection(acknowledged) : ""}${askLine(contact, title)}<div class="me-bar">${foot}</div>`,
        };
      },
    },
    {
      method: "POST",
      path: "/me/policies/:version",
      access: "staff",
      fields: ["text"],
      answer: async (ask) => {
        const { staff, form: fields } = ask;
        const versionId = ask.parameters["version"];
        if (!isId(versionId)) return fail("not-found");
        const sha256 = fields.get("text") ?? "";
        const kept = await acknowledge({ staff, versionId, sha256 });
        if (kept.outcome === "nobody") return { goTo: "/me" };
        if (kept.outcome === "not assigned") return fail("not-found");
        // The same version with another text: what they saw is not what is in force.
        if (kept.outcome === "replaced" && kept.newest === versionId)
          return { goTo: `/me/policies/${versionId}?changed` };
        if (kept.outcome === "replaced") return { goTo: `/me/policies/${kept.newest}?read=${versionId}` };
        return { goTo: `/me/policies/${versionId}?done` };
      },
    },
  ];
}

/** The text that was acknowledged is not this version's: what is known to have changed, and that nothing was recorded. */
const otherText = (policy: OwnPolicyText): string =>
  `<div class="me-notice" role="status"><p>The text changed since you opened it. Nothing was recorded. Please read it again.</p></div>${changes(policy, undefined)}`;

/** What changed since the version that was being read, or was acknowledged last. */
function changes(policy: OwnPolicyText, seen: OwnPolicyText | undefined): string {
  const before = seen
    ? { number: seen.number, text: seen.text }
    : { number: policy.before_number, text: policy.before_text };
  if (before.number === null || before.text === null) return "";
  const changed = comparePolicies(before.text, policy.text).filter(({ kind }) => kind !== "same");
  const said = seen
    ? `This policy was replaced while you were reading version ${before.number}. Nothing was recorded. Please read what changed.`
    : `${changed.length === 1 ? "1 paragraph" : `${changed.length} paragraphs`} changed since you acknowledged version ${before.number}.`;
  const lines = changed.map(
    ({ kind, text }) => `<li><b>${kind === "added" ? "New" : "Removed"}</b> ${escapeHtml(text.slice(0, 600))}</li>`,
  );
  return `<div class="me-notice"${seen ? ' role="status"' : ""}><p>${said}</p><ul>${lines.join("")}</ul></div>`;
}
