import { instant, matching, text } from "#domain/judge/shapes.ts";
import type { SnapshotRow } from "#domain/registers/snapshot.ts";
import { holding, is } from "../fields.ts";
import { textOf } from "./registers.ts";
import type { ReadRegister } from "./registers.ts";

export const ACKNOWLEDGMENT_PAGES = "policy-acknowledgments";

/** What a page of acknowledgments says. Of many people and policies it is a tenth of the page, so that pages need not be held at once. */
export interface AcknowledgedPage {
  /** False where a row does not say what it should. */
  readonly readable: boolean;
  /** By a policy and the hash of its text the people who acknowledged it. The leaf in the ledger counts, not the row alone. */
  readonly people: Readonly<Record<string, readonly string[]>>;
}

/** What all pages of acknowledgments say. */
export interface Acknowledged {
  readonly readable: boolean;
  readonly people: ReadonlyMap<string, ReadonlySet<string>>;
}

const name = is((given) => text(given) && given !== "");
const readable = holding({
  policyId: name,
  versionId: name,
  personId: name,
  sha256: is(matching(/^[0-9a-f]{64}$/)),
  at: is(instant),
});

/** How `people` names a text of a policy. */
export const acknowledgedText = (policyId: string | undefined, sha256: string | undefined): string =>
  `${policyId} ${sha256}`;

/** Reads the rows of one page. */
export function readAcknowledgedPage(rows: readonly SnapshotRow[]): AcknowledgedPage {
  const people = new Map<string, string[]>();
  for (const row of rows) {
    if (readable(row.fields, "") !== undefined) return { readable: false, people: {} };
    if (textOf(row, "leaf") !== textOf(row, "sha256")) continue;
    const key = acknowledgedText(textOf(row, "policyId"), textOf(row, "sha256"));
    const own = people.get(key) ?? [];
    own.push(textOf(row, "personId")!);
    people.set(key, own);
  }
  return { readable: true, people: Object.fromEntries(people) };
}

/** Adds up what was read of pages. */
export function allAcknowledged(pages: Iterable<AcknowledgedPage>): Acknowledged {
  const people = new Map<string, Set<string>>();
  let isReadable = true;
  for (const page of pages) {
    isReadable &&= page.readable;
    for (const [key, own] of Object.entries(page.people)) {
      const all = people.get(key) ?? new Set();
      for (const person of own) all.add(person);
      people.set(key, all);
    }
  }
  return { readable: isReadable, people };
}

/** What a register of acknowledgments says: as it was read page by page, or from its rows. */
export const acknowledgedIn = ({ acknowledged, rows }: ReadRegister): Acknowledged =>
  acknowledged ?? allAcknowledged([readAcknowledgedPage(rows)]);
