import type { Transaction } from "kysely";
import { deviceName } from "#domain/browser-name.ts";
import type { DB } from "../db/types.gen.ts";
import type { RequestMeta } from "../endpoints/request.ts";
import { fail, violatedConstraint } from "../app-error.ts";
import { registrationOptions, verifyNewPasskey } from "./register-passkey.ts";
import type { PasskeyDeps, PasskeyOwner } from "./register-passkey.ts";
import { CEREMONY_SECONDS } from "./relying-party.ts";
import type { Options, Sent } from "./relying-party.ts";

/** What is remembered of somebody who joins while their browser makes a passkey. */
export interface JoiningFacts {
  /** The hash of the link, in hex. */
  readonly link: string;
  /** As typed. */
  readonly name: string;
}

/** Begins a passkey for an account that does not exist yet: its id is chosen here, as the passkey keeps it. */
export async function beginJoining(
  { ceremonies, appUrl }: PasskeyDeps,
  person: PasskeyOwner,
  { link, name }: JoiningFacts,
  request: RequestMeta,
): Promise<Options> {
  const options = await registrationOptions(appUrl, person, []);
  const facts = { challenge: options.challenge, userId: person.userId, link, name };
  await ceremonies.begin(request, "passkey-joining", facts, { seconds: CEREMONY_SECONDS });
  return { ...options };
}

/** Verifies the passkey that the browser made; `keep` keeps it once the account exists. Refuses `passkey-failed`. */
export async function finishJoining({ ceremonies, appUrl, now }: PasskeyDeps, sent: Sent, request: RequestMeta) {
  const begun = (await ceremonies.finish(request, "passkey-joining")) ?? fail("passkey-failed");
  const made = await verifyNewPasskey(appUrl, begun["challenge"]!, sent);
  const userId = begun["userId"]!;
  const keep = async (tx: Transaction<DB>): Promise<void> => {
    await tx
      .insertInto("auth.passkeys")
      .values({ ...made, user_id: userId, name: deviceName(request.userAgent), created_at: now() })
      .execute()
      .catch((error: unknown) => {
        if (violatedConstraint(error) !== "passkeys_credential_id_key") throw error;
        return fail("passkey-failed", error);
      });
  };
  return { userId, kept: begun, keep };
}
