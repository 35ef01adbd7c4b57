import { sql } from "kysely";
import { fail } from "../app-error.ts";
import type { Tx } from "../db/as-caller.ts";
import { callFunction } from "../db/functions.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import type { Outbox } from "../mail/outbox.ts";
import { reviewReminder } from "../mail/templates/review-reminder.ts";
import { openReview } from "./write-review.ts";

interface Deps {
  readonly outbox: Outbox;
  readonly appUrl: string;
  readonly now: () => Date;
}

interface LeftRow {
  readonly reviewer_id: string;
  readonly system: string;
  readonly accounts: number;
}

const HOUR_SECONDS = 3_600;
const DAY_MS = 86_400_000;

/** Mails whoever has accounts left to decide, once an hour at most. Refuses `too-many-requests` before. */
export function remindReviewers({ outbox, appUrl, now }: Deps): HandlersOf<"reviews">["remind"] {
  return async ({ input: { reviewId }, caller, tx }) => {
    const review = await openReview(tx, caller.companyId, reviewId);
    const left = Map.groupBy(await readLeft(tx, caller.companyId, reviewId), (row) => row.reviewer_id);
    const people = (await callFunction(tx, "app.team", [])).filter((row) => left.has(row.user_id));
    if (people.length === 0) return { answer: { sent: 0 }, entry: "unchanged" };
    if ((await callFunction(tx, "app.take_turn", [`review-reminder|${reviewId}`, 1, HOUR_SECONDS, 1])) !== 0)
      return fail("too-many-requests");
    const { name: company } = await tx
      .selectFrom("app.companies")
      .select("name")
      .where("id", "=", caller.companyId)
      .executeTakeFirstOrThrow();
    // The last moment of the day.
    const due = new Date(new Date(review.dueOn).getTime() + DAY_MS - 1);
    for (const { user_id: id, email, first_name: firstName, last_name: lastName } of people)
      await outbox.enqueue(
        tx,
        reviewReminder({
          user: { email, firstName: firstName ?? "", lastName: lastName ?? "" },
          company,
          review,
          due,
          left: left.get(id)!,
          sentAt: now(),
          appUrl,
        }),
      );
    const sent = people.length;
    return { answer: { sent }, entry: { subject: reviewId, details: { name: review.name, count: sent } } };
  };
}

/** How many accounts of each system wait for whom. */
async function readLeft(tx: Tx, companyId: string, reviewId: string): Promise<readonly LeftRow[]> {
  const { rows } = await sql<LeftRow>`SELECT w.reviewer_id, s.name AS system, count(*)::integer AS accounts
    FROM app.review_populations p JOIN app.systems s ON s.company_id = p.company_id AND s.id = p.system_id
    JOIN app.review_rows w ON w.company_id = p.company_id AND w.population_id = p.id
    LEFT JOIN LATERAL (SELECT d.decision FROM app.review_decisions d WHERE d.company_id = w.company_id AND d.row_id = w.id
      ORDER BY d.ledger_index DESC LIMIT 1) d ON true
    WHERE p.company_id = ${companyId} AND p.review_id = ${reviewId} AND coalesce(d.decision, 'none') = 'none'
    GROUP BY w.reviewer_id, s.name ORDER BY lower(s.name)`.execute(tx);
  return rows;
}
