import * as z from "zod";
import { fileSourceKeys } from "#domain/file-link.ts";
import { providerKeys } from "#domain/provider.ts";
import { parseSecretKey } from "../keys/secret-key.ts";
import { setting } from "../setting.ts";

const text = z.string().max(20_000);

const key = z.string().transform((value, context) => {
  const parsed = parseSecretKey(value);
  if (parsed) return parsed;
  context.addIssue("not a key");
  return z.NEVER;
});

/** Only this machine stands in for a vendor. */
const loopback = z.string().refine((value) => {
  const url = URL.parse(value);
  return (
    url?.origin === value && url.protocol === "http:" && ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname)
  );
});

const peers = z
  .string()
  .transform((value, context): unknown => {
    try {
      return JSON.parse(value);
    } catch {
      context.addIssue("not JSON");
      return z.NEVER;
    }
  })
  .pipe(
    z.partialRecord(z.enum([...providerKeys, ...fileSourceKeys]), z.union([loopback, z.record(z.string(), loopback)])),
  );

const plain = (meaning: string) => setting({ fallback: "none", meaning, schema: text, must: "be text" });
const secret = (meaning: string) =>
  setting({ fallback: "none", meaning, schema: text, must: "be text", confidential: true });
const file = (meaning: string) => setting({ fallback: "none", meaning, schema: text, must: "be a file" });

/** Who this installation is at the vendors that companies connect; each vendor's are optional. */
export const vendorSettings = {
  GITHUB_APP_ID: plain("the GitHub App that organizations install; see [connections](docs/operations/connections.md)"),
  GITHUB_APP_SLUG: plain("its name in the address of its page"),
  GITHUB_APP_PRIVATE_KEY: secret("its private key, in PEM"),
  GITHUB_APP_CLIENT_ID: plain("its client id"),
  GITHUB_APP_CLIENT_SECRET: secret("its client secret"),
  GOOGLE_CLIENT_ID: plain("the OAuth client for Google Workspace"),
  GOOGLE_CLIENT_SECRET: secret("its secret"),
  MICROSOFT_CLIENT_ID: plain("the multi-tenant application for Microsoft 365"),
  MICROSOFT_CLIENT_SECRET: secret("its secret, where it has no certificate"),
  MICROSOFT_CERTIFICATE: secret("its certificate and the private key of it, both in PEM; preferred to a secret"),
  ATLASSIAN_CLIENT_ID: plain("the OAuth 2.0 app for Jira"),
  ATLASSIAN_CLIENT_SECRET: secret("its secret"),
  AWS_PRINCIPAL_ARN: plain("the AWS user or role that customers' roles trust"),
  AWS_PRINCIPAL_KEY_ID: plain("its access key"),
  AWS_PRINCIPAL_SECRET_KEY: secret("the secret that goes with it"),
};

/** How credentials of connections are kept, and where vendors are. */
export const connectionSettings = {
  CONNECTIONS_KEY: setting({
    fallback: "generated once into `DATA_DIR/connections.key` (mode 0600)",
    meaning:
      "32 bytes in base64 that open the credentials of connections; every worker needs the same, and a process with `ROLE=web` neither needs nor reads it",
    schema: key,
    must: "be 32 bytes in base64; `openssl rand -base64 32` prints some",
    confidential: true,
  }),
  CONNECTIONS_KEY_FILE: file("a file that holds `CONNECTIONS_KEY`"),
  ...vendorSettings,
  GITHUB_APP_PRIVATE_KEY_FILE: file("a file that holds `GITHUB_APP_PRIVATE_KEY`"),
  MICROSOFT_CERTIFICATE_FILE: file("a file that holds `MICROSOFT_CERTIFICATE`"),
  CONNECTOR_PEERS: setting({
    fallback: "none",
    meaning:
      "stand-ins for vendors on this machine, as JSON: provider to origin, or to an origin for each endpoint; read only with `ALLOW_PRIVATE_ENDPOINTS=on` and outside production",
    schema: peers,
    must: 'be JSON such as {"github":"http://127.0.0.1:4300"}, with loopback origins alone',
  }),
};

/** The name of a setting that says who this installation is at a vendor. */
export type VendorSetting = keyof typeof vendorSettings;

/** Settings of which only a process that talks to vendors needs the value. */
export const isVendorSecret = (name: string): boolean =>
  Object.hasOwn(vendorSettings, name) && "confidential" in vendorSettings[name as VendorSetting];
