import type { SnapshotRow } from "#domain/registers/snapshot.ts";
import { hasUnreadableEnd, isActivePerson } from "./registers.ts";
import type { RegisterInputs } from "./registers.ts";

/** Everyone in People, as each connected system asks for them. */
interface People {
  readonly byId: ReadonlyMap<string, SnapshotRow>;
  readonly active: readonly SnapshotRow[];
  /** Active records that are one person's, where somebody has more than one. */
  readonly doubles: readonly (readonly SnapshotRow[])[];
}

const read = new WeakMap<RegisterInputs["register"], { readonly inputs: RegisterInputs; readonly people: People }>();

/** The people of a snapshot, looked up once: of many people and systems it would be done again for each. */
export function peopleIn(inputs: RegisterInputs): People {
  const { register, who, now } = inputs;
  const known = read.get(register);
  if (known && known.inputs.who === who && known.inputs.now === now) return known.people;
  const { rows } = register("people");
  const active = rows.filter((row) => isActivePerson(row, now) || (row.state === "open" && hasUnreadableEnd(row)));
  const people: People = {
    byId: new Map(rows.map((row) => [row.id, row])),
    active,
    doubles: doublesIn(active, who),
  };
  read.set(register, { inputs, people });
  return people;
}

/** Records that stand for one person; each record stands for itself where nobody has two. */
function doublesIn(rows: readonly SnapshotRow[], who: RegisterInputs["who"]): People["doubles"] {
  const seen = new Set<string>();
  const twice = new Set<string>();
  const nameOf = ({ id }: SnapshotRow) => (who ? who(id) : id);
  for (const row of rows) {
    const name = nameOf(row);
    if (seen.has(name)) twice.add(name);
    seen.add(name);
  }
  if (twice.size === 0) return [];
  return [
    ...Map.groupBy(
      rows.filter((row) => twice.has(nameOf(row))),
      nameOf,
    ).values(),
  ];
}
