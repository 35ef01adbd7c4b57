import { group } from "./event.ts";
import { aRole, anAddress, keptOf, listed, somebody, text } from "./words.ts";

const event = group("People");

export const peopleEvents = {
  "company.transferred": event(
    "Ownership transferred",
    (act) => `transferred ownership to ${act.nameOf(act.subject) ?? "another member"}`,
    { alert: "people", neverRefused: true },
  ),
  "invitation.created": event("Person invited", (act) => `invited ${anAddress(act)}${aRole(act.details["role"])}`),
  "invitation.renewed": event("Invitation renewed", (act) => `resent the invitation of ${anAddress(act)}`),
  "invitation.cancelled": event("Invitation canceled", (act) => `canceled the invitation of ${anAddress(act)}`, {
    neverRefused: true,
  }),
  "invitation.accepted": event("Invitation accepted", ({ details }) => `joined the company${aRole(details["role"])}`, {
    alert: "people",
  }),
  "member.roleChanged": event(
    "Role changed",
    (act) =>
      `changed the role of ${somebody(act)}${act.details["before"] ? ` from ${text(act.details["before"], "")}` : ""} to ${text(act.details["role"], "another")}${keptOf(act)}`,
    { alert: "people", neverRefused: true },
  ),
  "member.removed": event("Member removed", (act) => `removed ${somebody(act)}${keptOf(act)}`, {
    alert: "people",
    neverRefused: true,
  }),
  "member.left": event(
    "Member left",
    ({ details }) => `left the company${details["role"] ? `, where they were ${text(details["role"], "")}` : ""}`,
    { alert: "people", neverRefused: true },
  ),
  "rights.ended": event(
    "Access that a person issued ended",
    (act) => `ended what ${somebody(act)} had issued${listed(act.details["ended"])}`,
    { alert: "security" },
  ),
};
