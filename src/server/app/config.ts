import { BlockList } from "node:net";
import type { StorageAddress } from "../blobs/storage-address.ts";
import { join, resolve } from "node:path";
import type { SingleSignOnSettings } from "../auth/openid-provider.ts";
import type { PublicProviders } from "../auth/public-providers.ts";
import type { ConnectorPeers } from "../connections/connectors.ts";
import type { FileSourceRegistrations } from "../linked-files/sources.ts";
import { anchorsOf } from "./anchor-settings.ts";
import { ConfigError } from "./config-error.ts";
import { heldAddress } from "./held-address.ts";
import { operationOf } from "./operation-settings.ts";
import type { OperationConfig } from "./operation-settings.ts";
import { isLoopback } from "../loopback.ts";
import { parseSecretKey, secretKeyIn, secretsIn } from "../keys/secret-key.ts";
import type { SessionLimits } from "../auth/sessions/session-deps.ts";
import type { Part } from "./processes/grant.ts";
import { variables } from "./settings.ts";
import type { Values } from "./settings.ts";
import type { Secrets } from "../keys/secrets.ts";
import { requireTogether } from "./settings-together.ts";
import { fileSourcesOf } from "./file-source-config.ts";
import { publicProvidersOf, singleSignOnOf } from "./sign-in-config.ts";
import { collectsNothing, contentOf, vendorsOf } from "./vendor-config.ts";

/** What the supervisor and commands are told: all that a process which serves is, and what opens the vault and the database. */
export interface Config extends Omit<ServingConfig, "role"> {
  readonly role: Part;
  /** Absent: PostgreSQL is embedded under `dataDir`. */
  readonly databaseUrl?: string;
  /** A standby of it that answers reads. */
  readonly standbyUrl?: string | undefined;
  /** What opens the vault. */
  readonly secrets: Secrets;
  /** Whether SECRET_KEY lies in `dataDir`, where another process may turn it over. */
  readonly secretIsGenerated: boolean;
  /** What the service manager holds for us. */
  readonly heldSocket?: number | undefined;
}

/** What a running Exhibit was told by its environment. Folders are absolute; optional parts are off when absent. */
export interface ServingConfig extends OperationConfig {
  readonly port: number;
  readonly host: string;
  /** The public origin, without a slash at its end. */
  readonly appUrl: string;
  /** Proxies whose word about the client's address is taken. */
  readonly trustedProxies: BlockList;
  readonly role: Exclude<Part, "signer">;
  readonly dataDir: string;
  readonly production: boolean;
  /** Without `smtpUrl`, mails are files in `dataDir`/outbox. */
  readonly mail: { readonly smtpUrl?: string; readonly from: string };
  /** Whether written mails are shown at /dev/mailbox: on a machine that only its developer reaches. */
  readonly mailbox: boolean;
  readonly turnstile?: { readonly siteKey: string; readonly secretKey: string };
  readonly sessions: SessionLimits;
  readonly singleSignOn?: SingleSignOnSettings;
  readonly publicProviders: PublicProviders;
  /** Where people may read files from by a link. */
  readonly fileSources: FileSourceRegistrations;
  readonly demo: boolean;
  readonly supportEmail?: string;
  /** Where each storage location keeps its blobs. */
  readonly storage: { readonly us: StorageAddress; readonly eu: StorageAddress };
  /** Where what was signed is remembered. */
  readonly anchors: StorageAddress;
  readonly collectEveryMinutes: number;
  /** What encrypts and signs backups; it is there once `backup-key` made it. */
  readonly backupKeyFile: string;
  /** Where workers write backups unasked; nowhere without it. */
  readonly backupFolder?: string;
  readonly backupEveryHours: number;
  /** Where workers write backups that share their files; nowhere without it. Told to no process that serves. */
  readonly backupUrl?: StorageAddress | undefined;
  readonly backupEveryMinutes: number;
  /** How often a backup is written unasked, wherever; undefined where none is, as far as this process is told. */
  readonly backupsEveryMinutes: number | undefined;
  /** Folders of anchors and backups, as far as this process is told: their disks fill up, too. */
  readonly folders: readonly string[];
  /** Who signs what pipelines are; GitHub without it. */
  readonly pipelineIssuer: string | undefined;
  readonly allowPrivateEndpoints: boolean;
  /** 32 bytes that open the credentials of connections; undefined where pages are served and nothing else. */
  readonly connectionsKey: Buffer | undefined;
  /** Who this installation is at vendors, by the name of the setting. */
  readonly vendors: Readonly<Record<string, string>>;
  /** Stand-ins for vendors on this machine. */
  readonly connectorPeers: ConnectorPeers;
}

