import type { EvidenceItem, Step, StepContext } from "../../connector.ts";
import { item, unreadable } from "../../observe.ts";
import type { BranchRules } from "../kinds.ts";
import { readClassic } from "./classic-protection.ts";
import type { ReadRepository } from "./readable.ts";
import { after, readRepositories } from "./readable.ts";
import type { Bypass } from "./rulesets.ts";
import { readRulesets } from "./rulesets.ts";

/** What protects each default branch: classic branch protection and rulesets, which add up. */
export const branchRules: Step = {
  id: "branch-rules",
  title: "Branch rules",
  kinds: ["github.branch-rules"],
  scopes: ["metadata:read", "administration:read"],
  async *collect(context) {
    // Rulesets of the organization come back in each repository, and are asked for once.
    const bypasses = new Map<number, Bypass>();
    for (const repository of after(context.cursor, readRepositories(context.items))) {
      yield await describe(context, repository, bypasses);
      yield { checkpoint: repository.id };
    }
  },
};

async function describe(
  { http }: StepContext,
  repository: ReadRepository,
  bypasses: Map<number, Bypass>,
): Promise<EvidenceItem> {
  const kind = "github.branch-rules";
  const subject = { type: "repository", id: repository.id, label: repository.name };
  const branch = repository.defaultBranch;
  try {
    const classic = await readClassic(http, repository.name, branch);
    const state = classic.state === "absent" ? "read" : classic.state;
    const data: BranchRules = {
      repository: repository.name,
      branch,
      state,
      classic: classic.protection,
      rulesets: state === "read" ? await readRulesets(http, repository.name, branch, bypasses) : [],
    };
    return item(kind, subject, data, classic);
  } catch (error) {
    return unreadable(kind, subject, error, repository.seenAt);
  }
}
