import { whoIs } from "./same-people.ts";

/** What a record of a vendor says, or ever said, of who it is. */
export interface NamedVendor {
  readonly id: string;
  readonly name?: string | undefined;
  readonly site?: string | undefined;
}

const folded = (name: string) => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
/** The host of an address, which is the same vendor's on each of its pages. */
const hostOf = (site: string) => /^[a-z]+:\/\/(?:www\.)?([^/:?#]+)/.exec(site.trim().toLowerCase())?.[1];

/**
 * By a record of a vendor the first one of the same vendor: of those with its name or its website, also where it was ended and added anew.
 * A record may stand here several times, with each name that it had.
 */
export function whichVendor(said: readonly NamedVendor[]): (id: string) => string {
  const names = said.flatMap(({ id, name, site }) => {
    const [word, host] = [name === undefined ? "" : folded(name), site === undefined ? undefined : hostOf(site)];
    return [
      ...(word === "" ? [] : [{ id, key: `n ${word}` }]),
      ...(host === undefined ? [] : [{ id, key: `h ${host}` }]),
    ];
  });
  return whoIs([...Map.groupBy(names, ({ key }) => key).values()].map((own) => own.map(({ id }) => id)));
}
