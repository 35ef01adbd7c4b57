import { useSearchParams } from "react-router";

/** What is open of a control: a form about it, or about one of its checks or documents. */
export type OpenForm = "test" | "accept" | "file" | "not-applicable" | "declare";

/** What of a control is shown, kept in the address: the check or document, and the form that is open about it. */
interface Shown {
  readonly check?: string | undefined;
  readonly document?: string | undefined;
  readonly do?: OpenForm | undefined;
}

const keys = ["check", "document", "do"] as const;

/** An address without what was shown of a control, for the way to another one. */
export function withoutShown(search: URLSearchParams): URLSearchParams {
  const others = new URLSearchParams(search);
  for (const key of keys) others.delete(key);
  return others;
}

/**
 * What of a control the address shows. Opening a form is a step of its own that the way back takes away again; closing it leaves the
 * check or document shown, where the focus goes back to.
 */
export function useShown() {
  const [search, setSearch] = useSearchParams();
  const go = (shown: Shown, replace: boolean) =>
    setSearch(
      (before) => {
        const after = withoutShown(before);
        for (const key of keys) if (shown[key]) after.set(key, shown[key]);
        return after;
      },
      { replace, preventScrollReset: true },
    );
  const [check, document, form] = keys.map((key) => search.get(key) ?? undefined);
  return {
    check,
    document,
    form,
    open: (shown: Shown) => go(shown, false),
    close: () => go({ check, document }, true),
  };
}
