import type { Register } from "#domain/registers/register.ts";
import { registerOfList } from "#domain/registers/screenings.ts";
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
import { screenings } from "./screenings.ts";
import { signedTerms } from "./signed-terms.ts";
import { siteLog } from "./site-log.ts";
import { sites } from "./sites.ts";
import { systems } from "./systems.ts";
import { tests } from "./tests.ts";
import { vendors } from "./vendors.ts";

/** Every register, in the order of its page. */
export const registers: readonly Register[] = [
  people,
  screenings,
  signedTerms,
  roles,
  accessRequests,
  systems,
  data,
  devices,
  disposals,
  sites,
  siteLog,
  vendors,
  assurances,
  contracts,
  risks,
  obligations,
  meetings,
  tests,
  actions,
  approvals,
  incidents,
  alerts,
  emergencies,
  contacts,
  privacyRequests,
  clientMatters,
  legalHolds,
];

const byKey = new Map(registers.map((register) => [register.key, register]));

/** The register of this key, if there is one. */
export function findRegister(key: string): Register | undefined {
  return byKey.get(key);
}

/** The register that a list of a snapshot has the records of; undefined where it is of none. */
export function findSealed(list: string): Register | undefined {
  return findRegister(registerOfList(list));
}
