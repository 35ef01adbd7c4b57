import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { MailSink } from "./mail-sink.ts";
import { OpenIdProvider } from "./openid-provider.ts";
import { freePort, ServerProcess } from "./server-process.ts";

export interface ServerWithProvider {
  readonly server: ServerProcess;
  readonly provider: OpenIdProvider;
  close(): Promise<void>;
}

/** A running server that mails to `mails` and lets people in by a real OpenID provider. `settings` come on top. */
export async function startServerWithProvider(
  mails: MailSink,
  settings: Readonly<Record<string, string>> = {},
): Promise<ServerWithProvider> {
  const folder = await mkdtemp(path.join(tmpdir(), "exhibit-provider-"));
  const port = await freePort();
  const provider = await OpenIdProvider.for(`http://localhost:${port}/auth/single-sign-on/callback`);
  await provider.listen();
  const { issuer, clientId, clientSecret, name, domains } = provider.settings;
  const server = await ServerProcess.on(
    path.join(folder, "data"),
    {
      ...settings,
      SMTP_URL: await mails.listen(),
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: clientId,
      OIDC_CLIENT_SECRET: clientSecret,
      OIDC_NAME: name,
      OIDC_DOMAINS: domains.join(" "),
    },
    port,
  );
  await server.start();
  const close = async () => {
    await server.stop();
    await provider.close();
    await mails.close();
    await rm(folder, { recursive: true, force: true });
  };
  return { server, provider, close };
}
