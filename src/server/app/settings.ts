import { connectionSettings } from "../connections/connection-settings.ts";
import * as z from "zod";
import { parseProxies } from "../http/client-address.ts";
import { backupSettings } from "./backup-settings.ts";
import { operationSettings } from "./operation-settings.ts";
import { PLACE, storageUrl } from "./storage-setting.ts";
import { issuerUrl, signInSettings } from "./openid-settings.ts";
import { parseSecretKey } from "../keys/secret-key.ts";
import { setting, wholeNumber } from "../setting.ts";
import type { Setting } from "../setting.ts";

const onOrOff = z.enum(["on", "off"]).transform((value) => value === "on");

const urlOf = (...protocols: string[]) =>
  z
    .string()
    .refine((value) => protocols.includes(URL.parse(value)?.protocol ?? "") && URL.parse(value)?.hostname !== "");

const databaseUrl = z
  .string()
  .refine((value) => ["postgres:", "postgresql:"].includes(URL.parse(value)?.protocol ?? ""));

/** The origin alone: a path would be lost in every link. */
const origin = urlOf("http:", "https:")
  .transform((value) => new URL(value))
  .refine((url) => url.pathname === "/" && !url.search && !url.hash && !url.username)
  .transform((url) => url.origin);

const secretKey = z.string().transform((value, context) => {
  const key = parseSecretKey(value);
  if (key) return key;
  context.addIssue("not a key");
  return z.NEVER;
});

const mailbox = z.string().regex(/^[^<>\r\n]*<[^<>@\s]+@[^<>@\s]+>$|^[^<>@\s]+@[^<>@\s]+$/);

const SWITCH = 'be "on" or "off"';