/** What the process that signs is told. */
export type SigningConfig = Pick<
  ServingConfig,
  "appUrl" | "dataDir" | "production" | "storage" | "anchors" | "logLevel"
>;

/**
 * Reads every setting, fills in the defaults and, outside production, generates the secret key on first use.
 * Throws ConfigError. The only place that reads the environment.
 */
export function loadConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const values = readValues(env);
  if (values.NODE_ENV === "production" && !values.SECRET_KEY)
    throw new ConfigError(`SECRET_KEY must be set with NODE_ENV=production; ${variables.SECRET_KEY.must}.`);
  const serving = servingConfigOf(values);
  return {
    ...serving,
    databaseUrl: values.DATABASE_URL,
    standbyUrl: values.STANDBY_URL,
    secrets: values.SECRET_KEY
      ? { current: values.SECRET_KEY, previous: values.SECRET_KEY_PREVIOUS ?? [] }
      : secretsOf(serving.dataDir),
    secretIsGenerated: !values.SECRET_KEY,
    heldSocket: heldAddress(env, process.pid),
  };
}

/** The same for a process that serves, whose environment opens nothing. Throws ConfigError. */
export function loadServingConfig(env: NodeJS.ProcessEnv = process.env): ServingConfig {
  const { role, ...rest } = servingConfigOf(readValues(env));
  if (role === "signer") throw new ConfigError("A process with ROLE=signer serves nothing.");
  const backups = env[BACKUPS_IN] ?? rest.backupFolder;
  // A machine of web processes need not reach the place for backups.
  return { ...rest, role, folders: [...rest.folders, ...(backups !== undefined && role !== "web" ? [backups] : [])] };
}

/** The same for the process that signs, which is told little. Throws ConfigError. */
export function loadSigningConfig(env: NodeJS.ProcessEnv = process.env): SigningConfig {
  return signingConfigOf(readValues(env));
}

/** Our own environment without these variables: for a process that we start. */
export function environmentWithout(names: readonly string[]): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !names.includes(name)));
}

/** Names the last migration that the supervisor knew when it started. */
export const OF_BUILD = "EXHIBIT_NEWEST_MIGRATION";

/** Names the folder that BACKUP_URL is, to a process that serves: only to look how much room is left. */
export const BACKUPS_IN = "EXHIBIT_BACKUPS_IN";

/** In a process that the supervisor started for upkeep: that name; undefined in any other. */
export const migrationOfSupervisor = (): string | undefined => process.env[OF_BUILD];

function signingConfigOf(values: Values): SigningConfig {
  const production = values.NODE_ENV === "production";
  const dataDir = resolve(values.DATA_DIR ?? "data");
  const storage = {
    us: values.STORAGE_US_URL ?? ({ kind: "folder", path: join(dataDir, "blobs", "us") } as const),
    eu: values.STORAGE_EU_URL ?? ({ kind: "folder", path: join(dataDir, "blobs", "eu") } as const),
  };
  return {
    appUrl: values.APP_URL ?? `http://localhost:${portOf(values)}`,
    dataDir,
    production,
    logLevel: operationOf(values, production).logLevel,
    storage,
    anchors: anchorsOf(values, dataDir, production ? Object.values(storage) : []),
  };
}

