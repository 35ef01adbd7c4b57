import type { Settings } from "../connector.ts";

/** Whether a login is one of a program. Okta's logins have no case. */
export function isService({ serviceAccounts = [] }: Settings): (login: string) => boolean {
  const logins = new Set((serviceAccounts as readonly string[]).map((login) => login.toLowerCase()));
  return (login) => logins.has(login.toLowerCase());
}
