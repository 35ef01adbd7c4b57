/**
 * Whether a path may stand in a bundle: relative, in ASCII, and harmless wherever it is unpacked. No "..", no empty
 * part, no backslash, colon or control character.
 */
export function isSafePath(path: string): boolean {
  return (
    /^\w[\w. /-]{0,254}$/.test(path) && path.split("/").every((part) => part !== "" && part !== "." && part !== "..")
  );
}

/** Systems that ignore case must not unpack one file over another. */
export function pathKey(path: string): string {
  return path.toLowerCase();
}

/** What an item's artifact begins with; its file name follows. */
export function artifactPrefix(exhibit: string): string {
  return `artifacts/${exhibit}-`;
}

/** The exhibit a path belongs to, as `EX-000123`; undefined when it is not an artifact. */
export function exhibitOfPath(path: string): string | undefined {
  return /^artifacts\/(EX-\d{6,})-/.exec(path)?.[1];
}
