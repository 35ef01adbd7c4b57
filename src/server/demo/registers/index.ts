import { accessRequests } from "./access-requests.ts";
import { actions } from "./actions.ts";
import { alerts } from "./alerts.ts";
import { approvals } from "./approvals.ts";
import { assurances } from "./assurances.ts";
import { contacts } from "./contacts.ts";
import { contracts } from "./contracts.ts";
import { data } from "./data.ts";
import { devices } from "./devices.ts";
import { disposals } from "./disposals.ts";
import { incidents } from "./incidents.ts";
import { meetings } from "./meetings.ts";
import { obligations } from "./obligations.ts";
import { people } from "./people.ts";
import { roles } from "./roles.ts";
import type { SampleRegister } from "./sample-register.ts";
import { screenings } from "./screenings.ts";
import { siteLog } from "./site-log.ts";
import { sites } from "./sites.ts";
import { systems } from "./systems.ts";
import { tests } from "./tests.ts";
import { vendors } from "./vendors.ts";

/**
 * The sample company's registers, in the order in which they are written: what a record leads to stands before it. Risks, client matters,
 * legal holds, privacy requests and emergencies are left out: documents and people's tests decide the controls that rest on them.
 */
export const sampleRegisters: readonly SampleRegister[] = [
  people,
  roles,
  systems,
  vendors,
  assurances,
  contracts,
  data,
  devices,
  disposals,
  sites,
  siteLog,
  accessRequests,
  approvals,
  screenings,
  actions,
  tests,
  meetings,
  obligations,
  incidents,
  alerts,
  contacts,
];
