import type { FieldValue } from "#domain/registers/register.ts";
import type { SnapshotRow } from "#domain/registers/snapshot.ts";
import type { Entry, Shape } from "#domain/shapes/shapes.ts";
import type { ReadSystem } from "#judge/registers/registers.ts";
import type { PlainSystem } from "./shape-system.ts";

/** What a check is given: sealed rows by their register, and a connected system. */
export interface Swept {
  readonly registers: Readonly<Record<string, readonly SnapshotRow[]>>;
  readonly system: PlainSystem;
}

const [EARLIER, LATER] = ["2001-01-01T00:00:00.000Z", "2099-01-01T00:00:00.000Z"];
type Other = readonly [how: string, value: unknown];

/** A value of a record deleted, and each kind of value that it might be instead. */
function otherValues(value: unknown): readonly Other[] {
  const others: Other[] = [["deleted", undefined]];
  if (Array.isArray(value)) return [...others, ["emptied", []], ["otherwise", ["unlisted"]], ["a text", "unlisted"]];
  if (typeof value === "boolean") return [...others, ["otherwise", !value], ["a text", "unlisted"]];
  if (typeof value === "number") return [...others, ["more", value + 1], ["a text", "unlisted"]];
  others.push(["otherwise", "unlisted"], ["empty", ""], ["a number", 7]);
  if (typeof value === "string" && /^\d{4}-\d\d-\d\d/.test(value)) {
    const cut = value.length === 10 ? 10 : undefined;
    others.push(["earlier", EARLIER.slice(0, cut)], ["later", LATER.slice(0, cut)]);
  }
  return others;
}

const CHOICES: Readonly<Record<string, readonly string[]>> = {
  "account.class": ["human", "service", "guest", "root"],
  "grant.level": ["admin", "write", "read", "basic"],
  "grant.over": ["account", "part"],
};

/** A fact that was not read, and each other that might have been. */
function otherFacts(name: string, value: unknown): readonly Other[] {
  const unread: Other = ["unread", undefined];
  const choices = CHOICES[name];
  if (choices)
    return [unread, ...choices.filter((other) => other !== value).map((other): Other => [`is ${other}`, other])];
  if (typeof value === "boolean") return [unread, [`is ${!value}`, !value]];
  if (typeof value === "number") return [unread, ["is 0", 0], ["is more", value + 1]];
  if (value instanceof Date) return [unread, ["is earlier", new Date(EARLIER)], ["is later", new Date(LATER)]];
  if (Array.isArray(value)) return [unread, ["is empty", []], ["is otherwise", ["unlisted"]]];
  const none: readonly Other[] = name === "device.holder" && value !== null ? [["is nobody", null]] : [];
  return [unread, ...none, ["is otherwise", "unlisted"]];
}

/** What of a row may be otherwise beside its fields. */
function otherRows(row: SnapshotRow): readonly (readonly [how: string, row: SnapshotRow])[] {
  const cited = Object.values(row.fields)
    .flat()
    .filter((value): value is string => typeof value === "string" && value.startsWith("EX-"));
  return [
    ["waiting", { ...row, state: "waiting" }],
    ["ended", { ...row, state: "ended" }],
    ...(row.approval
      ? ([
          ["not approved", { ...row, approval: null }],
          ["approved by who wrote it", { ...row, approval: { ...row.approval, another: false } }],
        ] as const)
      : []),
    ...(cited.length > 0 ? ([["with its exhibit withdrawn", { ...row, withdrawn: cited }]] as const) : []),
    ...(row.holderSays ? ([["denied by its holder", { ...row, holderSays: "denies" }]] as const) : []),
  ];
}

const things = {
  accounts: "account",
  grants: "grant",
  repositories: "repository",
  devices: "device",
  applications: "application",
} as const;

type Altered = readonly [name: string, swept: Swept];

/**
 * The same with one thing otherwise: a field, a fact, what a row says beside its fields, whose an account is. Each has a name. Of fields and
 * facts those that somebody asks for, as {@link watchedRows} and {@link watchedSystem} write them down.
 */
