import { useSearchParams } from "react-router";

interface Options {
  /** Whether Back leads over the change. */
  readonly replace: boolean;
  readonly state?: unknown;
}

/** What stands in the address after the question mark, and what changes some of it: an empty value takes a name away. The page stays where it is scrolled to. */
export function useSearch(): [URLSearchParams, (changes: Readonly<Record<string, string>>, options: Options) => void] {
  const [search, setSearch] = useSearchParams();
  const change = (changes: Readonly<Record<string, string>>, options: Options) =>
    setSearch(
      (before) => {
        const after = new URLSearchParams(before);
        for (const [name, value] of Object.entries(changes)) {
          if (value === "") after.delete(name);
          else after.set(name, value);
        }
        return after;
      },
      { ...options, preventScrollReset: true },
    );
  return [search, change];
}
