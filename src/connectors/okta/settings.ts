import * as z from "zod";
import type { SettingField, Settings } from "../connector.ts";

/** What a company may say about its Okta organization. */
export const settings = z.object({
  /** Logins that belong to programs: nobody signs in with them, and nobody enrolls a factor. */
  serviceAccounts: z.array(z.string().trim().min(1).max(200)).max(1_000).default([]),
});

export const settingFields: readonly SettingField[] = [
  {
    name: "serviceAccounts",
    label: "Service accounts",
    help: "Users that belong to programs and not to people, one login a line.",
    kind: "lines",
  },
];

/** Whether a login is one of a program. Okta's logins have no case. */
export function isService(given: Settings): (login: string) => boolean {
  const logins = new Set(settings.parse(given).serviceAccounts.map((login) => login.toLowerCase()));
  return (login) => logins.has(login.toLowerCase());
}
