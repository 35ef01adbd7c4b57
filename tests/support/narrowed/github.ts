import fc from "fast-check";
import type { GithubOrganization } from "./github-organization.ts";
import { rawRepository } from "./github-organization.ts";

/** Who may pass something by, as GitHub lists them. */
const list = fc.record({
  users: fc.array(fc.constant({ login: "eve" }), { maxLength: 1 }),
  teams: fc.array(fc.constant({ slug: "founders" }), { maxLength: 1 }),
  apps: fc.array(fc.constant({ slug: "bot" }), { maxLength: 1 }),
});
const toggle = fc.option(fc.record({ enabled: fc.boolean() }), { nil: undefined });

interface RawProtection {
  readonly required_pull_request_reviews?: {
    readonly required_approving_review_count?: number;
    readonly dismiss_stale_reviews: boolean;
    readonly bypass_pull_request_allowances?: { users: object[]; teams: object[]; apps: object[] } | null;
  };
  readonly required_status_checks?: { readonly contexts: readonly string[] };
  readonly enforce_admins?: { readonly enabled: boolean };
  readonly allow_force_pushes?: { readonly enabled: boolean };
  readonly allow_deletions?: { readonly enabled: boolean };
}

const protection: fc.Arbitrary<RawProtection | "none"> = fc.oneof(
  fc.constant("none" as const),
  fc.record(
    {
      required_pull_request_reviews: fc.record(
        {
          required_approving_review_count: fc.nat(2),
          dismiss_stale_reviews: fc.boolean(),
          bypass_pull_request_allowances: fc.oneof(list, fc.constant(null)),
        },
        { requiredKeys: ["dismiss_stale_reviews"] },
      ),
      required_status_checks: fc.record({ contexts: fc.array(fc.constant("test"), { maxLength: 2 }) }),
      enforce_admins: toggle,
      allow_force_pushes: toggle,
      allow_deletions: toggle,
      // What says nothing of these checks.
      required_linear_history: toggle,
      lock_branch: toggle,
      block_creations: toggle,
    },
    { requiredKeys: [] },
  ) as fc.Arbitrary<RawProtection>,
);

interface RawRule {
  readonly type: string;
  readonly ruleset_id: number;
  readonly parameters?: Readonly<Record<string, unknown>>;
}

const rule: fc.Arbitrary<RawRule> = fc
  .tuple(
    fc.integer({ min: 1, max: 3 }),
    fc.oneof(
      fc.constantFrom(
        { type: "non_fast_forward" },
        { type: "deletion" },
        { type: "creation" },
        { type: "required_signatures" },
        { type: "a rule of tomorrow" },
      ),
      fc.nat(2).map((count) => ({
        type: "pull_request",
        parameters: { required_approving_review_count: count, dismiss_stale_reviews_on_push: true },
      })),
      fc.array(fc.constant({ context: "test" }), { maxLength: 2 }).map((checks) => ({
        type: "required_status_checks",
        parameters: { required_status_checks: checks },
      })),
    ),
  )
  .map(([ruleset_id, item]) => ({ ...item, ruleset_id }));

const actor = fc.record(
  {
    actor_type: fc.constantFrom("Integration", "OrganizationAdmin", "RepositoryRole", "Team", "DeployKey", "User"),
    bypass_mode: fc.constantFrom("always", "pull_request", "exempt", "a mode of tomorrow"),
  },
  { requiredKeys: ["actor_type"] },
);
const bypassActors = fc.dictionary(fc.constantFrom("1", "2", "3"), fc.array(actor, { maxLength: 2 }));

/** Organizations with rules that are narrowed in some way, or in none: as GitHub answers about them. */
export const githubOrganizations = fc
  .record({
    protection,
    rules: fc.array(rule, { maxLength: 5 }),
    bypassActors,
    selection: fc.constantFrom(undefined, "all", "selected", "all", "a selection of tomorrow"),
    missing: fc.constantFrom(0, 0, 0, 1, 40, null),
    isPrivate: fc.boolean(),
  })
  .map(({ missing, isPrivate, ...rest }) => ({
    ...rest,
    missing,
    repositories: [rawRepository({ private: isPrivate })],
    counts: missing === null ? null : { public: isPrivate ? 0 : 1, private: (isPrivate ? 1 : 0) + missing },
  }));

type Drawn = Omit<GithubOrganization, "protection" | "rules"> & {
  readonly protection: RawProtection | "none";
  readonly rules: readonly RawRule[];
  readonly missing: number | null;
};

/** Checks that may pass of such an organization, by a reading of GitHub's documents that shares nothing with the connector. */
export function mayPass(organization: Drawn): readonly string[] {
  const { protection: classic, rules, bypassActors: actors = {}, selection, missing } = organization;
  // All that there is has to be seen: by what was granted, or because nothing is missing from the organization's own count.
  if (selection !== "all" && (selection === "a selection of tomorrow" || missing !== 0)) return [];
  const reviews = classic === "none" ? undefined : classic.required_pull_request_reviews;
  const passers = reviews?.bypass_pull_request_allowances;
  const nobodyPasses = passers === undefined || (passers !== null && Object.values(passers).flat().length === 0);
  const bound = classic !== "none" && classic.enforce_admins?.enabled === true;
  const modes = (id: number) => actors[String(id)]?.map((item) => (item as { bypass_mode?: string }).bypass_mode);
  const binding = rules.filter(({ ruleset_id: id }) => modes(id)?.length === 0);
  const onRequestsAlone = rules.filter(({ ruleset_id: id }) => modes(id)?.every((mode) => mode === "pull_request"));
  const asks = (all: readonly RawRule[]) =>
    all.some((item) => Number(item.parameters?.["required_approving_review_count"] ?? 0) > 0);
  const classicAsks = reviews !== undefined && (reviews.required_approving_review_count ?? 1) > 0;
  const tests = (all: readonly RawRule[]) =>
    all.some((item) => ((item.parameters?.["required_status_checks"] as unknown[] | undefined) ?? []).length > 0);
  const blocks = (type: string, open: "allow_force_pushes" | "allow_deletions") =>
    onRequestsAlone.some((item) => item.type === type) ||
    (classic !== "none" && bound && classic[open]?.enabled === false);
  const somebodyAsks = asks(rules) || classicAsks;
  const may = {
    "gh.repo.branch-protected": classic !== "none" || rules.length > 0,
    "gh.repo.review-required": somebodyAsks,
    "gh.repo.admins-bound": somebodyAsks
      ? asks(binding) || (classicAsks && bound && nobodyPasses)
      : binding.length > 0 || (bound && nobodyPasses),
    "gh.repo.no-force-push": blocks("non_fast_forward", "allow_force_pushes") && blocks("deletion", "allow_deletions"),
    "gh.repo.status-checks":
      tests(binding) || (classic !== "none" && bound && (classic.required_status_checks?.contexts.length ?? 0) > 0),
    "gh.repo.private": (organization.repositories as { private: boolean }[]).every((repository) => repository.private),
  };
  return Object.entries(may).flatMap(([id, passes]) => (passes ? [id] : []));
}

/** What the oracle speaks about. */
export const judgedOfGithub = [
  "gh.repo.branch-protected",
  "gh.repo.review-required",
  "gh.repo.admins-bound",
  "gh.repo.no-force-push",
  "gh.repo.status-checks",
  "gh.repo.private",
] as const;
