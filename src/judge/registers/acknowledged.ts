import { instant, matching, text } from "#domain/judge/shapes.ts";
import type { SnapshotRow } from "#domain/registers/snapshot.ts";
import { holding, is } from "../fields.ts";
import { dayOf } from "./days.ts";
import { textOf } from "./registers.ts";
import type { ReadRegister } from "./registers.ts";

export const ACKNOWLEDGMENT_PAGES = "policy-acknowledgments";

/** What a page of acknowledgments says. Of many people and policies it is a tenth of the page, so that pages need not be held at once. */
export interface AcknowledgedPage {
  /** False where a row does not say what it should. */
  readonly readable: boolean;
  /**
   * By a policy and the hash of its text the people who acknowledged it, each with the first day. The leaf in the ledger counts, not the
   * row alone.
   */
  readonly people: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** The same of those who took part by an address that nobody vouches for: it counts for nothing. */
  readonly unvouched?: Readonly<Record<string, readonly string[]>>;
  /** Of `people` those who did so only by an address that its writer alone confirmed, because nobody else could. */
  readonly alone?: Readonly<Record<string, readonly string[]>>;
  /** How many rows there are, by policy and day: what a printed list of them counts. */
  readonly rows: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

/** What all pages of acknowledgments say. */
export interface Acknowledged {
  readonly readable: boolean;
  readonly people: ReadonlyMap<string, ReadonlyMap<string, string>>;
  readonly unvouched: ReadonlyMap<string, ReadonlySet<string>>;
  readonly alone: ReadonlyMap<string, ReadonlySet<string>>;
  readonly rows: ReadonlyMap<string, ReadonlyMap<string, number>>;
}

/** How an address is vouched for by which somebody takes part. */
export const VOUCHED: ReadonlySet<unknown> = new Set(["directory", "another", "alone"]);

const name = is((given) => text(given) && given !== "");
const readable = holding({
  policyId: name,
  versionId: name,
  personId: name,
  sha256: is(matching(/^[0-9a-f]{64}$/)),
  at: is(instant),
});

/** How an address is vouched for by its writer, where nobody else could. */
export const ALONE = "alone";

/** That so much rests on such addresses, as a sentence behind a pass, or nothing: where nobody else confirmed them, a reader has to know. */
export const saidAlone = (count: number, what: string, many: string): string =>
  count === 0
    ? ""
    : ` By an address that only its writer confirmed, because nobody else could: ${count} ${count === 1 ? what : many}.`;

/** How `people` names a text of a policy. */
export const acknowledgedText = (policyId: string | undefined, sha256: string | undefined): string =>
  `${policyId} ${sha256}`;

/** Reads the rows of one page. */
export function readAcknowledgedPage(rows: readonly SnapshotRow[]): AcknowledgedPage {
  const [people, counts] = [new Map<string, Map<string, string>>(), new Map<string, Map<string, number>>()];
  const [unvouched, alone] = [new Map<string, Set<string>>(), new Map<string, Set<string>>()];
  for (const row of rows) {
    if (readable(row.fields, "") !== undefined) return { readable: false, people: {}, rows: {} };
    const [policyId, personId, day] = [textOf(row, "policyId")!, textOf(row, "personId")!, dayOf(textOf(row, "at")!)];
    count(counts, policyId, day, 1);
    if (textOf(row, "leaf") !== textOf(row, "sha256")) continue;
    const shown = acknowledgedText(policyId, textOf(row, "sha256"));
    if (VOUCHED.has(row.fields["vouched"])) {
      keepAlone({ people, alone }, shown, personId, row.fields["vouched"] === ALONE);
      keepFirst(people, shown, personId, day);
    } else keepPerson(unvouched, shown, personId);
  }
  return {
    readable: true,
    people: plain(people),
    rows: plain(counts),
    ...(unvouched.size > 0 && { unvouched: lists(unvouched) }),
    ...(alone.size > 0 && { alone: lists(alone) }),
  };
}

/** Adds up what was read of pages. */
export function allAcknowledged(pages: Iterable<AcknowledgedPage>): Acknowledged {
  const sum = addUpAcknowledged();
  for (const page of pages) sum.add(page);
  return sum.all();
}

/** The same one page after the other: none is held. */
export function addUpAcknowledged(): { add(page: AcknowledgedPage): void; all(): Acknowledged } {
  const [people, counts] = [new Map<string, Map<string, string>>(), new Map<string, Map<string, number>>()];
  const [unvouched, alone] = [new Map<string, Set<string>>(), new Map<string, Set<string>>()];
  // Many acknowledge on one day, which is held once.
  const days = new Map<string, string>();
  const dayHeld = (day: string): string => days.get(day) ?? days.set(day, day).get(day)!;
  let isReadable = true;
  return {
    add: (page) => {
      isReadable &&= page.readable;
      for (const text in page.people) {
        const own = page.people[text]!;
        const ofPage = new Set(page.alone?.[text]);
        for (const person in own) {
          keepAlone({ people, alone }, text, person, ofPage.has(person));
          keepFirst(people, text, person, dayHeld(own[person]!));
        }
      }
      for (const text in page.unvouched)
        for (const person of page.unvouched[text]!) keepPerson(unvouched, text, person);
      for (const policyId in page.rows) {
        const own = page.rows[policyId]!;
        for (const day in own) count(counts, policyId, day, own[day]!);
      }
    },
    all: () => ({ readable: isReadable, people, unvouched, alone, rows: counts }),
  };
}

function keepFirst(people: Map<string, Map<string, string>>, text: string, person: string, day: string): void {
  const own = people.get(text) ?? new Map<string, string>();
  const known = own.get(person);
  if (known === undefined || day < known) own.set(person, day);
  people.set(text, own);
}

/** Says of somebody who acknowledged a text, before `people` knows it, whether each time was by an address that only its writer confirmed. */
function keepAlone(
  { people, alone }: { people: ReadonlyMap<string, ReadonlyMap<string, string>>; alone: Map<string, Set<string>> },
  text: string,
  person: string,
  isAlone: boolean,
): void {
  if (!isAlone) alone.get(text)?.delete(person);
  else if (!people.get(text)?.has(person)) keepPerson(alone, text, person);
}

function keepPerson(people: Map<string, Set<string>>, text: string, person: string): void {
  people.set(text, (people.get(text) ?? new Set<string>()).add(person));
}

function count(counts: Map<string, Map<string, number>>, policyId: string, day: string, more: number): void {
  const own = counts.get(policyId) ?? new Map<string, number>();
  own.set(day, (own.get(day) ?? 0) + more);
  counts.set(policyId, own);
}

const lists = (held: ReadonlyMap<string, ReadonlySet<string>>) =>
  Object.fromEntries([...held].map(([key, own]) => [key, [...own]]));

const plain = <T>(held: ReadonlyMap<string, ReadonlyMap<string, T>>) =>
  Object.fromEntries([...held].map(([key, own]) => [key, Object.fromEntries(own)]));

/** What a register of acknowledgments says: as it was read page by page, or from its rows. */
export const acknowledgedIn = ({ acknowledged, rows }: ReadRegister): Acknowledged =>
  acknowledged ?? allAcknowledged([readAcknowledgedPage(rows)]);
