import type * as z from "zod";
import type { contract } from "#contract/index.ts";
import { toast } from "#web/design/toast-list.ts";
import { broadcastSession } from "#web/presence.ts";
import { takeNextPath } from "#web/return-path.ts";
import { loadAccount } from "./load-account.ts";

export type SignedIn = z.output<typeof contract.session.signIn.output>;
export type SecondFactorMethods = NonNullable<SignedIn["secondFactor"]>;

/**
 * What every way of signing in ends with: nothing fetched for somebody else outlives this moment, the other tabs hear of
 * it, and the answer is where to go.
 */
export async function arrive(user: NonNullable<SignedIn["user"]>, message: string): Promise<string> {
  const { queryClient } = await loadAccount();
  queryClient.clear();
  broadcastSession(user.id);
  toast.success(message);
  return takeNextPath(user.id);
}