/** Every environment variable Exhibit reads, in the order of the README's table. Unset and empty are the same. */
export const variables = {
  PORT: setting({
    fallback: "`3000`",
    meaning: "the port it listens on",
    schema: wholeNumber(1, 65_535),
    must: "be a whole number between 1 and 65535",
  }),
  HOST: setting({
    fallback: "`127.0.0.1`",
    meaning: "the address it listens on; `0.0.0.0` for every interface",
    schema: z.string().regex(/^[\w.:-]+$/),
    must: "be an IP address or a host name",
  }),
  APP_URL: setting({
    fallback: "`http://localhost:PORT`",
    meaning: "the public origin; links in mails start with it",
    schema: origin,
    must: "be an origin such as https://exhibit.example.com, without a path",
  }),
  DATABASE_URL: setting({
    fallback: "embedded PostgreSQL under `DATA_DIR`",
    meaning: "a PostgreSQL of your own, 15 or newer: `postgres://…`",
    schema: databaseUrl,
    must: "be a postgres:// URL",
    confidential: true,
  }),
  STANDBY_URL: setting({
    fallback: "none: every read is answered by `DATABASE_URL`",
    meaning:
      "a standby that follows that PostgreSQL by streaming, `postgres://HOST:PORT/DATABASE`: it answers reads for which it has replayed all that was acknowledged; see [beyond one machine](docs/operations/scale.md#reads-at-a-standby)",
    schema: databaseUrl,
    must: "be a postgres:// URL",
    confidential: true,
  }),
  ROLE: setting({
    fallback: "`all`",
    meaning:
      "`web`, `worker`, `signer` or `all`; processes of each kind may share one database and blob store. `worker` and `all` start a signer as a process of its own",
    schema: z.enum(["all", "web", "worker", "signer"]),
    must: 'be "all", "web", "worker" or "signer"',
  }),
  DATA_DIR: setting({
    fallback: "`./data`",
    meaning: "embedded database, evidence blobs, outbox, generated secret",
    schema: z.string(),
    must: "be a folder",
  }),
  TRUSTED_PROXIES: setting({
    fallback: "none",
    meaning:
      "addresses or networks of your own proxies, such as `127.0.0.1, 10.0.0.0/8`: `X-Forwarded-For` is believed from them, so that each visitor has rate limits of their own",
    schema: z.string().transform((value, context) => {
      const proxies = parseProxies(value);
      if (proxies) return proxies;
      context.addIssue("not addresses");
      return z.NEVER;
    }),
    must: "be addresses or networks such as 127.0.0.1, 10.0.0.0/8",
  }),
  SECRET_KEY: setting({
    fallback: "generated once into `DATA_DIR/secret.key` (mode 0600)",
    meaning: "32 bytes in base64, as `openssl rand -base64 32` prints; required with `NODE_ENV=production`",
    schema: secretKey,
    must: "be 32 bytes in base64; `openssl rand -base64 32` prints some",
    confidential: true,
  }),
  SECRET_KEY_PREVIOUS: setting({
    fallback: "none",
    meaning:
      "what `SECRET_KEY` was before, several with commas: what they wrapped is wrapped anew at the start; see [keys](docs/operations/keys.md)",
    schema: z.string().transform((value, context) => {
      const keys = value.split(",").map((text) => parseSecretKey(text));
      if (keys.every((key) => key !== undefined)) return keys;
      context.addIssue("not keys");
      return z.NEVER;
    }),
    must: "be keys of 32 bytes in base64, separated by commas",
    confidential: true,
  }),
  NODE_ENV: setting({
    fallback: "`development`",
    meaning:
      "`production` requires `SECRET_KEY`, turns the demo accounts off and hides `/dev/mailbox` and `/dev/design`",
    schema: z.string(),
    must: "be text",
  }),
  SMTP_URL: setting({
    fallback:
      "mails are written to `DATA_DIR/outbox/*.eml`, and shown at `/dev/mailbox` while `NODE_ENV` is `development` and `HOST` and `APP_URL` are this machine alone",
    meaning: "outgoing mail: `smtp://user:password@host:587` or `smtps://…`",
    schema: urlOf("smtp:", "smtps:"),
    must: "be an smtp:// or smtps:// URL",
    confidential: true,
  }),
  MAIL_FROM: setting({
    fallback: "`Exhibit <no-reply@` the host of `APP_URL` `>`",
    meaning: "the sender of every mail",
    schema: mailbox,
    must: "be a mail address, such as Exhibit <no-reply@example.com>",
  }),
  TURNSTILE_SITE_KEY: setting({
    fallback: "the built-in proof-of-work challenge",
    meaning: "site key of Cloudflare Turnstile, which then does the human check; set both keys or none",
    schema: z.string(),
    must: "be text",
  }),
  TURNSTILE_SECRET_KEY: setting({
    fallback: "the built-in proof-of-work challenge",
    meaning: "the other half of `TURNSTILE_SITE_KEY`",
    schema: z.string(),
    must: "be text",
    confidential: true,
  }),
  SESSION_IDLE_MINUTES: setting({
    fallback: "`60`",
    meaning: "after how many minutes without use a session ends",
    schema: wholeNumber(5, 43_200),
    must: "be a whole number between 5 and 43200",
  }),
  SESSION_HOURS: setting({
    fallback: "`24`",
    meaning: "after how many hours a session ends in any case",
    schema: wholeNumber(1, 720),
    must: "be a whole number between 1 and 720",
  }),
  ...signInSettings,
  DEMO: setting({
    fallback: "`on`; `off` with `NODE_ENV=production`",
    meaning: "the demo accounts on `/login`; the role in `DATABASE_URL` must be allowed to make databases",
    schema: onOrOff,
    must: SWITCH,
  }),
  SUPPORT_EMAIL: setting({
    fallback: "none",
    meaning: "who is mailed access requests, contact and support messages",
    schema: z.email(),
    must: "be a mail address",
  }),
  STORAGE_US_URL: setting({
    fallback: "the folder `DATA_DIR/blobs/us`",
    meaning:
      "where evidence of companies that store in the United States is kept: `file:///…`, or `s3://[KEY:SECRET@]bucket/prefix?region=…&endpoint=…`; required with `ROLE=web`, `worker` or `signer` and a `DATABASE_URL`",
    schema: storageUrl,
    must: PLACE,
    confidential: true,
  }),
  STORAGE_EU_URL: setting({
    fallback: "the folder `DATA_DIR/blobs/eu`",
    meaning: "the same for the European Union",
    schema: storageUrl,
    must: PLACE,
    confidential: true,
  }),
  ANCHORS_URL: setting({
    fallback: "the folder `DATA_DIR/anchors`",
    meaning:
      "where what was signed is remembered, apart from the evidence: the same forms; required with `ROLE=web`, `worker` or `signer` and a `DATABASE_URL`, the same for every process; see [anchors](docs/operations/anchors.md)",
    schema: storageUrl,
    must: PLACE,
    confidential: true,
  }),
  ...operationSettings,
  ...backupSettings,
  COLLECT_EVERY_MINUTES: setting({
    fallback: "`60`",
    meaning: "how often every connection is collected",
    schema: wholeNumber(1, 10_080),
    must: "be a whole number between 1 and 10080",
  }),
  PIPELINE_ISSUER: setting({
    fallback: "`https://token.actions.githubusercontent.com`",
    meaning:
      "who signs what GitHub Actions workflows are, for reports that they push without a stored key; a GitHub Enterprise Server has `https://HOST/_services/token`",
    schema: issuerUrl,
    must: "be the https:// URL that stands in the tokens as their issuer",
  }),
  ALLOW_PRIVATE_ENDPOINTS: setting({
    fallback: "`off`",
    meaning: "`on` lets a connector or webhook reach loopback and private addresses (tests, closed networks)",
    schema: onOrOff,
    must: SWITCH,
  }),
  ...connectionSettings,
} satisfies Record<string, Setting>;

export type VariableName = keyof typeof variables;

/** What the variables say once read; what is unset is absent. */
export type Values = { [Name in VariableName]?: z.infer<(typeof variables)[Name]["schema"]> };

/** The settings as data, for the README's table and its check. */
export const settings = Object.entries(variables).map(([name, { fallback, meaning }]) => ({ name, fallback, meaning }));
