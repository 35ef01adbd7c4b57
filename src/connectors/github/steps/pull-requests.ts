import * as z from "zod";
import type { EvidenceItem, Step, StepContext } from "../../connector.ts";
import { linkPages, linkedRows } from "../../link-pages.ts";
import { item, unreadable } from "../../observe.ts";
import type { PullRequest } from "../kinds.ts";
import { ask, ofRepository } from "../request.ts";
import type { ReadRepository } from "./readable.ts";
import { after, readRepositories } from "./readable.ts";

/** How far back merged pull requests are looked at. */
export const daysOfChanges = 30;

const account = z.object({ id: z.number().int(), type: z.string() }).nullish();

const pull = z.object({
  id: z.number().int(),
  number: z.number().int(),
  user: account,
  updated_at: z.string(),
  merged_at: z.string().nullable(),
  head: z.object({ sha: z.string() }),
});

const review = z.object({
  user: account,
  state: z.string(),
  submitted_at: z.string().nullish(),
  commit_id: z.string().nullish(),
});

type Review = z.infer<typeof review>;

/** Pull requests that were merged into the default branch within 30 days, and who approved them when. */
export const pullRequests: Step = {
  id: "pull-requests",
  title: "Merged pull requests",
  kinds: ["github.pull-request"],
  scopes: ["pull_requests:read"],
  // A request for each merge: too many to make every hour.
  everyHours: 6,
  async *collect(context) {
    const since = new Date(context.now().getTime() - daysOfChanges * 86_400_000).toISOString();
    for (const repository of after(context.cursor, readRepositories(context.items))) {
      // A merge is a push. The day before counts as well, because only the day is kept.
      if ((repository.pushedOn ?? "9999") >= since.slice(0, 10)) yield* mergedIn(context, repository, since);
      yield { checkpoint: repository.id };
    }
  },
};

async function* mergedIn(
  { http }: StepContext,
  repository: ReadRepository,
  since: string,
): AsyncGenerator<EvidenceItem> {
  const kind = "github.pull-request";
  const path = ofRepository(repository.name, "/pulls");
  const request = ask(path, {
    state: "closed",
    base: repository.defaultBranch,
    sort: "updated",
    direction: "desc",
    per_page: 100,
  });
  // The list moves while it is read: what was updated meanwhile pushes others to the next page.
  const seen = new Set<number>();
  try {
    for await (const page of linkPages(http, request, pull)) {
      for (const row of page.rows) {
        // The newest update comes first, and a merge is one.
        if (row.updated_at < since) return;
        if (row.merged_at === null || row.merged_at < since || seen.has(row.id)) continue;
        seen.add(row.id);
        const reviews = await linkedRows(http, ask(`${path}/${row.number}/reviews`, { per_page: 100 }), review);
        const data: PullRequest = {
          repository: repository.name,
          number: row.number,
          mergedAt: row.merged_at,
          authorId: row.user?.id ?? null,
          head: row.head.sha,
          approvals: standing(reviews, row.merged_at).map((each) => ({
            byId: each.user?.id ?? null,
            byPerson: each.user?.type === "User",
            at: each.submitted_at ?? null,
            commit: each.commit_id ?? null,
          })),
        };
        const subject = { type: "pull request", id: String(row.id), label: `${repository.name}#${row.number}` };
        yield item(kind, subject, data, page.answer);
      }
    }
  } catch (error) {
    const subject = { type: "repository", id: repository.id, label: repository.name };
    yield unreadable(kind, subject, error, repository.seenAt);
  }
}

const DECISIONS = ["APPROVED", "CHANGES_REQUESTED", "DISMISSED"];

/** Approvals that were not taken back before the merge: of each reviewer the last decision until then counts. */
function standing(reviews: readonly Review[], mergedAt: string): Review[] {
  const decisions = reviews.filter((review) => DECISIONS.includes(review.state));
  return decisions.filter((decision, index) => {
    const takenBack = decisions
      .slice(index + 1)
      .some((later) => later.user?.id === decision.user?.id && (later.submitted_at ?? "") <= mergedAt);
    return decision.state === "APPROVED" && !takenBack;
  });
}
