import * as z from "zod";
import type { Http } from "../../http.ts";
import { RequestFailed } from "../../http.ts";
import { parseAs } from "../../link-pages.ts";
import type { BranchRules } from "../kinds.ts";
import { ask, messageOf, ofRepository } from "../request.ts";

const enabled = z.object({ enabled: z.boolean() }).nullish();

const list = z.array(z.unknown()).optional();
const allowances = z.object({ users: list, teams: list, apps: list });

const answered = z.object({
  required_pull_request_reviews: z
    .object({
      required_approving_review_count: z.number().int().optional(),
      dismiss_stale_reviews: z.boolean(),
      bypass_pull_request_allowances: allowances.nullish(),
    })
    .nullish(),
  required_status_checks: z.object({ contexts: z.array(z.string()) }).nullish(),
  enforce_admins: enabled,
  allow_force_pushes: enabled,
  allow_deletions: enabled,
});

/** Classic branch protection, and whether there is a branch and an offer of rules at all. */
export interface ClassicAnswer {
  readonly state: "read" | "absent" | "no branch" | "not offered";
  readonly protection: BranchRules["classic"];
  readonly at: string;
}

/**
 * Classic protection of one branch. Of GitHub's several refusals only "Branch not protected" means that there is none: a
 * plain 404 also stands for a missing permission, and is thrown as `denied`.
 */
export async function readClassic(http: Http, repository: string, branch: string): Promise<ClassicAnswer> {
  const path = ofRepository(repository, `/branches/${encodeURIComponent(branch)}/protection`);
  const answer = await http.send(ask(path, undefined, [403, 404]));
  const none = (state: ClassicAnswer["state"]): ClassicAnswer => ({ state, protection: null, at: answer.at });
  if (answer.status === 403 || answer.status === 404) {
    const message = messageOf(answer);
    if (/^branch not protected$/i.test(message)) return none("absent");
    if (/^branch not found$/i.test(message)) return none("no branch");
    if (answer.status === 403 && /^upgrade to github/i.test(message)) return none("not offered");
    throw new RequestFailed("denied", `${answer.status} at ${path}`, answer.status, ["administration:read"]);
  }
  const data = parseAs(answered, answer.json(), path);
  const reviews = data.required_pull_request_reviews;
  return {
    state: "read",
    protection: {
      // Requiring reviews without a number means one, which is how it was before there was a number.
      approvals: reviews ? (reviews.required_approving_review_count ?? 1) : 0,
      dismissesStale: reviews?.dismiss_stale_reviews ?? false,
      statusChecks: data.required_status_checks?.contexts.length ?? 0,
      bypass: bypassOf(reviews?.bypass_pull_request_allowances),
      bindsAdmins: data.enforce_admins?.enabled ?? null,
      forcePushes: data.allow_force_pushes?.enabled ?? null,
      deletions: data.allow_deletions?.enabled ?? null,
    },
    at: answer.at,
  };
}

/** Whether anybody is on the list of those who need no pull request; null where a part of it is missing. */
function bypassOf(list: z.infer<typeof allowances> | null | undefined): "nobody" | "somebody" | null {
  if (list === undefined) return "nobody";
  const { users, teams, apps = [] } = list ?? {};
  if ([users, teams, apps].some((item) => item && item.length > 0)) return "somebody";
  return users && teams ? "nobody" : null;
}
