import { CredentialsRefused, RequestFailed } from "#connectors/http.ts";
import type { Authorizer } from "../http/authorizer.ts";
import { endpointUrl } from "./ask-vendor.ts";
import type { AuthorizerContext } from "./context.ts";
import { signatureFor } from "./signature-v4.ts";
import type { AwsKeys } from "./signature-v4.ts";
import { typedSecret } from "./typed.ts";

const MARGIN_MS = 5 * 60_000;
const SECONDS = 3_600;

interface Session extends AwsKeys {
  readonly expiresAt: Date;
}

/** A role that our principal assumes for an hour, with the external id of the company. */
export async function awsRole(context: AuthorizerContext): Promise<Authorizer> {
  const { externalId } = await context.vault.read();
  if (!externalId) throw new CredentialsRefused("there is no external id");
  let session: Session | undefined;
  const seen: string[] = [];
  const open = async () => {
    if (session && session.expiresAt.getTime() - MARGIN_MS > context.now().getTime()) return session;
    session = await assumeRole(context, externalId);
    seen.push(session.secretAccessKey, session.sessionToken ?? "");
    return session;
  };
  return {
    headersFor: async ({ sign, ...request }) =>
      sign ? await signatureFor({ ...request, sign }, await open(), context.now()) : {},
    refresh: async () => {
      session = undefined;
      await open();
      return true;
    },
    secrets: () => [...seen, principalOf(context).secretAccessKey].filter(Boolean),
  };
}

/** An access key of a user of the account. */
export async function awsKey({ method, typed, vault, now }: AuthorizerContext): Promise<Authorizer> {
  const secretAccessKey = typedSecret(method, await vault.read());
  const keys = { accessKeyId: typed["accessKeyId"] ?? "", secretAccessKey };
  return {
    headersFor: async ({ sign, ...request }) => (sign ? await signatureFor({ ...request, sign }, keys, now()) : {}),
    refresh: async () => false,
    secrets: () => [secretAccessKey],
  };
}

/**
 * Whether the role lets us in without the external id, or with any: then anybody who talks Exhibit into it could read the account
 * (the confused deputy), and it is not linked.
 */
export async function isOpenRole(context: AuthorizerContext): Promise<boolean> {
  return (await opens(context, undefined)) || (await opens(context, `exhibit-${context.newId()}`));
}

async function opens(context: AuthorizerContext, externalId: string | undefined): Promise<boolean> {
  try {
    await assumeRole(context, externalId);
    return true;
  } catch (error) {
    if (error instanceof CredentialsRefused) return false;
    throw error;
  }
}

async function assumeRole(context: AuthorizerContext, externalId: string | undefined): Promise<Session> {
  const { manifest, typed, ask, now, connectionId } = context;
  const url = endpointUrl(manifest, { endpoint: "sts", path: "/" }, typed);
  const body = new URLSearchParams({
    Action: "AssumeRole",
    Version: "2011-06-15",
    RoleArn: typed["roleArn"] ?? "",
    RoleSessionName: `exhibit-${connectionId}`,
    DurationSeconds: String(SECONDS),
    ...(externalId && { ExternalId: externalId }),
  }).toString();
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const sign = { service: "sts", region: /^sts\.([a-z0-9-]+)\.amazonaws\./.exec(url.hostname)?.[1] ?? "us-east-1" };
  const signature = await signatureFor(
    { url, method: "POST", headers, body: Buffer.from(body), sign },
    principalOf(context),
    now(),
  );
  const { status, text } = await ask({
    method: "POST",
    url,
    headers: { ...headers, accept: "text/xml", ...signature },
    body,
  });
  const value = (name: string) => new RegExp(`<${name}>([^<]{1,4000})</${name}>`).exec(text)?.[1];
  const [accessKeyId, secretAccessKey, sessionToken] = ["AccessKeyId", "SecretAccessKey", "SessionToken"].map(value);
  if (status === 200 && accessKeyId && secretAccessKey && sessionToken) {
    const ends = Date.parse(value("Expiration") ?? "");
    const expiresAt = new Date(Number.isNaN(ends) ? now().getTime() + SECONDS * 1_000 : ends);
    return { accessKeyId, secretAccessKey, sessionToken, expiresAt };
  }
  const message = `${status} ${value("Code")?.slice(0, 60) ?? ""} for AssumeRole`;
  if (status === 403 || (status === 400 && /AccessDenied|ValidationError|MalformedPolicy/.test(message)))
    throw new CredentialsRefused(message);
  throw new RequestFailed("failed", message, status);
}

/** Our own keys, with which a customer's role is assumed. */
function principalOf({ setting }: AuthorizerContext): AwsKeys {
  return {
    accessKeyId: setting("AWS_PRINCIPAL_KEY_ID") ?? "",
    secretAccessKey: setting("AWS_PRINCIPAL_SECRET_KEY") ?? "",
  };
}
