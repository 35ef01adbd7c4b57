import * as z from "zod";
import { setting } from "../setting.ts";
import { fileSourceSettings } from "./file-source-config.ts";

/** Exactly as the provider writes it, for it is compared; unencrypted only on this machine, for tests. */
export const issuerUrl = z.string().refine((value) => {
  const url = URL.parse(value);
  const local = url?.protocol === "http:" && ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname);
  return (url?.protocol === "https:" || local) && url?.search === "" && url.hash === "" && url.username === "";
});

const mailDomains = z
  .string()
  .transform((value) =>
    value
      .toLowerCase()
      .split(/[\s,]+/)
      .filter(Boolean),
  )
  .pipe(z.array(z.string().regex(/^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]*[a-z0-9])?$/)).min(1));

/** The OpenID provider that people may sign in with; all five or none. */
const openIdSettings = {
  OIDC_ISSUER: setting({
    fallback: "none: no single sign-on",
    meaning:
      "single sign-on by OpenID Connect: the provider's issuer; set all five of `OIDC_…` or none. Its redirect address is `APP_URL/auth/single-sign-on/callback`",
    schema: issuerUrl,
    must: "be the https:// URL that the provider names as its issuer",
  }),
  OIDC_CLIENT_ID: setting({
    fallback: "none",
    meaning: "what the provider calls this Exhibit",
    schema: z.string().max(500),
    must: "be text",
  }),
  OIDC_CLIENT_SECRET: setting({
    fallback: "none",
    meaning: "the secret that goes with it",
    schema: z.string().max(1_000),
    must: "be text",
    confidential: true,
  }),
  OIDC_NAME: setting({
    fallback: "none",
    meaning: "the provider's name on the button of `/login`",
    schema: z.string().max(60),
    must: "be a name of 60 characters at most",
  }),
  OIDC_DOMAINS: setting({
    fallback: "none",
    meaning:
      "mail domains the provider speaks for, such as `example.com, example.org`: it can sign in as any account with an address in one of them, and no other",
    schema: mailDomains,
    must: "be mail domains such as example.com, example.org",
  }),
};

const registered = (meaning: string) =>
  setting({ fallback: "none: no such button", meaning, schema: z.string().max(500), must: "be text" });
const itsSecret = setting({
  fallback: "none",
  meaning: "the secret that goes with it",
  schema: z.string().max(1_000),
  must: "be text",
  confidential: true,
});

/** What public providers call this Exhibit, where people may sign up and sign in by them; of each both or none. */
const publicProviderSettings = {
  SIGN_IN_GOOGLE_CLIENT_ID: registered(
    "signing up and signing in by Google: the id of an OAuth client; see [signing in](docs/operations/sign-in.md)",
  ),
  SIGN_IN_GOOGLE_CLIENT_SECRET: itsSecret,
  SIGN_IN_MICROSOFT_CLIENT_ID: registered(
    "the same by Microsoft work and school accounts: the id of an app registration",
  ),
  SIGN_IN_MICROSOFT_CLIENT_SECRET: itsSecret,
  SIGN_IN_GITHUB_CLIENT_ID: registered("the same by GitHub: the id of an OAuth app"),
  SIGN_IN_GITHUB_CLIENT_SECRET: itsSecret,
};

/**
 * Whose sign-in may be used beside our own: the operator's provider, and those that anybody knows. What is registered there may also read
 * files.
 */
export const signInSettings = { ...openIdSettings, ...publicProviderSettings, ...fileSourceSettings };
