import { accessRequests } from "./access-requests.ts";
import { actions } from "./actions.ts";
import { alerts } from "./alerts.ts";
import { approvals } from "./approvals.ts";
import { assurances } from "./assurances.ts";
import { clientMatters } from "./client-matters.ts";
import { contacts } from "./contacts.ts";
import { contracts } from "./contracts.ts";
import { data } from "./data.ts";
import { devices } from "./devices.ts";
import { disposals } from "./disposals.ts";
import { emergencies } from "./emergencies.ts";
import { incidents } from "./incidents.ts";
import { legalHolds } from "./legal-holds.ts";
import { meetings } from "./meetings.ts";
import { obligations } from "./obligations.ts";
import { people } from "./people.ts";
import { privacyRequests } from "./privacy-requests.ts";
import { risks } from "./risks.ts";
import { roles } from "./roles.ts";
import type { SampleRegister } from "./sample-register.ts";
import { screenings } from "./screenings.ts";
import { signedTerms } from "./signed-terms.ts";
import { siteLog } from "./site-log.ts";
import { sites } from "./sites.ts";
import { systems } from "./systems.ts";
import { tests } from "./tests.ts";
import { vendors } from "./vendors.ts";

/** Registers that are written on one day, and sealed at its end. */
export interface SampleBatch {
  readonly daysAgo: number;
  readonly registers: readonly SampleRegister[];
}

/**
 * The sample company's registers, in the order in which they are written: what a record leads to stands before it, and each lies behind the last day
 * that it names. A day without registers has policies.
 */
export const sampleBatches: readonly SampleBatch[] = [
  { daysAgo: 23, registers: [people, roles, systems] },
  { daysAgo: 22, registers: [vendors, devices] },
  { daysAgo: 20, registers: [data] },
  { daysAgo: 18, registers: [sites, screenings, signedTerms] },
  { daysAgo: 16, registers: [disposals, actions, risks, approvals] },
  { daysAgo: 14, registers: [alerts, contacts] },
  { daysAgo: 12, registers: [siteLog] },
  { daysAgo: 10, registers: [accessRequests, tests, meetings] },
  { daysAgo: 5, registers: [emergencies, clientMatters] },
  { daysAgo: 4, registers: [assurances, contracts, obligations] },
  { daysAgo: 3, registers: [incidents, legalHolds, privacyRequests] },
];
