import { generateKeyPairSync } from "node:crypto";
import { createEmulator } from "emulate";
import { expect, onTestFinished, test } from "vitest";
import { github } from "#connectors/github/index.ts";
import { CredentialsRefused } from "#connectors/http.ts";
import { contextOf, headerOf } from "#tests/support/authorizers.ts";
import { freePort } from "#tests/support/server-process.ts";
import { openAuthorizer } from "./open-authorizer.ts";

test("GitHub mints an installation's token for the App whose key signed, and for no other", async () => {
  const keyOf = () =>
    generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey.export({ format: "pem", type: "pkcs1" }).toString();
  const key = keyOf();
  const port = await freePort();
  const permissions = { metadata: "read", members: "read" };
  const emulator = await createEmulator({
    service: "github",
    port,
    baseUrl: `http://localhost:${port}`,
    seed: {
      github: {
        users: [{ login: "ada" }],
        orgs: [{ login: "hollis-marsh", name: "Hollis & Marsh" }],
        apps: [
          {
            app_id: 77,
            slug: "exhibit",
            name: "Exhibit",
            private_key: key,
            permissions,
            installations: [{ installation_id: 42, account: "hollis-marsh", permissions }],
          },
        ],
      },
    },
  });
  onTestFinished(() => emulator.close());
  const given = (privateKey: string, installationId = "42") => ({
    origin: `http://localhost:${port}`,
    typed: { installationId },
    settings: { GITHUB_APP_ID: "77", GITHUB_APP_PRIVATE_KEY: privateKey },
  });
  const context = contextOf(github, "app", given(key));
  const authorizer = await openAuthorizer(context);
  const minted = await headerOf(authorizer);
  expect(minted).toMatch(/^Bearer ghs_/);
  expect(await authorizer.refresh()).toBe(true);
  expect(await headerOf(authorizer)).not.toBe(minted);
  const [path, origin] = ["/app/installations/42", `http://localhost:${port}`];
  const answer = await fetch(origin + path, { headers: { authorization: await headerOf(authorizer, path) } });
  const installation = (await answer.json()) as { permissions: unknown };
  expect(installation.permissions).toEqual(permissions);
  const stranger = await openAuthorizer(contextOf(github, "app", given(keyOf())));
  await expect(headerOf(stranger)).rejects.toThrow(CredentialsRefused);
  const elsewhere = await openAuthorizer(contextOf(github, "app", given(key, "43")));
  await expect(headerOf(elsewhere)).rejects.toThrow(CredentialsRefused);
});
