import { deflateRawSync, inflateRawSync } from "node:zlib";
import { presentItem } from "../evidence/items.ts";
import type { ItemRow } from "../evidence/items.ts";

/** An item as a bundle lists it: without what only the company should know, under which matter it once was. */
export type BundledItem = Omit<ReturnType<typeof presentItem>, "matterId" | "withdrawn" | "erased">;

/** An item with where its file lies. */
export interface StoredItem {
  readonly item: BundledItem;
  readonly number: number;
  readonly blobKey: string;
  readonly location: string;
}

/** What a chapter says of the exhibits under its control. */
interface UnderControl {
  /** All of them, in their order. */
  readonly exhibits: readonly string[];
  /** The newest of them, in their order. */
  readonly newest: readonly BundledItem[];
}

/** As many of the newest are at hand, of all and of each control; whoever wants more goes through the pages. */
const AT_HAND = 2_000;
const OF_CONTROL = 12;
/** What is packed is read again several times, and most of it is names that differ little. */
const LEVEL = 1;

/**
 * The items of a bundle in the order of their numbers. All but the newest are packed, page by page: as objects a hundred thousand
 * of them would take 200 MB, and no part of a bundle needs them all at once.
 */
export class BundledItems {
  /** The newest page first. */
  readonly #pages: Buffer[] = [];
  readonly #numbers = new Set<number>();
  /** The newest first, as they are added. */
  readonly #newest: BundledItem[] = [];
  readonly #ofControl = new Map<string, { exhibits: string[]; newest: BundledItem[] }>();
  #first: string | undefined;

  /** Adds a page of rows that are older than all before, the newest first. */
  add(rows: readonly ItemRow[]): void {
    const page: StoredItem[] = rows.map((row) => ({ item: publicItem(row), ...placeOf(row) }));
    if (page.length > 0) this.keep(page);
  }

  /** As `add`, of what is presented. */
  keep(page: readonly StoredItem[]): void {
    for (const { item, number } of page) {
      this.#numbers.add(number);
      if (this.#newest.length < AT_HAND) this.#newest.push(item);
      for (const control of item.controls) this.#under(control, item);
    }
    this.#first = page.at(-1)!.item.exhibit;
    this.#pages.push(deflateRawSync(JSON.stringify(page.toReversed()), { level: LEVEL }));
  }

  #under(control: string, item: BundledItem): void {
    let own = this.#ofControl.get(control);
    if (!own) this.#ofControl.set(control, (own = { exhibits: [], newest: [] }));
    own.exhibits.push(item.exhibit);
    if (own.newest.length < OF_CONTROL) own.newest.push(item);
  }

  get count(): number {
    return this.#numbers.size;
  }

  /** The exhibits with the smallest and the greatest number; undefined where there is none. */
  get range(): { readonly first: string; readonly last: string } | undefined {
    return this.#first === undefined ? undefined : { first: this.#first, last: this.#newest[0]!.exhibit };
  }

  /** The numbers of all. */
  get numbers(): ReadonlySet<number> {
    return this.#numbers;
  }

  /** So many of the newest, at most two thousand, the newest first. */
  newest(most: number): readonly BundledItem[] {
    return this.#newest.slice(0, most);
  }

  ofControl(control: string): UnderControl {
    const own = this.#ofControl.get(control);
    return { exhibits: own?.exhibits.toReversed() ?? [], newest: own?.newest.toReversed() ?? [] };
  }

  /** All of them with where their files lie, in their order. */
  *pages(): Generator<readonly StoredItem[]> {
    for (const page of this.#pages.toReversed()) yield JSON.parse(inflateRawSync(page).toString()) as StoredItem[];
  }
}

function placeOf({ number, blob_key: blobKey, storage_location_id: location }: ItemRow) {
  return { number, blobKey, location };
}

function publicItem(row: ItemRow): BundledItem {
  const { matterId: _, withdrawn: __, erased: ___, ...item } = presentItem(row);
  return item;
}
