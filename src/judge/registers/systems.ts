import type { EvidenceItem, Settings, StepReport } from "#connectors/connector.ts";
import { inForce } from "#connectors/exceptions.ts";
import type { Exception } from "#connectors/exceptions.ts";
import { populationOfShape } from "#connectors/shape.ts";
import { mappings } from "#connectors/shapes.ts";
import type { ProviderKey } from "#domain/provider.ts";
import type { SnapshotManifest, SnapshotPage } from "#domain/registers/snapshot.ts";
import type { Shape, ShapePopulation } from "#domain/shapes/shapes.ts";
import { shapes } from "#domain/shapes/shapes.ts";
import { isCertain } from "./registers.ts";
import type { ReadSystem } from "./registers.ts";

interface Sealed {
  readonly provider: ProviderKey;
  readonly account: { readonly id: string };
  readonly items: readonly EvidenceItem[];
  readonly steps: readonly StepReport[];
  readonly settings: Settings;
  readonly exceptions?: readonly Exception[];
}

/** The connected systems whose accounts a snapshot was read with, from their exhibits in its order. */
export function systemsOf(
  { collections, programs }: Pick<SnapshotManifest, "collections" | "programs">,
  pages: readonly SnapshotPage[],
  exhibits: (at: number) => unknown,
  now: Date,
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
  const exceptionsOf = ({ exceptions }: Sealed) => inForce(exceptions, now);
  const sealedOf = (at: number): Sealed => {
    const sealed = exhibits(at) as Sealed;
    return { ...sealed, exceptions: exceptionsOf(sealed) };
  };
  const open = holdFew((at) => readOf(sealedOf(at)));
  return collections.flatMap(({ source, systemId, seenAt }, at): ReadSystem[] => {
    const sealed = exhibits(at) as Sealed;
    const { provider, account } = sealed;
    const exceptions = exceptionsOf(sealed);
    const scope = account.id;
    if (["account", "grant"].some((shape) => "none" in mappings[provider][shape as Shape])) return [];
    const own = programs.filter((key) => key.provider === provider && key.scope === scope);
    // What its provider says is a person's is no program's, whatever somebody said.
    const members = own.length > 0 ? open(at).accounts()!.members : [];
    const human = new Set(members.filter(({ facts }) => isCertain(facts.class.is("human"))).map(({ key }) => key.id));
    return [
      {
        source,
        systemId,
        provider,
        get accounts() {
          return open(at).accounts()!;
        },
        get grants() {
          return open(at).grants()!;
        },
        get repositories() {
          return open(at).repositories();
        },
        get devices() {
          return open(at).devices();
        },
        get applications() {
          return open(at).applications();
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

/** What of an exhibit is judged, each shape once it is asked for. */
function readOf(sealed: Sealed) {
  const { provider, items } = sealed;
  const once = <S extends Shape>(shape: S) => {
    let read: { readonly population: ShapePopulation<S> | undefined } | undefined;
    return () => (read ??= { population: populationOfShape(mappings[provider], shape, sealed) }).population;
  };
  return {
    size: items.length,
    accounts: once("account"),
    grants: once("grant"),
    repositories: once("repository"),
    devices: once("device"),
    applications: once("application"),
  };
}

/** Exhibits of so many items are held at once. One beyond that is read again when it is asked for. */
const MOST_HELD = 4_000;

/** Holds what was asked for last: of a large company all systems at once take as much memory as a server has. */
function holdFew(read: (at: number) => ReturnType<typeof readOf>): (at: number) => ReturnType<typeof readOf> {
  const held = new Map<number, ReturnType<typeof readOf>>();
  let size = 0;
  return (at) => {
    const found = held.get(at) ?? read(at);
    if (held.delete(at)) size -= found.size;
    held.set(at, found);
    size += found.size;
    for (const [oldest, other] of held) {
      if (oldest === at || size <= MOST_HELD) break;
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
