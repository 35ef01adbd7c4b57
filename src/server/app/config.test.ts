import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";
import { loadConfig, loadServingConfig } from "./config.ts";
import { ConfigError } from "./config-error.ts";
import { settings, variables } from "./settings.ts";

const key = Buffer.alloc(32, 7).toString("base64");

function load(env: NodeJS.ProcessEnv = {}) {
  return loadConfig({ DATA_DIR: temporaryFolder(), ...env });
}

function refusal(env: NodeJS.ProcessEnv): string {
  try {
    load(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  throw new Error("nothing was refused");
}

test("an empty environment gives a complete configuration", () => {
  const config = load();
  expect(config).toMatchObject({
    port: 3000,
    host: "127.0.0.1",
    appUrl: "http://localhost:3000",
    role: "all",
    production: false,
    mail: { from: "Exhibit <no-reply@localhost>" },
    demo: true,
    storage: {
      us: { kind: "folder", path: join(config.dataDir, "blobs/us") },
      eu: { kind: "folder", path: join(config.dataDir, "blobs/eu") },
    },
    collectEveryMinutes: 60,
    allowPrivateEndpoints: false,
  });
  expect(config.databaseUrl).toBeUndefined();
  expect(config.turnstile).toBeUndefined();
});

test("settings given are settings used", () => {
  const config = load({
    PORT: "8080",
    APP_URL: "https://exhibit.example.com/",
    DATABASE_URL: "postgres://app@db/exhibit",
    SECRET_KEY: key,
    NODE_ENV: "production",
    TURNSTILE_SITE_KEY: "site",
    TURNSTILE_SECRET_KEY: "hidden",
    STORAGE_EU_URL: "file:///srv/eu",
    ALLOW_PRIVATE_ENDPOINTS: "on",
  });
  expect(config).toMatchObject({
    port: 8080,
    appUrl: "https://exhibit.example.com",
    databaseUrl: "postgres://app@db/exhibit",
    secrets: { current: Buffer.alloc(32, 7), previous: [] },
    secretIsGenerated: false,
    production: true,
    demo: false,
    mail: { from: "Exhibit <no-reply@exhibit.example.com>" },
    turnstile: { siteKey: "site", secretKey: "hidden" },
    allowPrivateEndpoints: true,
  });
  expect(config.storage.eu).toEqual({ kind: "folder", path: "/srv/eu" });
});

test.each([
  ["PORT", "abc", 'PORT must be a whole number between 1 and 65535, not "abc".'],
  ["PORT", "70000", 'PORT must be a whole number between 1 and 65535, not "70000".'],
  ["HOST", "two words", 'HOST must be an IP address or a host name, not "two words".'],
  ["ROLE", "both", 'ROLE must be "all", "web", "worker" or "signer", not "both".'],
  ["DEMO", "yes", 'DEMO must be "on" or "off", not "yes".'],
  ["COLLECT_EVERY_MINUTES", "0", 'COLLECT_EVERY_MINUTES must be a whole number between 1 and 10080, not "0".'],
  ["SUPPORT_EMAIL", "help", 'SUPPORT_EMAIL must be a mail address, not "help".'],
])("a wrong %s (%s) is refused in a sentence", (name, value, sentence) => {
  expect(refusal({ [name]: value })).toBe(sentence);
});

test.each(["https://example.com/path", "example.com", "ftp://example.com", "https://user@example.com"])(
  "APP_URL is an origin, so %s is refused",
  (value) => expect(refusal({ APP_URL: value })).toContain("APP_URL must be an origin"),
);

test.each(["STORAGE_US_URL", "STORAGE_EU_URL"])("%s is a folder or a bucket, and its keys are not repeated", (name) => {
  expect(refusal({ [name]: "https://KEY:canary@example.com/evidence" })).toBe(
    `${name} must be the URL of a folder, such as file:///srv/evidence, or of a bucket, such as s3://bucket/prefix?region=eu-central-1.`,
  );
});

test("a refusal never repeats a secret", () => {
  const said = refusal({ DATABASE_URL: "canary-1", SECRET_KEY: "canary-2", SMTP_URL: "http://canary-3" });
  expect(said).toMatch(/DATABASE_URL .*\nSECRET_KEY .*\nSMTP_URL /);
  expect(said).not.toContain("canary");
});

test("half of Turnstile is refused", () => {
  expect(refusal({ TURNSTILE_SITE_KEY: "site" })).toBe(
    "TURNSTILE_SECRET_KEY must be set too when TURNSTILE_SITE_KEY is set.",
  );
});

test("files are read from the sources that are named, each with its registration, and a stand-in counts for tests alone", () => {
  expect(refusal({ FILE_SOURCES: "google-drive" })).toBe(
    "SIGN_IN_GOOGLE_CLIENT_ID must be set too when FILE_SOURCES names google-drive.",
  );
  expect(refusal({ FILE_SOURCES: "box" })).toContain("FILE_SOURCES must be names out of");
  expect(refusal({ DROPBOX_CLIENT_ID: "id" })).toContain("DROPBOX_CLIENT_SECRET must be set too");
  const dropbox = { DROPBOX_CLIENT_ID: "id", DROPBOX_CLIENT_SECRET: "secret" };
  expect(load(dropbox).fileSources).toEqual({});
  const peers = { CONNECTOR_PEERS: '{"dropbox":"http://127.0.0.1:4300"}' };
  expect(load({ ...dropbox, ...peers, FILE_SOURCES: "dropbox" }).fileSources).toEqual({
    dropbox: { clientId: "id", clientSecret: "secret", at: undefined },
  });
  const tested = load({ ...dropbox, ...peers, FILE_SOURCES: "dropbox", ALLOW_PRIVATE_ENDPOINTS: "on" });
  expect(tested.fileSources.dropbox?.at).toBe("http://127.0.0.1:4300");
});

const oidc = {
  OIDC_ISSUER: "https://id.example.com/realm",
  OIDC_CLIENT_ID: "exhibit",
  OIDC_CLIENT_SECRET: "secret",
  OIDC_NAME: "Acme",
  OIDC_DOMAINS: "Example.com, example.org",
};

test("single sign-on is read whole, with its domains in lower case", () => {
  expect(load().singleSignOn).toBeUndefined();
  expect(load(oidc).singleSignOn).toEqual({
    issuer: "https://id.example.com/realm",
    clientId: "exhibit",
    clientSecret: "secret",
    name: "Acme",
    domains: ["example.com", "example.org"],
  });
});

test.each(Object.keys(oidc))("single sign-on without %s is refused", (name) => {
  expect(refusal({ ...oidc, [name]: "" })).toMatch(new RegExp(`^${name} must be set too when OIDC_\\w+ is set\\.$`));
});

test.each([
  "http://id.example.com",
  "id.example.com",
  "https://id.example.com/?tenant=1",
  "https://user@id.example.com",
])("an issuer that nobody could trust is refused: %s", (issuer) =>
  expect(refusal({ ...oidc, OIDC_ISSUER: issuer })).toContain("OIDC_ISSUER must be the https:// URL"),
);

test.each(["com", "*.example.com", "@example.com", "example.com; drop", ","])("%s is no mail domain", (domains) => {
  expect(refusal({ ...oidc, OIDC_DOMAINS: domains })).toContain("OIDC_DOMAINS must be mail domains");
});

test("production asks for a secret key instead of inventing one", () => {
  expect(refusal({ NODE_ENV: "production" })).toMatch(/^SECRET_KEY must be set with NODE_ENV=production/);
});

test("the secret key is generated once, for its owner only, and then kept", () => {
  const first = load();
  const file = join(first.dataDir, "secret.key");
  expect(first.secrets.current).toHaveLength(32);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(load({ DATA_DIR: first.dataDir }).secrets).toEqual(first.secrets);
  expect(load().secrets).not.toEqual(first.secrets);
});

test("a damaged secret key is refused, not replaced", () => {
  const dataDir = temporaryFolder();
  writeFileSync(join(dataDir, "secret.key"), "half a key\n");
  expect(() => loadConfig({ DATA_DIR: dataDir })).toThrow(/secret\.key does not hold a key/);
  expect(readFileSync(join(dataDir, "secret.key"), "utf8")).toBe("half a key\n");
});

test("an empty variable is an unset one", () => {
  expect(load({ PORT: "", ROLE: " " })).toMatchObject({ port: 3000, role: "all" });
});

test("every setting explains itself", () => {
  expect(settings.map(({ name }) => name)).toEqual(Object.keys(variables));
  for (const { fallback, meaning } of settings) expect([fallback, meaning]).not.toContain("");
});

test("S11: mails are shown in development on this machine alone, whatever else is set", () => {
  expect(load().mailbox).toBe(true);
  expect(load({ NODE_ENV: "development", HOST: "localhost", APP_URL: "http://127.0.0.1:8080" }).mailbox).toBe(true);
  for (const env of [
    { NODE_ENV: "production", SECRET_KEY: key },
    { NODE_ENV: "staging" },
    { NODE_ENV: "test" },
    { SMTP_URL: "smtp://localhost:25" },
    { HOST: "0.0.0.0" },
    { HOST: "192.168.1.2" },
    { APP_URL: "https://exhibit.example.com" },
    { HOST: "::" },
  ])
    expect(load(env).mailbox, JSON.stringify(env)).toBe(false);
});

const EVIDENCE = "/srv/exhibit/us";
const apart =
  "ANCHORS_URL must be a place apart from STORAGE_US_URL and STORAGE_EU_URL: neither the same, nor inside of one, nor around one.";

test.each([
  ["the same as", `file://${EVIDENCE}`],
  ["in", `file://${EVIDENCE}/anchors`],
  ["around", "file:///srv/exhibit"],
  ["the same bucket as", "s3://evidence/eu"],
  ["a prefix in", "s3://evidence/eu/anchors"],
  ["the bucket around", "s3://evidence"],
])("S2: production does not start with anchors %s an evidence store", (_, ANCHORS_URL) => {
  const stores = { STORAGE_US_URL: `file://${EVIDENCE}`, STORAGE_EU_URL: "s3://evidence/eu" };
  const env = { ...stores, NODE_ENV: "production", SECRET_KEY: key, APP_URL: "https://exhibit.test" };
  expect(refusal({ ...env, ANCHORS_URL })).toContain(apart);
  expect(load({ ...env, ANCHORS_URL: "file:///srv/anchors" }).anchors).toEqual({
    kind: "folder",
    path: "/srv/anchors",
  });
});

describe.each(["web", "worker", "signer"])("ROLE=%s with a shared database", (ROLE) => {
  const places = {
    STORAGE_US_URL: "file:///srv/us",
    STORAGE_EU_URL: "s3://evidence/eu",
    ANCHORS_URL: "file:///srv/anchors",
  };
  const env = { ROLE, DATABASE_URL: "postgres://exhibit:x@database.test/exhibit", SECRET_KEY: key };

  test.each(["STORAGE_US_URL", "STORAGE_EU_URL", "ANCHORS_URL"])(
    "S2, O4: no process starts without %s, which all must share",
    (name) => {
      expect(refusal({ ...env, ...places, [name]: "" })).toBe(
        `${name} must be set with ROLE=web, ROLE=worker or ROLE=signer: every process needs the same place.`,
      );
    },
  );

  test("it starts where all are named, and says in one sentence what is missing", () => {
    expect(load({ ...env, ...places }).role).toBe(ROLE);
    expect(refusal(env)).toMatch(/^STORAGE_US_URL, STORAGE_EU_URL, and ANCHORS_URL must be set with/);
  });
});

test("whoever serves knows how often a backup is due, and not where it goes", () => {
  expect(load().backupsEveryMinutes).toBeUndefined();
  expect(load({ BACKUP_EVERY_MINUTES: "5" }).backupsEveryMinutes).toBe(5);
  expect(load({ BACKUP_FOLDER: "/srv/backups" }).backupsEveryMinutes).toBe(1_440);
});

test("whoever serves looks at the disks of anchors and backups; a web process does not at that of backups", () => {
  const env = { DATA_DIR: temporaryFolder(), ANCHORS_URL: "file:///mnt/anchors" };
  const folders = (more: NodeJS.ProcessEnv) => loadServingConfig({ ...env, ...more }).folders;
  expect(folders({})).toEqual(["/mnt/anchors"]);
  expect(folders({ BACKUP_FOLDER: "/srv/backups" })).toEqual(["/mnt/anchors", "/srv/backups"]);
  expect(folders({ ROLE: "worker", EXHIBIT_BACKUPS_IN: "/mnt/backups" })).toEqual(["/mnt/anchors", "/mnt/backups"]);
  expect(folders({ ROLE: "web", EXHIBIT_BACKUPS_IN: "/mnt/backups" })).toEqual(["/mnt/anchors"]);
  expect(folders({ ANCHORS_URL: "s3://anchors/of-ours" })).toEqual([]);
});
