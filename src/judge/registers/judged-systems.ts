import { inForce } from "#connectors/exceptions.ts";
import { populationOfShape } from "#connectors/shape.ts";
import type { SealedCollection } from "#connectors/shape.ts";
import { mappings } from "#connectors/shapes.ts";
import { FactPool } from "#domain/facts/fact.ts";
import type { Population } from "#domain/facts/population.ts";
import type { ProviderKey } from "#domain/provider.ts";
import type { SnapshotManifest, SnapshotPage } from "#domain/registers/snapshot.ts";
import type { Entry, Shape, ShapeFacts, ShapePopulation } from "#domain/shapes/shapes.ts";
import { shapeFacts, shapes } from "#domain/shapes/shapes.ts";
import { accountFacts, isCertain } from "./registers.ts";
import type { Account, ReadSystem } from "./registers.ts";

/**
 * The connected systems whose accounts a snapshot was read with, from their exhibits in its order. What `told` answers is not read from them
 * again.
 */
export function systemsOf(
  { collections, programs }: Pick<SnapshotManifest, "collections" | "programs">,
  pages: readonly SnapshotPage[],
  exhibits: (at: number) => unknown,
  now: Date,
  told: (at: number) => ReadShapes | undefined = () => undefined,
): readonly ReadSystem[] {
  if (collections.length === 0) return [];
  const people = new Map<string, Map<string, string>>();
  for (const page of pages)
    if (page.register === "people")
      for (const { id: person, accounts = [] } of page.rows)
        for (const { provider, scope, id } of accounts) {
          const here = placeOf(provider, scope);
          const own = people.get(here) ?? new Map<string, string>();
          people.set(here, own.set(id, person));
        }
  // What ended since its run counts as any other resource.
  const exceptionsOf = ({ exceptions }: SealedCollection) => inForce(exceptions, now);
  const sealedOf = (at: number): SealedCollection => {
    const sealed = exhibits(at) as SealedCollection;
    return { ...sealed, exceptions: exceptionsOf(sealed) };
  };
  const pool = new FactPool();
  const read = holdFew((at) => shapesOf(sealedOf(at), pool));
  const open = (at: number) => told(at) ?? read(at);
  return collections.flatMap(({ source, systemId, seenAt }, at): ReadSystem[] => {
    const sealed = exhibits(at) as SealedCollection;
    const { provider, account } = sealed;
    const exceptions = exceptionsOf(sealed);
    const scope = account.id;
    if (["account", "grant"].some((shape) => "none" in mappings[provider][shape as Shape])) return [];
    const own = programs.filter((key) => key.provider === provider && key.scope === scope);
    // What its provider says is a person's is no program's, whatever somebody said.
    const members = own.length > 0 ? open(at).accounts!.members : [];
    const human = new Set(members.filter(({ facts }) => isCertain(facts.class.is("human"))).map(({ key }) => key.id));
    return [
      {
        source,
        systemId,
        provider,
        get accounts() {
          return open(at).accounts!;
        },
        get grants() {
          return open(at).grants!;
        },
        get repositories() {
          return open(at).repositories;
        },
        get devices() {
          return open(at).devices;
        },
        get applications() {
          return open(at).applications;
        },
        seenAt: new Date(seenAt),
        exceptions,
        partial: new Set(shapes.filter((shape) => isPartial(provider, shape))),
        people: people.get(placeOf(provider, scope)) ?? new Map<string, string>(),
        programs: new Map(own.flatMap(({ id, until }) => (human.has(id) ? [] : [[id, new Date(until)]]))),
      },
    ];
  });
}

const placeOf = (provider: string, scope: string) => JSON.stringify([provider, scope]);

/** What the checks of registers ask of an account, and of everything else. */
const asked = { ...shapeFacts, account: accountFacts };

/** What of an exhibit is judged. Of tens of thousands of accounts most say the same, and what is held once of them all can be held at once. */
export interface ReadShapes {
  readonly accounts: Population<Account> | undefined;
  readonly grants: ShapePopulation<"grant"> | undefined;
  readonly repositories: ShapePopulation<"repository"> | undefined;
  readonly devices: ShapePopulation<"device"> | undefined;
  readonly applications: ShapePopulation<"application"> | undefined;
  /** How many things these are. */
  readonly size: number;
}

/** What is judged of an exhibit with the decisions that are in force; of its items nothing is held. `mapped` are its accounts where they were read before. */
export function shapesOf(sealed: SealedCollection, pool: FactPool, mapped?: ShapePopulation<"account">): ReadShapes {
  const { provider } = sealed;
  const of = <S extends Shape>(shape: S, known?: ShapePopulation<S>): ShapePopulation<S> | undefined => {
    const population = known ?? populationOfShape(mappings[provider], shape, sealed);
    const names = asked[shape] as readonly (keyof ShapeFacts[S] & string)[];
    return population && { ...population, members: population.members.map((entry) => shared(entry, names, pool)) };
  };
  const read = {
    accounts: of("account", mapped),
    grants: of("grant"),
    repositories: of("repository"),
    devices: of("device"),
    applications: of("application"),
  };
  return { ...read, size: Object.values(read).reduce((sum, population) => sum + (population?.members.length ?? 0), 0) };
}

/** Whether each decision of an exhibit is in force, so that what was read of it then is what is judged of it now. */
export const isAsRead = ({ exceptions = [] }: SealedCollection, now: Date): boolean =>
  inForce(exceptions, now).length === exceptions.length;

const shared = <S extends Shape>(
  { key, label, facts }: Entry<S>,
  names: readonly (keyof ShapeFacts[S] & string)[],
  pool: FactPool,
): Entry<S> => ({ key, label, facts: pool.share(facts as ShapeFacts[S] & object, names) as ShapeFacts[S] });

/** Exhibits of so many things are held at once. One beyond that is read again when it is asked for. */
export const MOST_THINGS = 60_000;

/** Holds what was asked for last: of a large company all systems at once take as much memory as a server has. */
function holdFew(read: (at: number) => ReadShapes): (at: number) => ReadShapes {
  const held = new Map<number, ReadShapes>();
  let size = 0;
  return (at) => {
    const found = held.get(at) ?? read(at);
    if (held.delete(at)) size -= found.size;
    held.set(at, found);
    size += found.size;
    for (const [oldest, other] of held) {
      if (oldest === at || size <= MOST_THINGS) break;
      held.delete(oldest);
      size -= other.size;
    }
    return found;
  };
}

function isPartial(provider: ProviderKey, shape: Shape): boolean {
  const mapping = mappings[provider][shape];
  return "partial" in mapping && mapping.partial !== undefined;
}
