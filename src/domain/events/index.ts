import { auditsEvents } from "./audits.ts";
import { companyEvents } from "./company.ts";
import { controlsEvents } from "./controls.ts";
import { documentsEvents } from "./documents.ts";
import { evidenceEvents } from "./evidence.ts";
import type { CompanyEvent } from "./event.ts";
import { integrationsEvents } from "./integrations.ts";
import { mattersEvents } from "./matters.ts";
import { peopleEvents } from "./people.ts";
import { policiesEvents } from "./policies.ts";
import { reviewsEvents } from "./reviews.ts";
import { projectsEvents } from "./projects.ts";
import { recordsEvents } from "./records.ts";
import { staffEvents } from "./staff.ts";
import { systemsEvents } from "./systems.ts";

export type { Act } from "./event.ts";

/**
 * Every event of a company's ledger, once, in the order in which people choose among them. The activity log, alerts, webhooks, their
 * documentation and the limit on changes follow from it, and what an endpoint `records` is one of these or does not compile.
 */
export const events = {
  ...evidenceEvents,
  ...projectsEvents,
  ...systemsEvents,
  ...recordsEvents,
  ...staffEvents,
  ...policiesEvents,
  ...reviewsEvents,
  ...controlsEvents,
  ...documentsEvents,
  ...companyEvents,
  ...peopleEvents,
  ...auditsEvents,
  ...integrationsEvents,
  ...mattersEvents,
} satisfies Record<string, CompanyEvent>;

/** The name of an event, `noun.pastTense`. */
export type EventName = keyof typeof events;

const all = Object.entries<CompanyEvent>(events);

/** Events that webhooks can receive and alerts can be about. */
export const ledgerEvents: readonly (Pick<CompanyEvent, "group" | "label" | "alert"> & { readonly event: string })[] =
  all.filter(([, { untold }]) => !untold).map(([event, declared]) => ({ event, ...declared }));

/** Entries that no webhook receives. */
export const untoldEvents: readonly string[] = all.filter(([, { untold }]) => untold).map(([event]) => event);

/** Events that the limit on changes never refuses. */
export const neverRefused: readonly string[] = all.filter(([, item]) => item.neverRefused).map(([event]) => event);

/** The event of this name; undefined for one of another version. */
export function findEvent(name: string): CompanyEvent | undefined {
  return Object.hasOwn(events, name) ? events[name as EventName] : undefined;
}
