import type { CheckFacts, CheckFixtures, ConnectorCheck } from "./check.ts";
import type { Connector, EvidenceItem, Json, StepReport } from "./connector.ts";
import { judgeChecks } from "./judge.ts";

/** What was done to one thing that a check had read. */
type Change = "removed" | "null" | "invented" | "unread" | "incomplete";

/** Changes after which a check still passes, and why it may. */
export interface NotCarried {
  readonly check: string;
  readonly reason: string;
  /** Each "path change": "kind:id.field[0].field removed", "kind:id unread" of a whole item, "step id incomplete". */
  readonly mutants: readonly string[];
}

/** A passing fixture with one thing changed. */
export interface Mutant {
  /** As in `NotCarried`. */
  readonly name: string;
  /** What the check says of it. One that throws says nothing. */
  outcome(): string;
}

type Steps = readonly (string | number)[];

/** A value that no vendor lists. */
const INVENTED = "unlisted-xyz";

/**
 * Judges the passing fixture of a check once, notes what it read (fields, items, steps), and answers a mutant for each: the same
 * fixture with that one thing missing, null, invented or not read. None of them may pass: a pass is carried by what was read.
 *
 * A member that is left out of a list or a population altogether is out of reach here: nothing in the rest says that it was there.
 * That is what steps that are not complete, and populations that are not whole, stand for.
 */
export function* mutantsOf(connector: Connector, check: ConnectorCheck, fixture: CheckFixtures): Generator<Mutant> {
  const { items, steps, read } = readBy(connector, check, fixture);
  for (const [at, item] of items.entries()) {
    const name = `${item.kind}:${item.subject.id}`;
    const judged = (changed: EvidenceItem) => () => outcomeOf(connector, check, fixture, items.with(at, changed));
    if (read[at]!.size > 0) yield mutant(name, "unread", judged({ ...item, data: null, gap: "it was not read" }));
    for (const way of read[at]!.values())
      for (const [change, data] of changesOf(item.data, way))
        yield mutant(`${name}${written(way)}`, change, judged({ ...item, data }));
  }
  for (const step of steps)
    yield mutant(`step ${step}`, "incomplete", () => outcomeOf(connector, check, fixture, items, step));
}

const mutant = (path: string, change: Change, judge: () => string): Mutant => ({
  name: `${path} ${change}`,
  outcome() {
    try {
      return judge();
    } catch {
      return "threw";
    }
  },
});

/** What a check says of its passing fixture, with items and a step changed. */
function outcomeOf(
  connector: Connector,
  check: ConnectorCheck,
  fixture: CheckFixtures,
  items: readonly EvidenceItem[],
  incomplete?: string,
): string {
  const settings = connector.manifest.settings.parse(fixture.settings ?? {});
  const now = new Date(Math.max(0, ...items.map(({ observedAt }) => Date.parse(observedAt))));
  const steps = reportsOf(connector, incomplete);
  return judgeChecks([check], { items, steps, settings, exceptions: fixture.exceptions, now })[0]!.outcome;
}

function reportsOf({ steps }: Connector, incomplete?: string): StepReport[] {
  const at = "2026-11-21T10:00:00.000Z";
  return steps.map(({ id }) => ({
    step: id,
    status: id === incomplete ? "truncated" : "complete",
    pages: 1,
    items: 1,
    startedAt: at,
    endedAt: at,
    missing: [],
    detail: "",
  }));
}

/** Which fields of each item, and which steps, the judge looked at. */
function readBy(connector: Connector, check: ConnectorCheck, fixture: CheckFixtures) {
  const items = fixture.pass;
  const read = items.map(() => new Map<string, Steps>());
  const watched = items.map((item, at) => ({
    ...item,
    data: watch(item.data, [], (way) => read[at]!.set(written(way), way)),
  }));
  const asked = new Set<string>(check.steps);
  const watching: ConnectorCheck = {
    ...check,
    judge: (facts: CheckFacts) =>
      check.judge({
        ...facts,
        items: (kind) => {
          const from = connector.steps.filter(({ kinds }) => kinds.includes(kind));
          // A kind of several steps tells nothing of which of them was meant.
          if (from.length === 1) asked.add(from[0]!.id);
          return facts.items(kind);
        },
        step: (id) => (asked.add(id), facts.step(id)),
      }),
  };
  const outcome = outcomeOf(connector, watching, fixture, watched);
  if (outcome !== "pass") throw new Error(`${check.id} does not pass on its passing fixture: ${outcome}`);
  return { items, steps: [...asked], read };
}

/** The same data, telling of each own field that is read, asked for or counted. */
function watch(data: Json, way: Steps, tell: (way: Steps) => void): Json {
  if (typeof data !== "object" || data === null) return data;
  const step = (name: string | symbol): Steps | undefined => {
    if (typeof name === "symbol" || (Array.isArray(data) && !/^\d+$/.test(name))) return undefined;
    return [...way, Array.isArray(data) ? Number(name) : name];
  };
  const told = (name: string | symbol) => {
    const to = step(name);
    if (to) tell(to);
  };
  return new Proxy(data as Readonly<Record<string, Json>>, {
    get(target, name, self) {
      const value = Reflect.get(target, name, self) as Json;
      if (!Object.hasOwn(target, name) && value !== undefined) return value;
      told(name);
      const to = step(name);
      return to ? watch(value, to, tell) : value;
    },
    has: (target, name) => (told(name), Reflect.has(target, name)),
    getOwnPropertyDescriptor(target, name) {
      told(name);
      return Reflect.getOwnPropertyDescriptor(target, name);
    },
    ownKeys(target) {
      for (const name of Reflect.ownKeys(target)) told(name);
      return Reflect.ownKeys(target);
    },
  });
}

/** The data without what stands at the end of a way, with null there, and with an invented text instead of another. */
function* changesOf(data: Json, way: Steps): Generator<[Change, Json]> {
  const found = way.reduce<Json | undefined>(
    (at, name) => (at as Record<string | number, Json> | undefined)?.[name],
    data,
  );
  if (found === undefined) return;
  // A shorter list is another account, not one that was read in part.
  if (typeof way.at(-1) === "string") yield ["removed", changed(data, way, undefined)];
  if (typeof found !== "string" && found !== null) yield ["null", changed(data, way, null)];
  if (typeof found === "string") {
    if (typeof way.at(-1) === "number") yield ["null", changed(data, way, null)];
    if (!isName(way)) yield ["invented", changed(data, way, INVENTED)];
  }
}

/** Fields that hold what people or vendors call a thing: any text is as good as another. */
const NAMES =
  /^(id|arn|name|label|login|email|title|url|key|repository|branch|package|user|region|subject)$|(Id|Arn|Name|Login|Email|Url)$/;

function isName(way: Steps): boolean {
  const field = way.findLast((step) => typeof step === "string");
  return NAMES.test(String(field));
}

function changed(data: Json, [name, ...rest]: Steps, to: Json | undefined): Json {
  if (Array.isArray(data)) {
    const list = data as readonly Json[];
    return list.with(name as number, rest.length > 0 ? changed(list[name as number]!, rest, to) : to!);
  }
  const { [name!]: found, ...others } = data as Readonly<Record<string, Json>>;
  if (rest.length > 0) return { ...others, [name!]: changed(found!, rest, to) };
  return to === undefined ? others : { ...others, [name!]: to };
}

const written = (way: Steps): string =>
  way.map((step) => (typeof step === "number" ? `[${step}]` : `.${step}`)).join("");
