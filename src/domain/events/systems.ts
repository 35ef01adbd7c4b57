import type { Act } from "./event.ts";
import { group } from "./event.ts";
import { named, text } from "./words.ts";

const event = group("Systems");

const aSystem = ({ details }: Act) => named(details["name"], "a system");
/** The kind by its label, as the entry has it. */
const aKind = ({ details }: Act) => text(details["label"], "a kind of system");
const because = ({ details }: Act) =>
  `until ${text(details["until"], "a day")}: ${text(details["reason"], "without a reason")}`;

export const systemsEvents = {
  "system.added": event("System added", (act) => `added the system ${aSystem(act)}`),
  "system.renamed": event(
    "System renamed",
    (act) => `renamed the system ${named(act.details["before"], "without a name")} to ${aSystem(act)}`,
  ),
  "system.removed": event(
    "System removed",
    (act) => `removed the system ${aSystem(act)}, which had been added by mistake`,
  ),
  "system.leftOut": event(
    "System out of scope",
    (act) => `put the system ${aSystem(act)} out of scope ${because(act)}`,
  ),
  "system.broughtBack": event("System in scope again", (act) => `put the system ${aSystem(act)} in scope again`),
  "system.noneDeclared": event(
    "Kind of system declared none",
    (act) => `declared that the company has none of the kind ${aKind(act)} ${because(act)}`,
  ),
  "system.noneTakenBack": event(
    "Declaration of none withdrawn",
    (act) => `withdrew the declaration that the company has none of the kind ${aKind(act)}`,
  ),
};
