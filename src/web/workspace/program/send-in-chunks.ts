import { maxStaffLinks } from "#contract/staff.ts";
import { client } from "#web/api.ts";
import { AppError } from "#web/app-error.ts";

/** Somebody who got no link, and why. */
export interface Skipped {
  readonly personId: string;
  readonly why: "gone" | "no email" | "unvouched" | "mailed";
}

/**
 * Mails links to all of these people, so many with one request, and tells after each how many were asked for. A request by which nobody was
 * mailed ends nothing; any other refusal ends it, and is answered beside what was sent until then.
 */
export async function sendInChunks(
  companyId: string,
  personIds: readonly string[],
  told: (done: number) => void,
  send: typeof client.staff.send = client.staff.send,
): Promise<{ readonly sent: number; readonly skipped: readonly Skipped[]; readonly problem?: unknown }> {
  const skipped: Skipped[] = [];
  let sent = 0;
  for (let from = 0; from < personIds.length; from += maxStaffLinks) {
    const chunk = personIds.slice(from, from + maxStaffLinks);
    try {
      const answer = await send({ companyId, personIds: chunk });
      sent += answer.sent;
      skipped.push(...answer.reasons);
    } catch (error) {
      const code = error instanceof AppError ? error.code : undefined;
      if (code !== "staff-nobody" && code !== "staff-unvouched") return { sent, skipped, problem: error };
      const why = code === "staff-unvouched" ? "unvouched" : "mailed";
      skipped.push(...chunk.map((personId) => ({ personId, why }) as const));
    }
    told(Math.min(from + maxStaffLinks, personIds.length));
  }
  return { sent, skipped };
}
