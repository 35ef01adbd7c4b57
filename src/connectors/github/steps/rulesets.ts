import * as z from "zod";
import type { Http } from "../../http.ts";
import { linkedRows } from "../../link-pages.ts";
import type { BranchRules } from "../kinds.ts";
import { ask, ofRepository, read } from "../request.ts";
import { ifReadable } from "../../observe.ts";

type Ruleset = BranchRules["rulesets"][number];

/** Who may pass a ruleset by. */
export type Bypass = Ruleset["bypass"];

const rule = z.object({
  type: z.string(),
  ruleset_id: z.number().int(),
  parameters: z
    .object({
      required_approving_review_count: z.number().int().optional(),
      dismiss_stale_reviews_on_push: z.boolean().optional(),
      required_status_checks: z.array(z.unknown()).optional(),
    })
    .optional(),
});

const actor = z.object({ bypass_mode: z.string().optional() });
const details = z.object({ bypass_actors: z.array(actor).optional() });

/** Active rules that apply to a branch, also those of the organization, by ruleset in the order of their numbers. */
export async function readRulesets(
  http: Http,
  repository: string,
  branch: string,
  bypasses: Map<number, Bypass>,
): Promise<Ruleset[]> {
  const path = ofRepository(repository, `/rules/branches/${encodeURIComponent(branch)}`);
  const rules = await linkedRows(http, ask(path, { per_page: 100 }), rule);
  const byRuleset = [...Map.groupBy(rules, (rule) => rule.ruleset_id)].toSorted(([a], [b]) => a - b);
  const rulesets: Ruleset[] = [];
  for (const [id, own] of byRuleset) {
    const reviews = own.filter((item) => item.type === "pull_request");
    const has = (type: string) => own.some((item) => item.type === type);
    rulesets.push({
      id,
      approvals: Math.max(0, ...reviews.map((review) => review.parameters?.required_approving_review_count ?? 0)),
      dismissesStale: reviews.some((review) => review.parameters?.dismiss_stale_reviews_on_push ?? false),
      statusChecks: own
        .filter((item) => item.type === "required_status_checks")
        .reduce((sum, item) => sum + (item.parameters?.required_status_checks?.length ?? 0), 0),
      blocksForcePushes: has("non_fast_forward"),
      blocksDeletions: has("deletion"),
      bypass: await bypassOf(http, repository, id, bypasses),
    });
  }
  return rulesets;
}

async function bypassOf(http: Http, repository: string, id: number, known: Map<number, Bypass>): Promise<Bypass> {
  const before = known.get(id);
  if (before) return before;
  const answer = await ifReadable(() => read(http, ask(ofRepository(repository, `/rulesets/${id}`)), details));
  const actors = answer?.data.bypass_actors;
  const bypass = actors === undefined ? "hidden" : passedBy(actors);
  known.set(id, bypass);
  return bypass;
}

function passedBy(actors: readonly z.infer<typeof actor>[]): Bypass {
  if (actors.length === 0) return "nobody";
  return actors.every((actor) => actor.bypass_mode === "pull_request") ? "pull requests" : "somebody";
}
