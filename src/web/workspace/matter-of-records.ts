import { createContext, useContext } from "react";

/** The matter whose records are shown and written here; undefined on the pages of registers. */
export const MatterOfRecords = createContext<string | undefined>(undefined);

/** What names the matter in a request about one of its records; nothing for ordinary records. */
export function useMatterOfRecords(): { readonly matterId?: string } {
  const matterId = useContext(MatterOfRecords);
  return matterId === undefined ? {} : { matterId };
}
