import type { Act } from "./event.ts";
import { group } from "./event.ts";
import { aReason, text } from "./words.ts";

const event = group("Policies");

const policy = ({ details }: Act) => text(details["title"], "a policy");
const version = (act: Act) => {
  const number = act.details["version"];
  return typeof number === "number" ? `version ${number} of ${policy(act)}` : policy(act);
};
const audience = ({ details }: Act) => text(details["audience"], "people");

const drafts = ({ details: { count } }: Act) => {
  if (typeof count !== "number") return "drafts";
  return count === 1 ? "1 draft" : `${count} drafts`;
};

export const policiesEvents = {
  "policy.added": event("Policy added", (act) => `added the policy ${policy(act)}`),
  "policy.owned": event("Policy owner changed", (act) =>
    act.details["owner"] === null ? `left ${policy(act)} without an owner` : `changed the owner of ${policy(act)}`,
  ),
  "policy.drafted": event("Policy draft started", (act) => `started ${version(act)}`),
  "policy.edited": event("Policy edited", (act) => `edited ${version(act)}`),
  "policy.discarded": event("Policy draft discarded", (act) => `discarded ${version(act)}`),
  "policy.sent": event("Policy sent for approval", (act) => `sent ${version(act)} for approval`),
  "policy.approved": event("Policy approved", (act) =>
    act.details["inForce"] === true ? `approved ${version(act)}, which is in force` : `approved ${version(act)}`,
  ),
  "policy.assigned": event("Policy assigned", (act) => `assigned ${version(act)} to ${audience(act)}`),
  "policy.unassigned": event(
    "Policy assignment ended",
    (act) => `ended the assignment of ${version(act)} to ${audience(act)}${aReason(act)}`,
  ),
  "library.adopted": event("Policies added together", (act) => `added ${drafts(act)} of the library`),
  "library.undone": event("Policies added together, undone", (act) => `discarded ${drafts(act)} of the library`),
  "library.answered": event("Policy answers changed", ({ details }) => {
    const answers = Array.isArray(details["answers"]) ? details["answers"].length : 0;
    return `changed ${answers === 1 ? "1 answer" : `${answers} answers`} for policies of the library`;
  }),
  "policy.acknowledged": event("Policy acknowledged", (act) => `acknowledged ${version(act)}`, { neverRefused: true }),
};
