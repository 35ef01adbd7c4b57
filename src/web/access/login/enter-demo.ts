import { loadAccount } from "#web/access/load-account.ts";
import { toast } from "#web/design/toast-list.ts";
import { AppError, showError } from "#web/app-error.ts";

/** The two accounts of the demo. Refuses where there are none. */
export async function demoAccounts() {
  const { client } = await loadAccount();
  return await client.demo.accounts({});
}

/**
 * Opens a demo visit when these are one of the two demo accounts, and says whether it did. No human check is needed, and
 * nobody signs in. Refuses when every demo workspace is in use.
 */
export async function enterDemo(email: string, password: string): Promise<boolean> {
  const { client, queryClient } = await loadAccount();
  const account = (await demoAccounts().catch(() => [])).find(
    (item) => item.email === email.trim().toLowerCase() && item.password === password,
  );
  if (!account) return false;
  try {
    await client.demo.enter({ email: account.email, password });
  } catch (error) {
    if (error instanceof AppError && error.code === "not-found") return false;
    throw error;
  }
  queryClient.clear();
  toast.info(`Using demo credentials for ${account.email}. In a real environment, you would now be logged in.`);
  return true;
}

/** Opens a demo visit with its first account, where the server offers the demo; says whether it did, and shows why it did not. */
export async function tryDemo(): Promise<boolean> {
  if (!document.documentElement.hasAttribute("data-demo")) return false;
  try {
    const account = (await demoAccounts()).find(({ kind }) => kind === "demo");
    return account !== undefined && (await enterDemo(account.email, account.password));
  } catch (error) {
    showError(error, "Could not open the demo");
    return false;
  }
}
