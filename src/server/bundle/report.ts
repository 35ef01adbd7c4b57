import { getFramework, openFrameworks } from "#catalog/index.ts";
import type { FrameworkKey } from "#catalog/types.ts";
import { escapeHtml } from "../mail/templates/letter.ts";
import { reportStyle } from "./report-style.ts";
import type { BundledControl, BundledItem, BundlePlan } from "./write-bundle.ts";

interface Facts {
  readonly plan: BundlePlan;
  readonly controls: readonly BundledControl[];
  readonly items: readonly BundledItem[];
  readonly project:
    | {
        name: string;
        framework: FrameworkKey;
        status: string;
        controlsPassed: number;
        controls: number;
        percent: number;
      }
    | undefined;
  readonly origin: string;
}

const words: Record<BundledControl["status"], [mark: string, word: string]> = {
  passing: ["✓", "Pass"],
  failing: ["◆", "Fail"],
  "needs evidence": ["○", "Needs evidence"],
  "not applicable": ["–", "Not applicable"],
};

/** The control report: a caption as on a court paper, a register of the 22 controls, then each control by itself. */
export function controlReport({ plan, controls, items, project, origin }: Facts): string {
  const key = project?.framework;
  const count = (status: BundledControl["status"]) => controls.filter((one) => one.status === status).length;
  const range = items.length === 0 ? "none" : `${items[0]!.exhibit} to ${items.at(-1)!.exhibit}`;
  const framework = key ? getFramework(key).name : "All frameworks";
  const summary = `Of 22 controls, ${count("passing")} pass, ${count("failing")} fail, ${count("needs evidence")} need evidence and ${count("not applicable")} do not apply. Each finding below rests on the exhibits listed beside it.`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Control report ${escapeHtml(plan.number)}, ${escapeHtml(plan.companyName)}</title>
<style>${reportStyle}</style></head><body><main>
<header class="caption"><div><b>${escapeHtml(plan.companyName.toUpperCase())}</b><br>Organization<br><br>${escapeHtml(framework)}<br>Framework</div>
<div class="parens" aria-hidden="true">)<br>)<br>)<br>)<br>)</div>
<div>Report No. <b>${escapeHtml(plan.number)}</b><br>Issued: ${date(plan.issuedAt)}, ${plan.issuedAt.toISOString().slice(11, 16)} UTC<br>
Project: ${escapeHtml(project ? `${project.name}, ${project.status}` : "All evidence of the company")}<br>
Ledger root: <code>${plan.head.root.toString("hex").slice(0, 8)}…${plan.head.root.toString("hex").slice(-4)}</code>, size ${plan.head.size}<br>Exhibits: ${range}</div></header>
<h1>Control Report</h1>
<section><h2>1. Summary</h2><p>${summary}</p>
<p class="note">A project that passes all of its controls is ready to start an audit. It is not thereby compliant, and this report promises no such thing.</p></section>
<section><h2>2. Register of controls</h2><table><thead><tr><th class="n">No.</th><th>Control</th><th>Requirements</th><th>Exhibits</th><th>Finding</th></tr></thead>
<tbody>${controls.map((control, index) => registerRow(control, index, key)).join("")}</tbody></table></section>
<section><h2>3. Controls</h2>${controls.map((control, index) => chapter(control, index, key)).join("")}</section>
<section><h2>4. Exhibits</h2><table><thead><tr><th class="n">Exhibit</th><th>Item</th><th>Collected (UTC)</th><th>SHA-256</th></tr></thead>
<tbody>${items.map((item) => `<tr><td class="n">${item.exhibit}</td><td>${escapeHtml(item.name)}<br><span class="note">${escapeHtml(item.source)}, ${escapeHtml(item.type)}</span></td><td><code>${item.collectedAt.slice(0, 16).replace("T", " ")}</code></td><td><code>${grouped(item.sha256)}</code></td></tr>`).join("")}</tbody></table></section>
<footer>${escapeHtml(plan.number)} · ledger <code>${escapeHtml(origin)}</code> · verify this bundle with <code>node verify.mjs</code></footer>
</main></body></html>
`;
}

function requirementsOf(control: BundledControl, key: FrameworkKey | undefined): string {
  const shown = key ? [key] : openFrameworks.map((framework) => framework.key);
  return shown
    .map((one) => {
      const ids = (control.requirements[one] ?? []).map(escapeHtml).join(" ");
      return key ? ids : `<b>${escapeHtml(getFramework(one).name)}</b> ${ids}`;
    })
    .join("; ");
}

function finding(control: BundledControl): string {
  const [mark, word] = words[control.status];
  return `<span class="finding ${control.status.replace(" ", "-")}"><span aria-hidden="true">${mark}</span> ${word}</span>`;
}

function registerRow(control: BundledControl, index: number, key: FrameworkKey | undefined): string {
  const lead = (control.requirements[key ?? "soc2"] ?? []).slice(0, 3).map(escapeHtml).join(" ");
  const exhibits = control.exhibits
    .slice(-3)
    .map((exhibit) => exhibit.slice(3))
    .join(" ");
  return `<tr><td class="n">${index + 1}</td><td>${escapeHtml(control.title)}</td><td><code>${lead}</code></td><td><code>${exhibits || "none"}</code></td><td>${finding(control)}</td></tr>`;
}

function chapter(control: BundledControl, index: number, key: FrameworkKey | undefined): string {
  const checks = control.checks.map(
    (check) =>
      `<tr><td>${escapeHtml(check.title)}<br><span class="note">${escapeHtml(check.source)}, ${check.observedAt.slice(0, 10)}</span></td><td>${escapeHtml(check.outcome)}</td><td>${escapeHtml(check.reason)}</td></tr>`,
  );
  const limits = control.limits.map(
    (limit) => `<li>${escapeHtml(getFramework(limit.framework as FrameworkKey).name)}: ${escapeHtml(limit.note)}</li>`,
  );
  return `<article><h3>3.${index + 1} ${escapeHtml(control.title)} ${finding(control)}</h3>
<p>${escapeHtml(control.statement)}</p><p class="result">${escapeHtml(control.reason)}</p>
<p class="note">Requirements: ${requirementsOf(control, key)}</p>
<p class="note">Exhibits: <code>${control.exhibits.join(", ") || "none"}</code></p>
${checks.length > 0 ? `<table><thead><tr><th>Check</th><th>Outcome</th><th>Observed</th></tr></thead><tbody>${checks.join("")}</tbody></table>` : ""}
${limits.length > 0 ? `<p class="note">Limits:</p><ul class="note">${limits.join("")}</ul>` : ""}</article>`;
}

function date(at: Date): string {
  return at.toLocaleDateString("en-US", { timeZone: "UTC", year: "numeric", month: "long", day: "numeric" });
}

function grouped(hash: string): string {
  return (hash.match(/.{8}/g) ?? []).join(" ");
}
