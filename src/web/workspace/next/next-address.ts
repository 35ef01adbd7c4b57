import type * as z from "zod";
import type { nextAction } from "#contract/controls.ts";

/** One thing to do about a control, as the API says it. */
export type NextAction = z.output<typeof nextAction>;

/** State of a link that shows a check or document: it does so again when it is pressed again. */
export const SHOW = { show: true } as const;

/**
 * Where the next thing to do about a control is done; a connection in its provider's dialog. What is done on the control's own page is in its address: the check or document
 * that is shown (`check`, `document`), and the form that is open there (`do`). `project` keeps the project that one came from.
 */
export function nextAddress(controlId: string, next: NextAction, project?: string): string {
  const { kind, checkId, documentId, provider } = next;
  if (kind === "scope") return "/dashboard/systems";
  if (kind === "connect") return `/dashboard/integrations${provider ? `?connect=${provider}` : ""}`;
  if (kind === "adopt") return "/dashboard/program/policies";
  if (kind === "import") return "/dashboard/integrations?import=1";
  const at = new URLSearchParams();
  if (project) at.set("project", project);
  if (checkId) at.set("check", checkId);
  if (documentId) at.set("document", documentId);
  if (kind === "test" || kind === "file" || kind === "declare") at.set("do", kind);
  const search = at.toString();
  return `/dashboard/controls/${controlId}${search && `?${search}`}`;
}
