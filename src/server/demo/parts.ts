import type { DemoOrigin } from "./application.ts";
import type { DemoCookie } from "./demo-cookie.ts";
import type { DemoDatabases } from "./databases.ts";
import type { DemoNames } from "./names.ts";
import type { TodaysTemplate } from "./todays-template.ts";
import type { Visits } from "./visits.ts";

/** Where demo visits are made. */
export interface DemoPlace {
  /** The administrator's, of a server on which databases may be made. */
  readonly adminUrl: string;
  /** Files of templates and visits. */
  readonly folder: string;
  /** Visits at once; 30 unless told, and fewer on a server with few connections. */
  readonly visits?: number;
  /** Visits at once from one network; 6 unless told. */
  readonly visitsPerNetwork?: number;
}

/** What the verbs of the demo work with. */
export interface DemoParts {
  readonly place: DemoPlace;
  readonly origin: DemoOrigin;
  readonly databases: DemoDatabases;
  readonly cookies: DemoCookie;
  readonly visits: Visits;
  readonly template: TodaysTemplate;
  /** How databases of the demo are named here. */
  names(): Promise<DemoNames>;
  /** One after the other in this process. */
  oneAtATime<T>(work: () => Promise<T>): Promise<T>;
}
