import type { EvidenceItem, Settings, StepReport } from "#connectors/connector.ts";
import { populationOfShape } from "#connectors/shape.ts";
import { mappings } from "#connectors/shapes.ts";
import type { ProviderKey } from "#domain/provider.ts";
import type { SnapshotManifest, SnapshotPage } from "#domain/registers/snapshot.ts";
import type { Shape } from "#domain/shapes/shapes.ts";
import { shapes } from "#domain/shapes/shapes.ts";
import { isCertain } from "./registers.ts";
import type { ReadSystem } from "./registers.ts";

interface Sealed {
  readonly provider: ProviderKey;
  readonly account: { readonly id: string };
  readonly items: readonly EvidenceItem[];
  readonly steps: readonly StepReport[];
  readonly settings: Settings;
}

/** The connected systems whose accounts a snapshot was read with, from their exhibits in its order. */
export function systemsOf(
  { collections, programs }: Pick<SnapshotManifest, "collections" | "programs">,
  pages: readonly SnapshotPage[],
  exhibits: readonly unknown[],
): readonly ReadSystem[] {
  const people = pages
    .filter(({ register }) => register === "people")
    .flatMap(({ rows }) => rows.flatMap((row) => (row.accounts ?? []).map((key) => [key, row.id] as const)));
  return collections.flatMap(({ source, systemId, seenAt }, at): ReadSystem[] => {
    const sealed = exhibits[at] as Sealed;
    const { provider, account } = sealed;
    const own = mappings[provider];
    const accounts = populationOfShape(own, "account", sealed);
    const grants = populationOfShape(own, "grant", sealed);
    if (!accounts || !grants) return [];
    const isHere = (key: { readonly provider: string; readonly scope: string }) =>
      key.provider === provider && key.scope === account.id;
    // What its provider says is a person's is no program's, whatever somebody said.
    const human = new Set(
      accounts.members.filter(({ facts }) => isCertain(facts.class.is("human"))).map(({ key }) => key.id),
    );
    return [
      {
        source,
        systemId,
        provider,
        accounts,
        grants,
        repositories: populationOfShape(own, "repository", sealed),
        seenAt: new Date(seenAt),
        partial: new Set(shapes.filter((shape) => isPartial(provider, shape))),
        people: new Map(people.flatMap(([key, person]) => (isHere(key) ? [[key.id, person]] : []))),
        programs: new Map(
          programs.flatMap((key) => (isHere(key) && !human.has(key.id) ? [[key.id, new Date(key.until)]] : [])),
        ),
      },
    ];
  });
}

function isPartial(provider: ProviderKey, shape: Shape): boolean {
  const mapping = mappings[provider][shape];
  return "partial" in mapping && mapping.partial !== undefined;
}
