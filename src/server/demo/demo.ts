import { readdir } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";
import type { DemoOrigin } from "./application.ts";
import { urlOfDatabase } from "../db/connections.ts";
import { AppError, fail, sqlState } from "../app-error.ts";
import { limitConcurrency } from "../limit-concurrency.ts";
import { demoAccounts } from "./accounts.ts";
import { demoDatabases } from "./databases.ts";
import { dayOf, demoNames, VISIT_MS } from "./names.ts";
import type { DemoNames } from "./names.ts";
import { freshen } from "./freshen.ts";
import { makeTemplate, placeOf, templateVersion } from "./template.ts";
import { CONNECTIONS_OF_A_SESSION, openDemoSession, removeFiles } from "./demo-session.ts";
import type { DemoSession } from "./demo-session.ts";
import { demoCookie } from "./demo-cookie.ts";

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

const MOST_VISITS = 30;
/** An office that looks at the demo together; nobody alone keeps it from all others. */
const MOST_OF_A_NETWORK = 6;
/** How long a template under way is waited for when the process stops; what it leaves half-made is made anew. */
const GRACE_MS = 2_000;

/** Nothing is made before `prepare`, `clean` or the first visit. */
export function openDemo(place: DemoPlace, origin: DemoOrigin): Demo {
  const { adminUrl, folder } = place;
  const { now, log, keys } = origin;
  const databases = demoDatabases(adminUrl);
  const cookies = demoCookie(origin.appUrl, () => keys.demo());
  const visits = new Map<string, Promise<DemoSession>>();
  const oneAtATime = limitConcurrency(1);
  let named: Promise<DemoNames> | undefined;
  const names = () => {
    named ??= nameDatabases(place, origin);
    named.catch(() => (named = undefined));
    return named;
  };
  let made: { day: number; template: Promise<string> } | undefined;

  /** Today's template; made once a day, and again when it was dropped by somebody. */
  const template = async (day: number): Promise<string> => {
    if (made?.day !== day) {
      const template = names().then((given) =>
        makeTemplate({ adminUrl, folder, databases, names: given, origin }, day),
      );
      made = { day, template };
      template.catch(() => (made = undefined));
    }
    return await made!.template;
  };
  /** Known at once, before anything is waited for: of many requests at the same moment one opens the visit. */
  const open = (database: string, kind: "demo" | "admin", endsAt: Date): Promise<DemoSession> => {
    const opening = names().then((given) => {
      const template = given.template(dayOf(new Date(endsAt.getTime() - VISIT_MS)));
      return openDemoSession({ adminUrl, folder, template, endsAt, origin }, { database, kind });
    });
    visits.set(database, opening);
    opening.catch(() => visits.delete(database));
    return opening;
  };
  const letGo = async (database: string): Promise<void> => {
    const visit = visits.get(database);
    visits.delete(database);
    await visit?.then(
      (one) => one.close(),
      () => {},
    );
  };
  const later = (error: unknown) => log.warn({ err: error }, "a database of the demo is dropped later");
  const drop = async (database: string): Promise<void> => {
    await letGo(database);
    await databases.drop(database);
    await removeFiles(folder, database);
  };
  const running = async () => {
    const { endOf, prefix } = await names();
    return (await databases.list(prefix)).filter((name) => endOf(name) !== undefined);
  };
  /** Makes the database of a visit while no other process counts them. */
  const copy = async (at: Date, network: string | undefined): Promise<{ database: string; endsAt: Date }> => {
    const { newVisit, prefix, isFrom } = await names();
    const endsAt = new Date(Math.floor((at.getTime() + VISIT_MS) / 1000) * 1000);
    const database = newVisit(endsAt, network ?? "this machine");
    await oneAtATime(() =>
      databases.alone(`${prefix}visits`, async () => {
        const most = Math.min(place.visits ?? MOST_VISITS, await databases.capacity(CONNECTIONS_OF_A_SESSION));
        await dropEnded();
        const open = await running();
        if (open.length >= most) throw new AppError("demo-full", { retryAfterSeconds: 120 });
        const mostHere = place.visitsPerNetwork ?? MOST_OF_A_NETWORK;
        if (network !== undefined && open.filter((name) => isFrom(name, network)).length >= mostHere)
          throw new AppError("demo-full-for-network", { retryAfterSeconds: 120 });
        await databases.create(database, await template(dayOf(at))).catch(async (error: unknown) => {
          if (sqlState(error) !== "3D000") throw error;
          // A newer version of the program has dropped the template; one more is made.
          made = undefined;
          await databases.create(database, await template(dayOf(at)));
        });
      }),
    );
    return { database, endsAt };
  };
  const dropEnded = async (): Promise<void> => {
    const { endOf } = await names();
    for (const name of await running()) if (endOf(name)! <= now()) await drop(name).catch(later);
    // What another process has dropped.
    for (const name of visits.keys()) if (endOf(name)! <= now()) await letGo(name);
  };

  const demo: Demo = {
    enter: async (email, password, cookie, network) => {
      const account = demoAccounts.find((one) => one.email === email.trim().toLowerCase() && one.password === password);
      if (!account) return fail("invalid-credentials");
      await demo.leave(cookie);
      const { database, endsAt } = await copy(now(), network);
      try {
        await freshen(urlOfDatabase(adminUrl, database), now());
        await open(database, account.kind, endsAt);
      } catch (error) {
        // Nobody was given a cookie for it.
        await drop(database).catch(later);
        throw error;
      }
      return { endsAt, setCookie: cookies.issue({ database, kind: account.kind }) };
    },
    find: async (cookie) => {
      const pass = cookies.read(cookie);
      if (!pass) return undefined;
      const { endOf, isCurrent } = await names();
      const endsAt = endOf(pass.database);
      if (endsAt === undefined || endsAt <= now() || !isCurrent(pass.database)) {
        await letGo(pass.database);
        return "ended";
      }
      try {
        return await (visits.get(pass.database) ?? open(pass.database, pass.kind, endsAt));
      } catch (error) {
        if (sqlState(error) === "3D000") return "ended";
        throw error;
      }
    },
    leave: async (cookie) => {
      const pass = cookies.read(cookie);
      if (!pass) return undefined;
      await drop(pass.database).catch(later);
      return cookies.clear;
    },
    clearCookie: cookies.clear,
    prepare: () => void demo.clean().catch((error: unknown) => log.warn({ err: error }, "the demo is not ready")),
    clean: async () => {
      await dropEnded();
      const today = dayOf(now());
      // A worker opens no visits.
      if (origin.role !== "worker") await template(today);
      const { isOldTemplate, prefix } = await names();
      for (const name of await databases.list(prefix))
        if (isOldTemplate(name, today)) await databases.drop(name).catch(later);
      await removeOrphans(folder, () => databases.list(prefix), today);
    },
    close: async () => {
      await Promise.race([made?.template.catch(() => {}), setTimeout(GRACE_MS)]);
      await Promise.all([...visits.keys()].map(letGo));
    },
  };
  return demo;
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

/** Removes the files of databases that are gone. Those of yesterday's template may still be read by a visit. */
async function removeOrphans(folder: string, list: () => Promise<string[]>, today: number): Promise<void> {
  // The folders first: one that is there belongs to a database that was there before it.
  const folders = await readdir(folder);
  const databases = await list();
  for (const name of folders) {
    const day = /_template_.*_(\d+)$/.exec(name)?.[1];
    const kept = day === undefined ? databases.includes(name) : Number(day) >= today - 1;
    if (name !== "place" && !kept) await removeFiles(folder, name);
  }
}
