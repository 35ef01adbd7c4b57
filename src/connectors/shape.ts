import { Fact } from "#domain/facts/fact.ts";
import type { Why } from "#domain/facts/fact.ts";
import type { Population } from "#domain/facts/population.ts";
import type { Reading } from "#domain/facts/reading.ts";
import type { Truth } from "#domain/facts/truth.ts";
import type { ProviderKey } from "#domain/provider.ts";
import type { Lacks, Shape, ShapeFacts, ShapePopulation } from "#domain/shapes/shapes.ts";
import type { CheckFacts } from "./check.ts";
import type { EvidenceItem, Settings, StepReport } from "./connector.ts";
import type { Exception } from "./exceptions.ts";

/** What of a sealed exhibit of a connection is mapped to shapes. */
export interface SealedCollection {
  readonly provider: ProviderKey;
  readonly account: { readonly id: string };
  readonly items: readonly EvidenceItem[];
  readonly steps: readonly StepReport[];
  readonly settings: Settings;
  /** Decisions that leave resources out; those that ended since the run are to be taken out first. */
  readonly exceptions?: readonly Exception[] | undefined;
}

/** A thing with the facts that its connector reads. */
interface Mapped<S extends Shape> {
  /** Unique among the things of its shape. */
  readonly id: string;
  readonly label: string;
  readonly facts: Partial<ShapeFacts[S]>;
}

/** How a connector maps what it reads to one shape. */
export interface Mapping<S extends Shape> {
  /** The steps without which it is not whole. */
  readonly steps: readonly string[];
  /** Why no grant of ours shows all of it, as a clause; absent where one does. */
  readonly partial?: string;
  /** What it never has; all other facts are mapped. */
  readonly lacks: Lacks<S>;
  map(facts: CheckFacts): Population<Mapped<S>>;
}

/** For each shape how a connector maps it, or a sentence that says why it has none. */
export type Mappings = { readonly [S in Shape]: Mapping<S> | { readonly none: string } };

/** The things of one shape in an exhibit; undefined where its connector has none of the kind. */
export function populationOfShape<S extends Shape>(
  mappings: Mappings,
  shape: S,
  { provider, account, items, steps, settings, exceptions }: SealedCollection,
): ShapePopulation<S> | undefined {
  const mapping = mappings[shape] as Mapping<S> | { readonly none: string };
  if ("none" in mapping) return undefined;
  const byKind = Map.groupBy(items, ({ kind }) => kind);
  const { name, members, whole } = mapping.map({
    items: (kind) => byKind.get(kind) ?? [],
    step: (id) => steps.find(({ step }) => step === id),
    settings,
    exceptions,
    now: new Date(0),
  });
  // Somebody runs every account: a list of nobody was not shown.
  const isEmpty = shape === "account" && members.length === 0;
  const unseen = [...(isEmpty ? [name] : []), ...(mapping.partial === undefined ? [] : [mapping.partial])].map(
    notAsked,
  );
  const lacks = Object.entries<Why>(mapping.lacks as Readonly<Record<string, Why>>);
  const lacked = Object.fromEntries(
    lacks.map(([fact, why]) => [fact, Fact.unread(why, [`${shape}.${fact} of ${provider}`])]),
  );
  return {
    name,
    whole: whole.and(...unseen),
    members: members.map(({ id, label, facts }) => ({
      key: { provider, scope: account.id, id },
      label,
      facts: (lacks.length === 0 ? facts : { ...lacked, ...facts }) as ShapeFacts[S],
    })),
  };
}

/** What follows from being in a list, of an item that was read. */
export const byBeing = <T>(data: Reading, value: T): Fact<T> => data.object().map(() => value);

/** What is so, as a fact of its own. */
export const factOf = (truth: Truth): Fact<boolean> =>
  truth.say({
    yes: Fact.is(true, truth.because),
    no: Fact.is(false, truth.because),
    unknown: Fact.unread<boolean>("not shown", truth.because),
  });

/** An address in lower case; malformed where the text is none. */
export function addressOf(reading: Reading): Fact<string> {
  return reading.text().map((text) => {
    const at = text.indexOf("@");
    if (at < 1 || at === text.length - 1 || at !== text.lastIndexOf("@") || /[\s#]/.test(text))
      throw new Error("no address");
    return text.toLowerCase();
  });
}

/** A last sign-in where null means that there was none. */
export const lastSignIn = (reading: Reading): Fact<Date | "never"> =>
  reading.orNone().instant().orElse<"never">("never");

/** Something that a vendor does not let us read at all. */
const notAsked = (what: string): Truth => Fact.unread<true>("not asked", [what]).exists();
