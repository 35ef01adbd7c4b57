import { listOf, text } from "#domain/judge/shapes.ts";
import type { AskedSystem } from "#domain/registers/snapshot.ts";
import { each, holding, is, orNothing } from "../fields.ts";
import { isCertain } from "./registers.ts";
import type { ReadSystem } from "./registers.ts";

const DAY_MS = 86_400_000;
/** Accounts that were last read longer ago say nothing any more. */
const READ_DAYS = 31;

/** Reads which systems of a kind are in scope; nothing where nobody answered whether there is one. */
export const askedSystems = orNothing(each(holding({ systemId: is(text), name: is(text), sources: is(listOf(text)) })));

/** Until when what was read of a system counts. */
export const readUntil = ({ seenAt }: ReadSystem): Date => new Date(seenAt.getTime() + READ_DAYS * DAY_MS);

interface AccountsRead {
  /** What was read of these systems, whole or not. */
  readonly found: readonly ReadSystem[];
  /** Those of which every account was read, lately. */
  readonly read: readonly ReadSystem[];
  /** Names of systems and connections of which not every account was. */
  readonly unread: readonly string[];
}

/** How far the accounts of systems in scope were read. */
export function accountsRead(asked: readonly AskedSystem[], systems: readonly ReadSystem[], now: Date): AccountsRead {
  const found = systems.filter((system) => asked.some(({ systemId }) => systemId === system.systemId));
  // Once of each system: of many they are read again.
  const whole = new Set(found.filter(({ accounts }) => isCertain(accounts.whole)));
  const isRead = (system: ReadSystem) => now < readUntil(system) && !system.partial.has("account") && whole.has(system);
  const unread = asked.flatMap(({ systemId, name, sources }) => {
    const own = found.filter((system) => system.systemId === systemId);
    if (!own.some(isRead)) return [name];
    // One connection of a system stands for no other.
    const isMissing = (source: string) => !own.some((system) => system.source === source);
    return [...sources.filter(isMissing), ...own.filter((system) => !isRead(system)).map(({ source }) => source)];
  });
  return { found, read: found.filter(isRead), unread };
}
