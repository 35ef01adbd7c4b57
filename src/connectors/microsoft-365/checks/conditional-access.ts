import { Fact } from "#domain/facts/fact.ts";
import { atMostOf, populationOf, someOf } from "#domain/facts/population.ts";
import type { Reading } from "#domain/facts/reading.ts";
import { Truth } from "#domain/facts/truth.ts";
import type { CheckFacts } from "../../check.ts";
import { everyItem } from "../../facts.ts";
import type { Member } from "../../facts.ts";
import { COMBINATIONS, CONTROLS, STATES } from "./authentication-tables.ts";
import type { Dimension } from "./dimensions.ts";

/** What a policy may demand of whoever it applies to, as its grant says. */
export type Demand = (grant: Reading) => Truth;

/** What one control, factor or strength of a grant comes to, of all that it lists. */
function alternatives(grant: Reading, control: "mfa" | "block", combine: typeof Truth.all): Truth {
  const lists = ["controls", "customFactors", "termsOfUse"] as const;
  const of = {
    controls: (reading: Reading) => reading.oneOf(CONTROLS).is(control),
    // What a custom factor of another vendor asks for is not in Graph.
    customFactors: (reading: Reading) => reading.oneOf<true>({}).exists(),
    termsOfUse: (reading: Reading) => reading.text().exists().not(),
  };
  const isAll = combine === Truth.all;
  const listed = lists.map((name) => (isAll ? grant.at(name).every(of[name]) : grant.at(name).some(of[name])));
  // Null: no strength is asked for, which is one alternative less.
  const strength = grant.at("strength").orNone().object();
  return combine([...listed, strength.follow((own) => strengthIsMfa(own, control), isAll)]);
}

function strengthIsMfa(strength: Reading, control: "mfa" | "block"): Truth {
  if (control === "block") return Truth.any([]);
  const combinations = strength.at("combinations");
  const some = combinations.list().holds((all) => all.length > 0);
  return some.and(combinations.every((combination) => combination.oneOf(COMBINATIONS).is(true)));
}

/** Whether a grant lists anything at all: of no alternatives, all would be anything. */
function asksForSomething(grant: Reading): Truth {
  const lists = ["controls", "customFactors", "termsOfUse"].map((name) =>
    grant
      .at(name)
      .list()
      .holds((all) => all.length > 0),
  );
  return Truth.any([...lists, grant.at("strength").orNone().object().exists()]);
}

function demands(control: "mfa" | "block"): Demand {
  return (grant) =>
    grant
      .at("operator")
      .oneOf({ AND: "all", OR: "any" })
      .follow((operator) =>
        operator === "all"
          ? alternatives(grant, control, Truth.any)
          : asksForSomething(grant).and(alternatives(grant, control, Truth.all)),
      );
}

/** MFA: under AND it is enough that one control is, under OR each alternative has to be. */
export const demandsMfa: Demand = demands("mfa");
export const demandsBlock: Demand = demands("block");

/** What the policies of a tenant come to together, and what to say of it. */
export interface Judged {
  readonly truth: Truth;
  readonly words: string;
}

/**
 * Whether conditional access demands something of everybody: an enforced policy that no condition narrows, or several that are
 * narrowed by the same one condition and leave nothing out together. Where some are narrowed by more, what they come to with others is
 * not known. A policy with a property that we do not know is not known.
 */
export function demandedOfEverybody(facts: CheckFacts, demand: Demand, dimensions: readonly Dimension[]): Judged {
  const policies = everyItem(facts, "ms.ca_policy", "conditional-access");
  const read = new Map(policies.members.map((policy) => [policy, readPolicy(policy, demand, dimensions)]));
  const of = (policy: Member) => read.get(policy)!;
  const alone = someOf(policies, (policy) => of(policy).except(undefined));
  const together = dimensions.map(
    (dimension) => dimension.together?.(policies.members, (policy) => of(policy).except(dimension)) ?? Truth.any([]),
  );
  const truth = Truth.any([alone, ...together, mixed(policies.members.map(of))]);
  return { truth, words: wordsOf(truth, policies.members, of, demand) };
}

