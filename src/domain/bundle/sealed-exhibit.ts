/** No exhibit of a connection is as large: a run brings 32 MB. */
export const COLLECTION_LIMIT = 300e6;

/** What an exhibit that Exhibit itself wrote says of how it was judged. */
interface Sealed {
  readonly sample?: unknown;
  readonly judged?: { readonly judge: string; readonly at: string };
}

/** Reads such an exhibit; undefined where it is none. */
export function readSealed(text: string): Sealed | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Sealed) : undefined;
  } catch {
    return undefined;
  }
}
