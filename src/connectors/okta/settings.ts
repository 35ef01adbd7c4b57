import * as z from "zod";
import type { SettingField } from "../connector.ts";

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
