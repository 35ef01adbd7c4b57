import { createHash, randomBytes } from "node:crypto";

/** How long a visit lasts. */
export const VISIT_MS = 60 * 60_000;

const DAY_MS = 24 * 60 * 60_000;

/**
 * Names of the demo's databases. All that must be known about one stands in its name, so that any process can tell what
 * to drop. `scope` tells apart the instances that share a server.
 */
export interface DemoNames {
  /** The template of a day, counted from 1970. */
  template(day: number): string;
  /** `network` is where the visitor comes from; its hash alone stands in the name. */
  newVisit(endsAt: Date, network: string): string;
  /** Whether a visit was opened from a network. */
  isFrom(database: string, network: string): boolean;
  /** When a visit of ours ends; undefined for any other name. */
  endOf(database: string): Date | undefined;
  /** True for a visit that this version of the program can open. */
  isCurrent(database: string): boolean;
  /** True for a template of ours that is not the given day's. */
  isOldTemplate(database: string, today: number): boolean;
  readonly prefix: string;
}

/** The day an instant lies in, in UTC. */
export function dayOf(at: Date): number {
  return Math.floor(at.getTime() / DAY_MS);
}

/** The instant a day begins. */
export function startOfDay(day: number): Date {
  return new Date(day * DAY_MS);
}

/** `scope` is hashed; `version` changes with whatever is in a template; `place` is where its files lie. */
export function demoNames({ scope, version, place }: { scope: string; version: string; place: string }): DemoNames {
  const prefix = `exhibit_demo_${digest(scope, 6)}_`;
  const of = digest(version, 8);
  const here = `${prefix}template_${digest(place, 8)}_`;
  const visit = new RegExp(`^${prefix}visit_([0-9a-f]{8})_(\\d{10})_([0-9a-f]{6})[0-9a-f]{10}$`);
  const tagOf = (network: string) => digest(`${scope} ${network}`, 6);
  return {
    prefix,
    template: (day) => `${here}${of}_${day}`,
    newVisit: (endsAt, network) =>
      `${prefix}visit_${of}_${Math.floor(endsAt.getTime() / 1000)}_${tagOf(network)}${randomBytes(5).toString("hex")}`,
    isFrom: (database, network) => visit.exec(database)?.[3] === tagOf(network),
    endOf: (database) => {
      const found = visit.exec(database);
      return found ? new Date(Number(found[2]) * 1000) : undefined;
    },
    isCurrent: (database) => visit.exec(database)?.[1] === of,
    isOldTemplate: (database, today) => {
      const [, day] = /_template_.*_(\d+)$/.exec(database) ?? [];
      if (!database.startsWith(prefix) || day === undefined) return false;
      // Another process has its own of the same day; what is older is nobody's.
      return Number(day) < today || (database.startsWith(here) && database !== `${here}${of}_${today}`);
    },
  };
}

function digest(text: string, length: number): string {
  return createHash("sha256").update(text).digest("hex").slice(0, length);
}
