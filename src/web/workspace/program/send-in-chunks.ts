import { maxStaffLinks } from "#contract/staff.ts";
import { client } from "#web/api.ts";
import { AppError } from "#web/app-error.ts";

/** Somebody who got no link, and why. */
export interface Skipped {
  /** With their number. */
  readonly name: string;
  readonly why: "gone" | "no email" | "unvouched" | "mailed";
}

/** Whose work is asked about: all of it, or one policy. */
interface Asked {
  readonly companyId: string;
  readonly policyId?: string;
}

/** How somebody is named where one of them got no link. */
export const namedWithNumber = ({ name, number }: { readonly name: string; readonly number: string }): string =>
  `${name} (${number})`;

/**
 * Mails links to all who have something to do and whom one reaches, a page of them with one request, and tells after each how many were asked
 * for. A request by which nobody was mailed ends nothing; any other refusal ends it, and is answered beside what was sent until then.
 */
export async function sendInChunks(
  asked: Asked,
  told: (done: number) => void,
  { due, send }: Pick<typeof client.staff, "due" | "send"> = client.staff,
): Promise<{ readonly sent: number; readonly skipped: readonly Skipped[]; readonly problem?: unknown }> {
  const skipped: Skipped[] = [];
  let [sent, done] = [0, 0];
  try {
    for (let after: string | null | undefined; after !== null;) {
      const page = await due({ ...asked, limit: maxStaffLinks, ...(after !== undefined && { after }) });
      after = page.next;
      const ready = page.people.filter(({ reach }) => reach === "ready");
      if (ready.length === 0) continue;
      const nameOf = new Map(ready.map((person) => [person.personId, namedWithNumber(person)]));
      try {
        const answer = await send({ companyId: asked.companyId, personIds: [...nameOf.keys()] });
        sent += answer.sent;
        skipped.push(...answer.reasons.map(({ personId, why }) => ({ name: nameOf.get(personId) ?? personId, why })));
      } catch (error) {
        const code = error instanceof AppError ? error.code : undefined;
        if (code !== "staff-nobody" && code !== "staff-unvouched") throw error;
        const why = code === "staff-unvouched" ? "unvouched" : "mailed";
        skipped.push(...ready.map((person) => ({ name: namedWithNumber(person), why }) as const));
      }
      done += ready.length;
      told(done);
    }
  } catch (error) {
    return { sent, skipped, problem: error };
  }
  return { sent, skipped };
}
