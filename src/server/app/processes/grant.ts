import type { LoginRole } from "../../keys/login-roles.ts";
import type { HeldKeys, Purpose } from "../../keys/keys.ts";

/** What a process is there for. */
export type Part = "all" | "web" | "worker";

/** All that a process that serves is given, over a channel that only it can read. Plain data. */
export interface Grant {
  /** Where the database is, without user and password. */
  readonly databaseUrl: string;
  /** The administrator's URL, where demo visits are offered: each is a database of its own. */
  readonly demoAdminUrl?: string;
  readonly held: HeldKeys;
}

const logins: Readonly<Record<Part, readonly LoginRole[]>> = {
  web: ["app_user", "app_auditor", "app_auth", "app_worker"],
  worker: ["app_user", "app_auditor", "app_auth", "app_worker"],
  all: ["app_user", "app_auditor", "app_auth", "app_worker"],
};

const purposes: readonly Purpose[] = ["company", "signing", "totp", "webhook", "human check", "demo", "external ids"];

/** The keys and logins of one part, and no others. */
export function heldBy(part: Part, held: HeldKeys): HeldKeys {
  return {
    ...held,
    logins: Object.fromEntries(
      Object.entries(held.logins).filter(([role]) => logins[part].includes(role as LoginRole)),
    ),
    keys: held.keys.filter(({ purpose }) => purposes.includes(purpose)),
  };
}

/** Settings that a process which serves never sees: they open the vault and the whole database. */
export const withheld: Readonly<Record<Part, readonly string[]>> = {
  all: ["DATABASE_URL", "SECRET_KEY", "SECRET_KEY_PREVIOUS"],
  worker: ["DATABASE_URL", "SECRET_KEY", "SECRET_KEY_PREVIOUS"],
  web: [
    "DATABASE_URL",
    "SECRET_KEY",
    "SECRET_KEY_PREVIOUS",
    "CONNECTIONS_KEY",
    "CONNECTIONS_KEY_FILE",
    "GITHUB_APP_PRIVATE_KEY",
    "GITHUB_APP_PRIVATE_KEY_FILE",
    "GITHUB_APP_CLIENT_SECRET",
    "GOOGLE_CLIENT_SECRET",
    "MICROSOFT_CLIENT_SECRET",
    "MICROSOFT_CERTIFICATE",
    "MICROSOFT_CERTIFICATE_FILE",
    "ATLASSIAN_CLIENT_SECRET",
    "AWS_PRINCIPAL_SECRET_KEY",
  ],
};
