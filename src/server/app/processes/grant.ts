import type { LoginRole } from "../../keys/login-roles.ts";
import type { HeldKeys, Purpose } from "../../keys/keys.ts";
import { variables } from "../settings.ts";
import type { VariableName } from "../settings.ts";

/** What a process is there for. */
export type Part = "all" | "web" | "worker" | "signer";

/** All that a process which the supervisor starts is given, over a channel that only it can read. Plain data. */
export interface Grant {
  /** Where the database is, without user and password. */
  readonly databaseUrl: string;
  /** Where a standby of it is, without user and password. */
  readonly standbyUrl?: string | undefined;
  /** The administrator's URL, where demo visits are offered: each is a database of its own. */
  readonly demoAdminUrl?: string;
  /** Whether it was started with the socket that it serves on, which the service manager holds. */
  readonly addressIsHeld?: boolean;
  readonly held: HeldKeys;
}

const serving = {
  logins: ["app_user", "app_auditor", "app_staff", "app_auth", "app_worker"],
  purposes: ["company", "totp", "webhook", "human check", "demo", "external ids"],
} as const satisfies Holding;

/** Only the signer holds what signs. A part that signs, too, starts it as a process of its own. */
const holdings: Readonly<Record<Part, Holding>> = {
  web: serving,
  worker: serving,
  all: serving,
  signer: { logins: ["app_signer"], purposes: ["signing"] },
};

interface Holding {
  readonly logins: readonly LoginRole[];
  readonly purposes: readonly Purpose[];
}

/** The keys and logins of one part, and no others. */
export function heldBy(part: Part, held: HeldKeys): HeldKeys {
  const { logins, purposes } = holdings[part];
  return {
    ...held,
    logins: Object.fromEntries(Object.entries(held.logins).filter(([role]) => logins.includes(role as LoginRole))),
    keys: held.keys.filter(({ purpose }) => purposes.includes(purpose)),
  };
}

/** What the signer is told: where anchors and those of early releases lie, and by which name it is known. */
const forSigner: readonly string[] = [
  "PORT",
  "APP_URL",
  "DATA_DIR",
  "NODE_ENV",
  "STORAGE_US_URL",
  "STORAGE_EU_URL",
  "ANCHORS_URL",
] satisfies VariableName[];

/** Settings that a process never sees: they open the vault and the whole database, or are another's business. */
export const withheld: Readonly<Record<Part, readonly string[]>> = {
  all: ["DATABASE_URL", "STANDBY_URL", "SECRET_KEY", "SECRET_KEY_PREVIOUS", "BACKUP_URL"],
  worker: ["DATABASE_URL", "STANDBY_URL", "SECRET_KEY", "SECRET_KEY_PREVIOUS", "BACKUP_URL"],
  signer: Object.keys(variables).filter((name) => !forSigner.includes(name)),
  web: [
    "DATABASE_URL",
    "STANDBY_URL",
    "SECRET_KEY",
    "SECRET_KEY_PREVIOUS",
    "BACKUP_URL",
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
