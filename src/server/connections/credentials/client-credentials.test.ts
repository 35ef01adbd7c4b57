import { generateKeyPairSync } from "node:crypto";
import { JWT } from "google-auth-library";
import { calculateJwkThumbprint, decodeJwt, decodeProtectedHeader, jwtVerify } from "jose";
import { expect, test } from "vitest";
import { googleWorkspace } from "#connectors/google-workspace/index.ts";
import { CredentialsRefused } from "#connectors/http.ts";
import { okta } from "#connectors/okta/index.ts";
import { contextOf, headerOf, keepingAsk, providerOf, scopesIn } from "#tests/support/authorizers.ts";
import type { TokenRequest } from "#tests/support/authorizers.ts";
import { openAuthorizer } from "./open-authorizer.ts";

test("Google is asked in the words of Google's own client for a service account", async () => {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const key = privateKey.export({ format: "pem", type: "pkcs8" }).toString();
  const scopes = [...scopesIn(googleWorkspace, "service-account")];
  const [email, subject] = ["exhibit@project.iam.gserviceaccount.com", "admin@hollis.example"];
  let theirs: TokenRequest | undefined;
  const transporter = {
    interceptors: { request: new Set(), response: new Set() },
    request: async ({ url, data }: { url: string; data: URLSearchParams }) => {
      theirs = { url, form: data };
      return { data: { access_token: "t", expires_in: 3_600 } };
    },
  };
  const client = new JWT({ email, key, keyId: "kid-1", scopes, subject, transporter: transporter as never });
  await client.authorize();
  const { ask, asked } = keepingAsk();
  const file = JSON.stringify({ client_email: email, private_key: key, private_key_id: "kid-1" });
  const context = contextOf(googleWorkspace, "service-account", {
    origin: "https://oauth2.googleapis.com",
    typed: { administrator: subject },
    credentials: { key: file },
    ask,
  });
  await headerOf(await openAuthorizer(context));
  const ours = asked[0]!;
  expect(ours.url).toBe(theirs!.url);
  expect([...ours.form.keys()].toSorted()).toEqual([...theirs!.form.keys()].toSorted());
  expect(ours.form.get("grant_type")).toBe(theirs!.form.get("grant_type"));
  const [own, other] = [ours, theirs!].map(({ form }) => form.get("assertion")!) as [string, string];
  expect(decodeProtectedHeader(own)).toMatchObject(decodeProtectedHeader(other));
  const { iat, exp, ...claims } = decodeJwt(own);
  const { iat: theirIat, exp: theirExp, ...theirClaims } = decodeJwt(other);
  expect(claims).toEqual(theirClaims);
  expect(exp! - iat!).toBeLessThanOrEqual(theirExp! - theirIat!);
  for (const item of [own, other]) await jwtVerify(item, publicKey);
});

test("Okta takes our key's assertion once, for the scopes of the service app", async () => {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const jwk = { ...publicKey.export({ format: "jwk" }), alg: "ES256", use: "sig" };
  const kid = await calculateJwkThumbprint(jwk);
  const scopes = scopesIn(okta, "service-app");
  const strict = await providerOf({
    routes: { token: "/oauth2/v1/token" },
    scopes,
    client: {
      client_id: "0oa1b2c3d4e5f6g7h8i9",
      redirect_uris: [],
      response_types: [],
      grant_types: ["client_credentials"],
      token_endpoint_auth_method: "private_key_jwt",
      token_endpoint_auth_signing_alg: "ES256",
      jwks: { keys: [{ ...jwk, kid }] },
      scope: scopes.join(" "),
    },
  });
  const pem = privateKey.export({ format: "pem", type: "pkcs8" }).toString();
  const given = {
    origin: strict.origin,
    typed: { domain: "hollis-marsh.okta.com", clientId: "0oa1b2c3d4e5f6g7h8i9" },
    credentials: { privateKey: pem, kid },
  };
  const authorizer = await openAuthorizer(contextOf(okta, "service-app", given));
  expect((await strict.scopesOf(await headerOf(authorizer)))?.toSorted()).toEqual([...scopes].toSorted());
  expect(await authorizer.refresh()).toBe(true);
  const stuck = await openAuthorizer(contextOf(okta, "service-app", { ...given, newId: () => "same" }));
  await headerOf(stuck);
  await expect(stuck.refresh()).rejects.toThrow(CredentialsRefused);
  const stranger = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({
    format: "pem",
    type: "pkcs8",
  });
  const forged = contextOf(okta, "service-app", { ...given, credentials: { privateKey: stranger.toString(), kid } });
  await expect(headerOf(await openAuthorizer(forged))).rejects.toThrow(CredentialsRefused);
});
