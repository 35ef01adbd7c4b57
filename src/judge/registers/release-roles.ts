import { Truth } from "#domain/facts/truth.ts";
import { systemsOfProvider } from "#domain/provider.ts";
import type { Entry } from "#domain/shapes/shapes.ts";
import { approvalOf, endsOf } from "./accounts.ts";
import { counted } from "./counted.ts";
import { isNotKnown } from "./owned-by.ts";
import { fails, isCertain, isUnknown, mayBe, notConfirmed, passes, some } from "./registers.ts";
import type { ReadSystem, RegisterInputs, RegisterVerdict } from "./registers.ts";

/**
 * Each person who may write to production past the release pipeline has an approved emergency account. In a cloud that is whoever may
 * write. Where code is hosted it is who may change the rules; what others write is a proposal as long as rules hold it, which is not read
 * here, so that they are in doubt and not passed over.
 */
export function releaseRoles({ register, now }: RegisterInputs, system: ReadSystem): RegisterVerdict {
  const approvals = register("approvals");
  const { programs } = system;
  const isCode = systemsOfProvider[system.provider].includes("code");
  const accounts = new Map(system.accounts.members.map(({ key, facts }) => [key.id, facts]));
  const isProgram = (id: string) => now < (programs.get(id) ?? now);
  // A guest is somebody, too. What holds a role and is no account may be anybody.
  const isPerson = (id: string): Truth => {
    const facts = accounts.get(id);
    if (isProgram(id)) return Truth.any([]);
    if (!facts) return isNotKnown("who holds it");
    return Truth.all([facts.active.is(true), facts.class.is("service").not()]);
  };
  const grants = system.grants.members
    .map(({ label, facts }: Entry<"grant">) => {
      const proposes = facts.level.is("write");
      const writes = isCode
        ? facts.level.is("admin").or(Truth.all([proposes, isNotKnown("whether rules hold what they write")]))
        : facts.level.is("admin").or(proposes);
      const to = facts.to.say((id) => id, label);
      return {
        label,
        names: [label, to],
        truth: Truth.all([writes, facts.production.is(true), facts.to.follow(isPerson)]),
      };
    })
    .filter(({ truth }) => mayBe(truth));
  const found = grants.map(({ names }) => approvalOf(approvals, ["emergency-account"], system, names, now));
  const left = grants.filter((_, at) => !found[at]);
  const labels = (few: typeof grants) => some([...new Set(few.map(({ label }) => label))]);
  const missing = notConfirmed(approvals, "Approvals", now);
  if (missing !== undefined) return isUnknown(missing);
  const certain = left.filter(({ truth }) => isCertain(truth));
  if (certain.length > 0)
    return fails(`May write to production without an approval as emergency account: ${labels(certain)}.`);
  if (left.length > 0) return isUnknown(`What these may do, or who they are, was not read: ${labels(left)}.`);
  if (mayBe(system.grants.whole.not()) || mayBe(system.accounts.whole.not()))
    return isUnknown("Not everybody who may write to production was read.");
  const count = new Set(grants.map(({ label }) => label)).size;
  return passes(
    count === 0
      ? "Only the pipeline writes to production."
      : counted(
          count,
          "person or program may write to production, and is approved.",
          "people or programs may write to production, each approved.",
        ),
    [approvals.confirmedUntil, ...endsOf(found), ...[...programs.values()].filter((until) => now < until)],
  );
}
