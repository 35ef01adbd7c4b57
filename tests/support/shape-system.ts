import { Fact } from "#domain/facts/fact.ts";
import { populationOf } from "#domain/facts/population.ts";
import type { ProviderKey } from "#domain/provider.ts";
import { shapeFacts } from "#domain/shapes/shapes.ts";
import type { Entry, Shape, ShapeFacts, ShapePopulation } from "#domain/shapes/shapes.ts";
import type { ReadSystem } from "#judge/registers/registers.ts";

type Plain<T> = T extends Fact<infer Value> ? Value : never;
/** A thing with what was read of it; a fact that is left out, or undefined, was not read. */
export type PlainThing<S extends Shape> = { readonly id: string; readonly label?: string } & {
  readonly [F in keyof ShapeFacts[S]]?: Plain<ShapeFacts[S][F]> | undefined;
};

/** Things of a shape as a connector would map them. */
export function shapePopulation<S extends Shape>(
  provider: ProviderKey,
  shape: S,
  things: readonly PlainThing<S>[],
  isWhole = true,
): ShapePopulation<S> {
  const members = things.map((thing): Entry<S> => {
    const facts = Object.fromEntries(
      shapeFacts[shape].map((name) => {
        const value = (thing as Readonly<Record<string, unknown>>)[name as string];
        const from = [`${shape}.${String(name)}`];
        return [name, value === undefined ? Fact.unread("not asked", from) : Fact.is(value, from)];
      }),
    );
    return {
      key: { provider, scope: "acme", id: thing.id },
      label: thing.label ?? thing.id,
      facts: facts as unknown as ShapeFacts[S],
    };
  });
  const whole = isWhole ? Fact.is(true, [shape]) : Fact.unread<boolean>("not asked", [shape]);
  return populationOf(shape, members, whole.is(true));
}

/** What is read of a system; what is left out is nobody and nothing. */
export interface PlainSystem {
  readonly provider?: ProviderKey;
  readonly systemId?: string;
  readonly accounts?: readonly PlainThing<"account">[];
  readonly grants?: readonly PlainThing<"grant">[];
  readonly repositories?: readonly PlainThing<"repository">[];
  readonly devices?: readonly PlainThing<"device">[];
  readonly applications?: readonly PlainThing<"application">[];
  /** Shapes of which not everything was read. */
  readonly unread?: readonly Shape[];
  /** By an account's id the person whose it is. */
  readonly people?: Readonly<Record<string, string>>;
  readonly programs?: Readonly<Record<string, Date>>;
}

/** A connected system of whatever a test says, as its judge reads it. */
export function shapeSystem(plain: PlainSystem, more: Partial<ReadSystem> = {}): ReadSystem {
  const { provider = "okta", unread = [] } = plain;
  const of = <S extends Shape>(shape: S, things: readonly PlainThing<S>[] = []) =>
    shapePopulation(provider, shape, things, !unread.includes(shape));
  return {
    source: `${provider} acme`,
    systemId: plain.systemId ?? provider,
    provider,
    accounts: of("account", plain.accounts),
    grants: of("grant", plain.grants),
    repositories: plain.repositories && of("repository", plain.repositories),
    devices: plain.devices && of("device", plain.devices),
    applications: plain.applications && of("application", plain.applications),
    seenAt: new Date("2026-11-23T11:00:00.000Z"),
    partial: new Set(),
    people: new Map(Object.entries(plain.people ?? {})),
    programs: new Map(Object.entries(plain.programs ?? {})),
    ...more,
  };
}