const portOf = ({ PORT }: Values) => PORT ?? 3000;
function servingConfigOf(values: Values): Omit<ServingConfig, "role"> & { readonly role: Part } {
  requireTogether(values);
  const shared = signingConfigOf(values);
  const { appUrl, dataDir, production } = shared;
  const { TURNSTILE_SITE_KEY: siteKey, TURNSTILE_SECRET_KEY: siteSecret } = values;
  const peers = (values.ALLOW_PRIVATE_ENDPOINTS && !production && values.CONNECTOR_PEERS) || {};
  return {
    ...shared,
    ...operationOf(values, production),
    port: portOf(values),
    host: values.HOST ?? "127.0.0.1",
    trustedProxies: values.TRUSTED_PROXIES ?? new BlockList(),
    role: values.ROLE ?? "all",
    mail: { smtpUrl: values.SMTP_URL, from: values.MAIL_FROM ?? `Exhibit <no-reply@${new URL(appUrl).hostname}>` },
    mailbox:
      values.SMTP_URL === undefined &&
      (values.NODE_ENV ?? "development") === "development" &&
      isLoopback(values.HOST ?? "localhost") &&
      isLoopback(new URL(appUrl).hostname),
    turnstile: siteKey && siteSecret ? { siteKey, secretKey: siteSecret } : undefined,
    sessions: { idleMinutes: values.SESSION_IDLE_MINUTES ?? 60, hours: values.SESSION_HOURS ?? 24 },
    singleSignOn: singleSignOnOf(values),
    publicProviders: publicProvidersOf(values),
    fileSources: fileSourcesOf(values, peers),
    demo: values.DEMO ?? !production,
    supportEmail: values.SUPPORT_EMAIL,
    collectEveryMinutes: values.COLLECT_EVERY_MINUTES ?? 60,
    backupKeyFile: resolve(values.BACKUP_KEY_FILE ?? join(dataDir, "backup.key")),
    backupFolder: values.BACKUP_FOLDER === undefined ? undefined : resolve(values.BACKUP_FOLDER),
    backupEveryHours: values.BACKUP_EVERY_HOURS ?? 24,
    backupUrl: values.BACKUP_URL,
    backupEveryMinutes: values.BACKUP_EVERY_MINUTES ?? 60,
    backupsEveryMinutes:
      values.BACKUP_FOLDER === undefined ? values.BACKUP_EVERY_MINUTES : (values.BACKUP_EVERY_HOURS ?? 24) * 60,
    pipelineIssuer: values.PIPELINE_ISSUER?.replace(/\/$/, ""),
    folders: shared.anchors.kind === "folder" ? [shared.anchors.path] : [],
    allowPrivateEndpoints: values.ALLOW_PRIVATE_ENDPOINTS ?? false,
    connectionsKey: collectsNothing(values) ? undefined : connectionsKeyOf(values, dataDir),
    vendors: vendorsOf(values),
    connectorPeers: peers,
  };
}

function connectionsKeyOf(values: Values, dataDir: string): Buffer {
  const { CONNECTIONS_KEY: given, CONNECTIONS_KEY_FILE: file } = values;
  if (given) return given;
  if (file === undefined) return generatedKey(dataDir, "connections.key");
  const key = parseSecretKey(contentOf("CONNECTIONS_KEY_FILE", file));
  if (!key) throw new ConfigError("CONNECTIONS_KEY_FILE must name a file with 32 bytes in base64.");
  return key;
}

function readValues(env: NodeJS.ProcessEnv): Values {
  const values: Record<string, unknown> = {};
  const wrong: string[] = [];
  for (const [name, { schema, must, ...rest }] of Object.entries(variables)) {
    const text = env[name]?.trim();
    if (!text) continue;
    const read = schema.safeParse(text);
    if (read.success) values[name] = read.data;
    else wrong.push(`${name} must ${must}${"confidential" in rest ? "" : `, not "${text}"`}.`);
  }
  if (wrong.length > 0) throw new ConfigError(wrong.join("\n"));
  return values;
}

/** The generated SECRET_KEY as it is now. Throws ConfigError. */
export function secretsOf(dataDir: string): Secrets {
  return inDataDir(() => secretsIn(dataDir));
}

function generatedKey(dataDir: string, file: string): Buffer {
  return inDataDir(() => secretKeyIn(dataDir, file));
}

function inDataDir<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new ConfigError(`DATA_DIR must be a folder that Exhibit can write to: ${(error as Error).message}`);
  }
}

/** A path that an operator typed, taken from where they typed it: npm runs every script in the project's folder. */
export function pathFromCaller(file: string, env: NodeJS.ProcessEnv = process.env): string {
  return resolve(env["INIT_CWD"] ?? ".", file);
}
