import { createHmac, timingSafeEqual } from "node:crypto";
import type { Cookies } from "../auth/cookies.ts";
import { newToken, sha256 } from "../auth/tokens.ts";
import { asCaller, callAs } from "../db/as-caller.ts";
import type { Tx } from "../db/as-caller.ts";
import type { Databases } from "../db/connections.ts";
import { callFunction } from "../db/functions.ts";
import type { ArgumentsOf, FunctionName } from "../db/functions.ts";
import { retryConflicts } from "../db/retry-conflicts.ts";
import { writeAct } from "../ledger/record-act.ts";

/** Somebody of the staff while their session lasts: one person of one company. */
export interface StaffMember {
  readonly companyId: string;
  readonly company: string;
  readonly personId: string;
  readonly name: string;
  /** As people quote the record, PER-4. */
  readonly number: string;
  readonly email: string;
  /** The SHA-256 of their session's token. */
  readonly session: Buffer;
  /** How they came: by `staff link`, or by which provider. */
  readonly method: string;
  /** What each form of theirs carries: only pages that were made for this session have it. */
  readonly formToken: string;
}

interface Deps {
  readonly databases: Pick<Databases, "staff">;
  readonly cookies: Cookies;
  readonly now: () => Date;
}

const SECONDS = 12 * 60 * 60;
/** Requests of one person in a minute. */
const TURNS = 120;
const MINUTE = 60;

export type StaffSessions = ReturnType<typeof openStaffSessions>;

/** Sessions of staff: opened by a mailed link or a provider's proof, for twelve hours, and over as soon as the person's record ends, or the address they came by is not theirs alone. */
export function openStaffSessions({ databases: { staff }, cookies, now }: Deps) {
  return {
    /** Whose session the browser has, and the seconds that they wait for their next turn: 0 for whom this is one. */
    async enter(
      cookie: string | undefined,
    ): Promise<{ readonly staff: StaffMember; readonly wait: number } | undefined> {
      const token = cookies.read(cookie, "staff");
      if (token === undefined) return undefined;
      const [row] = await callFunction(staff, "app.enter_staff", [sha256(token), now(), TURNS, MINUTE]);
      if (!row) return undefined;
      const { company_id: companyId, person_id: personId, company, name, email, method, wait } = row;
      const own = { session: sha256(token), formToken: formTokenOf(token) };
      const member = { companyId, personId, company, name, email, method, number: `PER-${row.number}`, ...own };
      return { staff: member, wait };
    },

    /** How a link stands, without using it up; undefined for one that opens nothing and never will. */
    async look(token: string) {
      const [row] = await callFunction(staff, "app.staff_link_state", [sha256(token), now()]);
      return row && { state: row.state, company: row.company, name: row.name };
    },

    /** Uses a link up; answers with the cookie of the session that it opens, or undefined where it opens none. */
    async open(
      token: string,
      { address, userAgent }: { address: string; userAgent: string },
    ): Promise<string | undefined> {
      const at = now();
      const [link] = await callFunction(staff, "app.staff_link_state", [sha256(token), at]);
      if (link?.state !== "open") return undefined;
      const { person_id: userId, company_id: companyId } = link;
      const session = newToken();
      // Without a sender, the person asked for it, or it came with a reminder.
      const details = { number: `PER-${link.number}`, sentTo: link.email, sentBy: link.sent_by, method: link.method };
      const opened = await retryConflicts(() =>
        asCaller(staff, { userId, companyId }, async (tx) => {
          const act = writeAct({ userId }, "staff.signedIn", { subject: userId, details });
          const by = [address, userAgent, act.id, act.details, act.salt, act.commitment] as const;
          return await callFunction(tx, "app.spend_staff_link", [sha256(token), sha256(session), at, ...by]);
        }),
      );
      return opened ? cookies.set("staff", session, SECONDS) : undefined;
    },

    /** Stops the reminders of whom a link was mailed to, whether or not it still opens a page; the company, or undefined for an unknown link. */
    async stopReminders(token: string): Promise<string | undefined> {
      const [link] = await callFunction(staff, "app.staff_link_state", [sha256(token), now()]);
      if (!link) return undefined;
      const { person_id: userId, company_id: companyId, company } = link;
      await asCaller(staff, { userId, companyId }, (tx) => callFunction(tx, "app.stop_writing_to_me", [now()]));
      return company;
    },

    /** Ends the session that the browser has; answers with the cookie that forgets it. */
    async end(cookie: string | undefined): Promise<string> {
      const token = cookies.read(cookie, "staff");
      if (token !== undefined) await callFunction(staff, "app.end_staff_session", [sha256(token), now()]);
      return cookies.clear("staff");
    },

    /** Runs `work` in one transaction as this person; the database asks once more whether they are still there. */
    within: <T>({ personId, companyId }: StaffMember, work: (tx: Tx) => Promise<T>): Promise<T> =>
      retryConflicts(() => asCaller(staff, { userId: personId, companyId }, work)),

    /** Calls one function as this person, alone in its transaction. */
    call: <F extends FunctionName>({ personId, companyId }: StaffMember, name: F, args: ArgumentsOf<F>) =>
      retryConflicts(() => callAs(staff, { userId: personId, companyId }, name, args)),
  };
}

/** Made from the session's token, which no other site can read; nobody can make the token from it. */
function formTokenOf(sessionToken: string): string {
  return createHmac("sha256", sessionToken).update("staff form").digest("base64url");
}

/** Whether a form came from a page that was made for this session. */
export function isOwnForm({ formToken }: StaffMember, given: string | undefined): boolean {
  const [own, other] = [Buffer.from(formToken), Buffer.from(given ?? "")];
  return own.length === other.length && timingSafeEqual(own, other);
}
