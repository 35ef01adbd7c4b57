import type { Reading, Table } from "#domain/facts/reading.ts";
import { Truth } from "#domain/facts/truth.ts";
import type { Member } from "../../facts.ts";

/** One condition of a conditional access policy, along which it may be narrowed. */
export interface Dimension {
  /** What it is narrowed to, in words that follow "is for": "only some platforms". */
  narrowed(policy: Reading): string;
  /** Whether the condition leaves nobody and nothing out. */
  widest(policy: Reading): Truth;
  /** Whether policies that are narrowed by this condition alone leave nothing out together; `counts` says which are. */
  together?(policies: readonly Member[], counts: (policy: Member) => Truth): Truth;
}

const isEmpty = (list: Reading) => list.list().holds((all) => all.length === 0);
const has = (list: Reading, name: string) => list.some((item) => item.text().is(name));
const namesIn = (list: readonly Reading[]) =>
  `${list
    .slice(0, 3)
    .map((item) => item.text().say(String))
    .join(", ")}${list.length > 3 ? ` and ${list.length - 3} more` : ""}`;
const anyPolicy = (policies: readonly Member[], so: (policy: Member) => Truth) => Truth.any(policies.map(so));

/** What a condition names and leaves out, with a word for everything. */
function selection(field: string, everything: string, noun: string, required: boolean): Dimension {
  const of = (policy: Reading, question: (selected: Reading) => Truth) =>
    // Null: the policy has no such condition, which leaves out nothing.
    required ? policy.at(field).object().follow(question) : policy.at(field).orNone().object().follow(question, true);
  const all = (selected: Reading) => has(selected.at("include"), everything);
  return {
    narrowed: (policy) => {
      const left = policy.at(field, "exclude").list();
      return left.exists().say({
        yes: left.say((all) => (all.length > 0 ? `all but ${namesIn(all)} of ${noun}` : `only some ${noun}`)),
        no: `only some ${noun}`,
        unknown: noun,
      });
    },
    widest: (policy) => of(policy, (selected) => all(selected).and(isEmpty(selected.at("exclude")))),
    // One names everything, and what it leaves out is named by others, which leave out nothing themselves.
    together: (policies, counts) =>
      anyPolicy(policies, (base) =>
        counts(base).and(
          of(base.data, (selected) =>
            all(selected).and(
              selected
                .at("exclude")
                .every((left) =>
                  left
                    .text()
                    .follow((name) =>
                      anyPolicy(policies, (other) =>
                        counts(other).and(
                          of(other.data, (also) => has(also.at("include"), name).and(isEmpty(also.at("exclude")))),
                        ),
                      ),
                    ),
                ),
            ),
          ),
        ),
      ),
  };
}

/** A list of values of a fixed set, of which `all` leave nothing out; `none` says whether an empty list does, too. */
function values(
  field: string,
  table: Table<string>,
  all: readonly string[],
  narrowed: string,
  none: boolean,
): Dimension {
  const names = (policy: Reading, value: string) => {
    const own = (given: readonly Reading[]) =>
      none && given.length === 0
        ? Truth.all([])
        : Truth.any(given.map((item) => item.oneOf(table).oneOf([value, "all"])));
    return policy.at(field).list().follow(own);
  };
  return {
    narrowed: () => narrowed,
    widest: (policy) => Truth.all(all.map((value) => names(policy, value))),
    together: (policies, counts) =>
      Truth.all(all.map((value) => anyPolicy(policies, (policy) => counts(policy).and(names(policy.data, value))))),
  };
}

/** A condition that narrows whenever it is there; null: there is none. */
const unset = (field: string, narrowed: string): Dimension => ({
  narrowed: () => narrowed,
  widest: (policy) => policy.at(field).orNone().text().exists().not(),
});
/** The same of a list, which may be empty. */
const emptyList = (field: string, narrowed: string): Dimension => ({
  narrowed: () => narrowed,
  widest: (policy) => isEmpty(policy.at(field)),
});

const tableOf = (names: readonly string[]): Table<string> => Object.fromEntries(names.map((name) => [name, name]));

const RISKS = ["none", "low", "medium", "high"];
const RISK_TABLE = tableOf(RISKS);

const shared: readonly Dimension[] = [
  selection("users", "All", "people", true),
  selection("applications", "All", "applications", true),
  emptyList("userActions", "only some actions"),
  emptyList("authenticationContexts", "only some authentication contexts"),
  unset("applicationFilter", "only applications of a filter"),
  selection("platforms", "all", "platforms", false),
  selection("locations", "All", "locations", false),
  values("signInRisk", RISK_TABLE, RISKS, "only some sign-in risks", true),
  values("userRisk", RISK_TABLE, RISKS, "only some user risks", true),
  unset("servicePrincipalRisk", "only some risks of service principals"),
  unset("insiderRisk", "only some insider risks"),
  unset("agentRisk", "only some risks of agents"),
  unset("deviceFilter", "only devices of a filter"),
  unset("deviceStates", "only some states of devices"),
  unset("authenticationFlows", "only some authentication flows"),
  unset("workloads", "only programs"),
  unset("times", "only some times"),
];

const LEGACY = ["exchangeActiveSync", "other"];
const CLIENTS = ["browser", "mobileAppsAndDesktopClients", ...LEGACY];
const CLIENT_TABLE = tableOf(["all", "easSupported", ...CLIENTS]);

/** Every condition, for a demand that has to hold for every sign-in. */
export const everySignIn: readonly Dimension[] = [
  ...shared,
  values("clientAppTypes", CLIENT_TABLE, CLIENTS, "only some kinds of clients", false),
];

/** Every condition, for a demand that has to hold for each client that knows no second factor. */
export const everyLegacySignIn: readonly Dimension[] = [
  ...shared,
  values("clientAppTypes", CLIENT_TABLE, LEGACY, "only some legacy clients", false),
];