export function alterations({ registers, system }: Swept, asked?: ReadonlySet<string>): readonly Altered[] {
  const isAsked = (name: string) => asked?.has(name) ?? true;
  const isRead = (key: string) => asked === undefined || [...asked].some((name) => name.startsWith(`${key}.`));
  const inRegister = ([key, rows]: readonly [string, readonly SnapshotRow[]]): Altered[] =>
    (isRead(key) ? rows : []).flatMap((row, at): Altered[] => {
      const put = (name: string, ...other: readonly SnapshotRow[]): Altered => [
        `${key} ${row.id}${name}`,
        { system, registers: { ...registers, [key]: rows.toSpliced(at, 1, ...other) } },
      ];
      const own = Object.entries(row.fields).filter(([field]) => isAsked(`${key}.${field}`));
      const fields = own.flatMap(([field, value]) =>
        otherValues(value).map(([how, other]) => {
          const changed = Object.entries({ ...row.fields, [field]: other }).filter(([, held]) => held !== undefined);
          // Of a first day the earliest that was ever said counts: here it was never another.
          const said =
            field === "startsAt" ? { firstStart: other as string } : field === "endsAt" ? { endSaidAt: undefined } : {};
          return put(`.${field} ${how}`, {
            ...row,
            ...said,
            fields: Object.fromEntries(changed) as Readonly<Record<string, FieldValue>>,
          } as SnapshotRow);
        }),
      );
      return [...fields, ...otherRows(row).map(([how, other]) => put(` ${how}`, other)), put(" removed")];
    });
  const inShape = ([key, shape]: readonly [string, Shape]): Altered[] => {
    const all = (system[key as keyof typeof things] ?? []) as readonly ({ readonly id: string } & Record<
      string,
      unknown
    >)[];
    const facts = all.flatMap((thing, at) =>
      Object.entries(thing)
        .filter(([name]) => !["id", "label"].includes(name) && isAsked(`${shape}.${name}`))
        .flatMap(([name, value]) =>
          otherFacts(`${shape}.${name}`, value).map(([how, other]): Altered => [
            `${shape} ${thing.id}.${name} ${how}`,
            { registers, system: { ...system, [key]: all.with(at, { ...thing, [name]: other } as typeof thing) } },
          ]),
        ),
    );
    if (!system[key as keyof typeof things] || system.unread?.includes(shape)) return facts;
    return [
      ...facts,
      [`not every ${shape} read`, { registers, system: { ...system, unread: [...(system.unread ?? []), shape] } }],
    ];
  };
  const people = Object.keys(system.people ?? {}).flatMap((id): Altered[] => {
    const { [id]: _, ...rest } = system.people!;
    return [
      [`account ${id} nobody's`, { registers, system: { ...system, people: rest } }],
      [`account ${id} a stranger's`, { registers, system: { ...system, people: { ...rest, [id]: "stranger" } } }],
    ];
  });
  const programs = Object.keys(system.programs ?? {}).flatMap((id): Altered[] => {
    const { [id]: _, ...rest } = system.programs!;
    return [
      [`account ${id} no program's`, { registers, system: { ...system, programs: rest } }],
      [
        `account ${id} a program's until long ago`,
        { registers, system: { ...system, programs: { ...rest, [id]: new Date(EARLIER) } } },
      ],
    ];
  });
  return [
    ...Object.entries(registers).flatMap(inRegister),
    ...Object.entries(things).flatMap(inShape),
    ...people,
    ...programs,
    ["another system", { registers, system: { ...system, systemId: "elsewhere" } }],
  ];
}

/** Rows of which it is written down which of their fields somebody asked for, as "register.field". */
export const watchedRows = (registers: Swept["registers"], asked: Set<string>): Swept["registers"] =>
  Object.fromEntries(
    Object.entries(registers).map(([key, rows]) => [
      key,
      rows.map((row) => ({
        ...row,
        fields: new Proxy(row.fields, {
          get: (fields, field: string) => {
            if (typeof field === "string") asked.add(`${key}.${field}`);
            return fields[field];
          },
        }),
      })),
    ]),
  );

/** A system of which it is written down which facts somebody asked for, as "shape.fact". */
export function watchedSystem(system: ReadSystem, asked: Set<string>): ReadSystem {
  const watch = <S extends Shape>(shape: S, members: readonly Entry<S>[]): readonly Entry<S>[] =>
    members.map((entry) => ({
      ...entry,
      facts: new Proxy(entry.facts, {
        get: (facts, name: string) => {
          asked.add(`${shape}.${name}`);
          return facts[name as keyof typeof facts];
        },
      }),
    }));
  const of = (key: keyof typeof things) => {
    const population = system[key] as { readonly members: readonly Entry<"account">[] } | undefined;
    return population && { ...population, members: watch(things[key] as "account", population.members) };
  };
  return {
    ...system,
    ...(Object.fromEntries(
      (Object.keys(things) as (keyof typeof things)[]).map((key) => [key, of(key)]),
    ) as Partial<ReadSystem>),
  };
}