interface ReadPolicy {
  /** Whether it is enforced and demands it, whomever it applies to. */
  readonly demanding: Truth;
  readonly narrowings: readonly { readonly words: () => string; readonly is: Truth }[];
  /** Whether it demands it of everybody, apart from one condition. */
  except(dimension: Dimension | undefined): Truth;
}

function readPolicy({ data }: Member, demand: Demand, dimensions: readonly Dimension[]): ReadPolicy {
  const enforced = data.at("state").oneOf(STATES).is("enforced");
  // Null: a policy for sessions alone, which demands nothing.
  const demanded = data.at("grant").orNone().object().follow(demand, false);
  const demanding = enforced.and(demanded);
  const familiar = data.at("unfamiliar").every((name) => name.oneOf<true>({}).exists());
  const widest = dimensions.map((dimension) => dimension.widest(data));
  const without = new Map<Dimension | undefined, Truth>();
  const except = (dimension: Dimension | undefined) =>
    Truth.all([demanding, familiar, ...widest.filter((_, at) => dimensions[at] !== dimension)]);
  return {
    demanding,
    narrowings: [
      ...dimensions.map(({ narrowed }, at) => ({ words: () => narrowed(data), is: widest[at]!.not() })),
      { words: () => "with conditions we do not know", is: familiar.not() },
    ],
    except: (dimension) => {
      const known = without.get(dimension) ?? except(dimension);
      without.set(dimension, known);
      return known;
    },
  };
}

/** Unknown where a policy that is narrowed by two conditions may complete others: that is not worked out. Otherwise false. */
function mixed(policies: readonly ReadPolicy[]): Truth {
  const everyNarrowing = Truth.all([]);
  const manyNarrow = policies.map(({ demanding, narrowings }) =>
    demanding.and(atMostOf(populationOf("conditions", narrowings, everyNarrowing), 1, ({ is }) => is).not()),
  );
  const withAnother = policies.map((_, at) =>
    Truth.any(policies.filter((_other, other) => other !== at).map(({ demanding }) => demanding)),
  );
  const notWorkedOut = Fact.unread<true>("not asked", ["policies together"]).exists();
  return Truth.any(manyNarrow.map((many, at) => Truth.all([many, withAnother[at]!, notWorkedOut])));
}

function wordsOf(
  truth: Truth,
  policies: readonly Member[],
  of: (policy: Member) => ReadPolicy,
  demand: Demand,
): string {
  const named = ({ resource }: Member) => `the policy "${resource.label}"`;
  const whole = policies.filter((policy) => of(policy).except(undefined).say({ yes: true, no: false, unknown: false }));
  const nearly = policies.flatMap((policy) => {
    const because = of(policy).narrowings.flatMap(({ words, is }) =>
      is.say({ yes: [words], no: [], unknown: [() => `${words()} (not known)`] }),
    );
    const says =
      because.length > 0
        ? `${named(policy)} is for ${because.map((words) => words()).join(", ")}`
        : `${named(policy)} was not read whole`;
    return of(policy).demanding.say({ yes: [says], no: [], unknown: [`${named(policy)} was not read whole`] });
  });
  const dormant = policies.filter(({ data }) =>
    data.at("grant").orNone().object().follow(demand, false).say({ yes: true, no: false, unknown: false }),
  );
  const otherwise = dormant[0]
    ? `${named(dormant[0])} only reports or is off`
    : `none of ${policies.length} policies does`;
  const [first = otherwise, second] = nearly;
  return truth.say({
    yes: whole[0] ? named(whole[0]) : "several policies together",
    no: [first, ...(second ? [second] : [])].join("; "),
    unknown: first,
  });
}
