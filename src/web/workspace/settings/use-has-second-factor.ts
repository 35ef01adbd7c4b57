import { useQuery } from "@tanstack/react-query";
import { api } from "#web/api.ts";
import type { Account } from "./profile-tab.tsx";

/** Whether the account has an app or a passkey; undefined while that is not known. */
export function useHasSecondFactor(account: Account): boolean | undefined {
  const { data: passkeys } = useQuery(api.passkeys.list.queryOptions({ input: {} }));
  return account.totpSince !== null || (passkeys && passkeys.length > 0);
}
