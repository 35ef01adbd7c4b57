import type { CheckFixtures, ConnectorCheck } from "#connectors/check.ts";
import type { Connector, EvidenceItem, Json, StepReport } from "#connectors/connector.ts";
import { judgeChecks } from "#connectors/judge.ts";

type Step = string | number;

/** A leaf of one item: a value, null, or a list without elements. */
interface Leaf {
  readonly item: number;
  readonly path: readonly Step[];
}

const isTree = (value: Json | undefined): value is Readonly<Record<string, Json>> | readonly Json[] =>
  typeof value === "object" && value !== null && !(Array.isArray(value) && value.length === 0);

function reportsOf({ steps }: Connector, at: string): StepReport[] {
  const times = { startedAt: at, endedAt: at, missing: [], detail: "" };
  return steps.map(({ id }) => ({ step: id, status: "complete" as const, pages: 1, items: 1, ...times }));
}

function outcomeOf(
  connector: Connector,
  check: ConnectorCheck,
  items: readonly EvidenceItem[],
  fixture: CheckFixtures,
) {
  const at = items
    .map(({ observedAt }) => observedAt)
    .toSorted()
    .at(-1)!;
  const settings = connector.manifest.settings.parse(fixture.settings ?? {});
  const [result] = judgeChecks([check], { items, steps: reportsOf(connector, at), settings, now: new Date(at) });
  return result!.outcome;
}

/** The same document, whose reading is noted: `read` is told of each place that was looked at. */
function watched(value: Json, path: readonly Step[], read: (path: readonly Step[]) => void): Json {
  if (typeof value !== "object" || value === null) return value;
  return new Proxy(value as object, {
    get(target, name, receiver) {
      const own: unknown = Reflect.get(target, name, receiver);
      if (typeof name === "symbol" || !Object.hasOwn(target, name) || name === "length") return own;
      const at = [...path, Array.isArray(target) ? Number(name) : name];
      read(at);
      return watched(own as Json, at, read);
    },
  }) as Json;
}

function changed(value: Json, [name, ...rest]: readonly Step[], to: Json | undefined): Json {
  if (Array.isArray(value)) {
    const list = value as readonly Json[];
    // An element that is not told: without it the list would be another one.
    return list.with(name as number, rest.length > 0 ? changed(list[name as number]!, rest, to) : (to ?? null));
  }
  const { [name as string]: own, ...others } = value as Readonly<Record<string, Json>>;
  const next = rest.length > 0 ? changed(own!, rest, to) : to;
  return next === undefined ? others : { ...others, [name as string]: next };
}

/** The leaves of a check's passing fixture that its judge reads. */
function leavesRead(connector: Connector, check: ConnectorCheck, fixture: CheckFixtures): Leaf[] {
  const seen = new Map<string, Leaf>();
  const items = fixture.pass.map((item, at) => ({
    ...item,
    data: watched(item.data, [], (path) => {
      const value = path.reduce<Json | undefined>((own, name) => (own as Record<Step, Json>)[name], item.data);
      if (!isTree(value)) seen.set(`${at} ${path.join(".")}`, { item: at, path });
    }),
  }));
  outcomeOf(connector, check, items, fixture);
  return [...seen.values()];
}

/**
 * What still passes although a leaf that the judge read is gone, or has a value that nobody listed: "x.user ana: type = UNLISTED".
 * Also says how many leaves were read, so that a judge that reads nothing is noticed.
 */
export function uncarried(
  connector: Connector,
  check: ConnectorCheck,
  fixture: CheckFixtures,
): { readonly leaves: number; readonly passing: string[] } {
  const leaves = leavesRead(connector, check, fixture);
  const passing = leaves.flatMap(({ item, path }) => {
    const original = fixture.pass[item]!;
    const value = path.reduce<Json>((own, name) => (own as Record<Step, Json>)[name]!, original.data);
    const mutants: [string, Json | undefined][] = [["gone", undefined]];
    if (typeof value === "string") mutants.push(["= UNLISTED", "UNLISTED"]);
    return mutants
      .filter(([, to]) => {
        const items = fixture.pass.with(item, { ...original, data: changed(original.data, path, to) });
        return outcomeOf(connector, check, items, fixture) === "pass";
      })
      .map(([words]) => `${original.kind} ${original.subject.id}: ${path.join(".")} ${words}`);
  });
  return { leaves: leaves.length, passing };
}
