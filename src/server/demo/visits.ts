import type { DemoOrigin } from "./application.ts";
import { openDemoSession } from "./demo-session.ts";
import type { DemoSession } from "./demo-session.ts";
import { dayOf, VISIT_MS } from "./names.ts";
import type { DemoNames } from "./names.ts";

interface Deps {
  readonly adminUrl: string;
  readonly folder: string;
  readonly origin: DemoOrigin;
  names(): Promise<DemoNames>;
}

/** The visits that this process has open, by the names of their databases. */
export interface Visits {
  /** The one that is open, or being opened. */
  find(database: string): Promise<DemoSession> | undefined;
  /** Known at once, before anything is waited for: of many requests at the same moment one opens the visit. */
  open(database: string, kind: "demo" | "admin", endsAt: Date): Promise<DemoSession>;
  /** Closes one, and leaves its database where it is. */
  close(database: string): Promise<void>;
  databases(): string[];
}

export function openVisits({ adminUrl, folder, origin, names }: Deps): Visits {
  const visits = new Map<string, Promise<DemoSession>>();
  return {
    find: (database) => visits.get(database),
    open: (database, kind, endsAt) => {
      const opening = names().then((given) => {
        const template = given.template(dayOf(new Date(endsAt.getTime() - VISIT_MS)));
        return openDemoSession({ adminUrl, folder, template, endsAt, origin }, { database, kind });
      });
      visits.set(database, opening);
      opening.catch(() => visits.delete(database));
      return opening;
    },
    close: async (database) => {
      const visit = visits.get(database);
      visits.delete(database);
      await visit?.then(
        (item) => item.close(),
        () => {},
      );
    },
    databases: () => [...visits.keys()],
  };
}
