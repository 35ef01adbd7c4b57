import type { Tx } from "../../db/as-caller.ts";
import { callFunction } from "../../db/functions.ts";
import { escapeHtml } from "../../escape-html.ts";

/** Whom staff ask. */
export interface Contact {
  readonly name: string;
  readonly email: string;
}

/** Who wrote this policy, or else the security owner or an owner of the company; read as that person of the staff. */
export async function readContact(tx: Tx, policyId: string | null): Promise<Contact | undefined> {
  const [found] = await callFunction(tx, "app.staff_contact", [policyId]);
  return found && { name: found.name, email: found.email };
}

/** The line that says whom to ask; about a policy by its title. */
export function askLine(contact: Contact | undefined, about = ""): string {
  if (!contact) return "";
  const to = `mailto:${encodeURIComponent(contact.email).replaceAll("%40", "@")}${about && `?subject=${encodeURIComponent(about)}`}`;
  return `<p class="me-ask">Questions? Ask <a class="link" href="${escapeHtml(to)}">${escapeHtml(contact.name.trim() || contact.email)}</a>.</p>`;
}
