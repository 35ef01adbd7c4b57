/** Stands in the name of every next page that the tests make. */
export const TURNED = "turned-to-";

/** Parameters in which the peers themselves name a later page. */
export const ownPlaces = ["nextPageToken", "pageToken", "after", "$skiptoken"];

/** Whether a request is for a later page of a list: one that was turned here, or by the peer, or counted as Jira does. */
export function isTurned(path: string): boolean {
  const { searchParams: query } = new URL(path, "http://vendor");
  const isTurnedHere = [...query.values()].some((value) => value.startsWith(TURNED));
  return isTurnedHere || Number(query.get("startAt") ?? 0) > 0 || ownPlaces.some((name) => query.has(name));
}

/** The request for the whole list, which the peer knows. */
export function unturned(path: string): string {
  const url = new URL(path, "http://vendor");
  const names = [...url.searchParams].filter(([name, value]) => value.startsWith(TURNED) || name === "startAt");
  for (const [name] of names) url.searchParams.delete(name);
  return isTurned(path) ? `${url.pathname}${url.search}` : path;
}

/** The number of the row that a later page begins with; 0 for the first. */
export function placeOf({ searchParams }: URL): number {
  const turned = [...searchParams.values()].find((value) => value.startsWith(TURNED));
  return turned === undefined ? Number(searchParams.get("startAt") ?? 0) : Number(turned.slice(TURNED.length));
}
