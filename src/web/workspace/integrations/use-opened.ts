import { useSearchParams } from "react-router";

export const manageTabs = ["overview", "checks", "permissions", "runs", "changes", "settings"] as const;
export type ManageTab = (typeof manageTabs)[number];

/** What is open on the integrations page, kept in the address: a reload, and the way back from a vendor, lead to it. */
export function useOpened() {
  const [search, setSearch] = useSearchParams();
  const go = (next: Record<string, string>, replace = false) => setSearch(next, { replace, preventScrollReset: true });
  const tab = search.get("tab");
  return {
    /** The provider whose dialog is open, and the account that is connected anew by it. */
    connect: search.get("connect"),
    again: search.get("again"),
    /** The connection that is being linked, or was just. */
    connection: search.get("connection"),
    manage: search.get("manage"),
    /** The dialog for a report is open. */
    import: search.has("import"),
    /** Why the way back from a vendor led to nothing: the name of a failure. */
    failure: search.get("failure"),
    tab: manageTabs.find((manageTab) => manageTab === tab) ?? ("overview" as const),
    /** The check that is unfolded. */
    check: search.get("check"),
    openImport: (replace = false) => go({ import: "1" }, replace),
    openConnect: (provider: string, again?: string) => go({ connect: provider, ...(again ? { again } : {}) }),
    openConnection: (id: string, replace = false) => go({ connection: id }, replace),
    openManage: (id: string, shown: ManageTab = "overview", replace = false) =>
      go({ manage: id, ...(shown === "overview" ? {} : { tab: shown }) }, replace),
    openCheck: (id: string, check: string | undefined) =>
      go({ manage: id, tab: "checks", ...(check === undefined ? {} : { check }) }, true),
    close: () => go({}, true),
  };
}

export type Opened = ReturnType<typeof useOpened>;
