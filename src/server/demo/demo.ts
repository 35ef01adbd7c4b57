import { setTimeout } from "node:timers/promises";
import type { DemoOrigin } from "./application.ts";
import { limitConcurrency } from "../limit-concurrency.ts";
import { cleanDemo } from "./clean.ts";
import { demoDatabases } from "./databases.ts";
import { demoCookie } from "./demo-cookie.ts";
import type { DemoSession } from "./demo-session.ts";
import { enterDemo } from "./enter.ts";
import { findVisit } from "./find-visit.ts";
import { leaveDemo } from "./leave.ts";
import { demoNames } from "./names.ts";
import type { DemoNames } from "./names.ts";
import type { DemoParts, DemoPlace } from "./parts.ts";
import { makeTemplate, placeOf, templateVersion } from "./template.ts";
import { todaysTemplate } from "./todays-template.ts";
import { openVisits } from "./visits.ts";

export type { DemoPlace } from "./parts.ts";

/** Demo visits: each is the whole application on a throw-away copy of the sample company. */
export interface Demo {
  /**
   * Opens a visit in place of the one the cookie names, for a visitor from `network`; undefined is this machine, whose visits
   * are not counted by network. Refuses `invalid-credentials`, `demo-full` and `demo-full-for-network`.
   */
  enter(
    email: string,
    password: string,
    cookie: string | undefined,
    network: string | undefined,
  ): Promise<{ endsAt: Date; setCookie: string }>;
  /** The visit a request's cookies name; "ended" when it is over, undefined when they name none. */
  find(cookie: string | undefined): Promise<DemoSession | "ended" | undefined>;
  /** Ends the visit the cookies name; answers with the cookie that forgets it, and undefined when they name none. */
  leave(cookie: string | undefined): Promise<string | undefined>;
  /** Forgets a visit in the browser. */
  readonly clearCookie: string;
  /** Begins to make today's template, in the background. */
  prepare(): void;
  /** Drops what is past its time, whoever made it, and makes today's template where visits are opened. */
  clean(): Promise<void>;
  close(): Promise<void>;
}

/** How long a template under way is waited for when the process stops; what it leaves half-made is made anew. */
const GRACE_MS = 2_000;

/** Nothing is made before `prepare`, `clean` or the first visit. */
export function openDemo(place: DemoPlace, origin: DemoOrigin): Demo {
  const parts = partsOf(place, origin);
  const clean = () => cleanDemo(parts);
  return {
    enter: (email, password, cookie, network) => enterDemo(parts, { email, password, cookie, network }),
    find: (cookie) => findVisit(parts, cookie),
    leave: (cookie) => leaveDemo(parts, cookie),
    clearCookie: parts.cookies.clear,
    prepare: () => void clean().catch((error: unknown) => origin.log.warn({ err: error }, "the demo is not ready")),
    clean,
    close: async () => {
      await Promise.race([parts.template.settled(), setTimeout(GRACE_MS)]);
      await Promise.all(parts.visits.databases().map((database) => parts.visits.close(database)));
    },
  };
}

function partsOf(place: DemoPlace, origin: DemoOrigin): DemoParts {
  const { adminUrl, folder } = place;
  const databases = demoDatabases(adminUrl);
  const names = namesOnce(() => nameDatabases(place, origin));
  return {
    place,
    origin,
    databases,
    names,
    cookies: demoCookie(origin.appUrl, () => origin.keys.demo()),
    visits: openVisits({ adminUrl, folder, origin, names }),
    template: todaysTemplate(async (day) =>
      makeTemplate({ adminUrl, folder, databases, names: await names(), origin }, day),
    ),
    oneAtATime: limitConcurrency(1),
  };
}

/** Asked for once, and again when that failed. */
function namesOnce(name: () => Promise<DemoNames>): () => Promise<DemoNames> {
  let named: Promise<DemoNames> | undefined;
  return () => {
    named ??= name();
    named.catch(() => (named = undefined));
    return named;
  };
}

async function nameDatabases({ adminUrl, folder }: DemoPlace, { keys, appUrl }: DemoOrigin): Promise<DemoNames> {
  return demoNames({
    // Another instance on the same server has another database or another key.
    scope: `${new URL(adminUrl.replace(/@\//, "@socket/")).pathname} ${keys.installation}`,
    // The host stands in every checkpoint that is signed, and what the key wraps opens with no other.
    version: `${await templateVersion()} ${appUrl} ${keys.installation}`,
    place: await placeOf(folder),
  });
}
