import { KEPT_YEARS } from "#domain/policies/policy.ts";
import { sha256OfText } from "#domain/sha256.ts";
import { counted } from "./counted.ts";
import type { PolicyInputs } from "./policies.ts";
import { numberOf } from "./policy-approved.ts";
import { fails, isUnknown, passes, some, textOf } from "./registers.ts";
import type { RegisterVerdict } from "./registers.ts";

/** Each version that was in force within six years is kept: its text is there, and has the hash that the ledger's entry says. */
export function policyHistoryKept({ register, now }: PolicyInputs): RegisterVerdict {
  const from = new Date(now);
  from.setUTCFullYear(from.getUTCFullYear() - KEPT_YEARS);
  const kept = register("policy-versions").rows.filter((row) => {
    const replacedAt = textOf(row, "replacedAt");
    return replacedAt === undefined || !(new Date(replacedAt) < from);
  });
  const titles = new Map(register("policies").rows.map((row) => [row.id, textOf(row, "title")]));
  const wrong = kept.filter((row) => {
    const [leaf, held] = [textOf(row, "leaf"), textOf(row, "text")];
    return leaf === undefined || held === undefined || sha256OfText(held) !== leaf;
  });
  if (wrong.length > 0) {
    const names = wrong.map(
      (row) =>
        `version ${numberOf(row, "number") ?? "?"} of ${titles.get(textOf(row, "policyId") ?? "") ?? "a policy"}`,
    );
    return fails(`Not as the ledger has it: ${some(names)}.`);
  }
  if (kept.length === 0) return isUnknown("No policy has been in force here. Have one approved in Policies.");
  return passes(
    counted(
      kept.length,
      "policy version of the last six years matches the ledger.",
      "policy versions of the last six years match the ledger.",
    ),
    [],
  );
}
