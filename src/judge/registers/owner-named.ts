import { fails, isActivePerson, isCertain, isUnknown, notConfirmed, passes, textOf } from "./registers.ts";
import type { RegisterInputs, RegisterVerdict } from "./registers.ts";

/**
 * One security owner, who is an active person with an active account: in Exhibit, or in a connected system. A declaration is what is
 * asked for.
 */
export function ownerNamed({ register, systems, now }: RegisterInputs): RegisterVerdict {
  const [roles, people] = [register("roles"), register("people")];
  const owners = roles.rows.filter((row) => row.state === "open" && textOf(row, "duty") === "security-owner");
  if (owners.length > 1) return fails(`${owners.length} people are security owner. Name one.`);
  const [owner] = owners;
  const holder = owner && people.rows.find(({ id }) => id === textOf(owner, "holderId"));
  if (owner && holder && !isActivePerson(holder, now))
    return fails(`The security owner, PER-${holder.number}, does not work here.`);
  const elsewhere = systems.some(({ accounts, people: owners }) =>
    accounts.members.some(
      ({ key, facts }) => holder && owners.get(key.id) === holder.id && isCertain(facts.active.is(true)),
    ),
  );
  if (holder?.account === false && !elsewhere)
    return fails(`The security owner, PER-${holder.number}, has no active account in Exhibit.`);
  const missing = notConfirmed(roles, "Roles", now) ?? notConfirmed(people, "People", now);
  if (missing !== undefined) return isUnknown(missing);
  if (!owner) return fails("Nobody is security owner.");
  if (!holder) return fails("The security owner is nobody in People.");
  if (holder.account === null && !elsewhere)
    return isUnknown(`PER-${holder.number} has no email address, so no account is theirs.`);
  const leaves = textOf(holder, "endsAt");
  return passes(`PER-${holder.number} is security owner, and is active.`, [
    roles.confirmedUntil,
    people.confirmedUntil,
    leaves === undefined ? null : new Date(leaves),
  ]);
}
