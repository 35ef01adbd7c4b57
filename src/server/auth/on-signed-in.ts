import { sql } from "kysely";
import type { Kysely, Transaction } from "kysely";
import type { RequestMeta } from "../endpoints/request.ts";
import type { DB } from "../db/types.gen.ts";
import type { Outbox } from "../mail/outbox.ts";
import { newDeviceSignIn } from "../mail/templates/account-notices.ts";
import type { Cookies } from "./cookies.ts";
import type { SignInMethod } from "../endpoints/session.ts";
import { newToken, sha256 } from "./tokens.ts";

interface Deps {
  readonly cookies: Cookies;
  readonly outbox: Outbox;
  readonly appUrl: string;
  readonly now: () => Date;
}

const DEVICE_SECONDS = 400 * 24 * 60 * 60;

/** What is done once somebody is really in: the browser becomes known, the history gets its line, its owner is told. */
export function onSignedIn({ cookies, outbox, appUrl, now }: Deps) {
  return async (
    tx: Transaction<DB>,
    session: { id: string; userId: string },
    request: RequestMeta,
    method: SignInMethod | "second-factor" | "recovery-code",
  ) => {
    const at = now();
    const token = cookies.read(request.cookie, "device") ?? newToken();
    request.setCookie(cookies.set("device", token, DEVICE_SECONDS));
    const { rows } = await sql<{ id: string; known: boolean; others: boolean }>`
      WITH others AS (SELECT 1 FROM auth.devices WHERE user_id = ${session.userId} LIMIT 1)
      INSERT INTO auth.devices (user_id, token_sha256, user_agent, first_seen_at, last_seen_at)
      VALUES (${session.userId}, ${sha256(token)}, ${request.userAgent}, ${at}, ${at})
      ON CONFLICT (user_id, token_sha256) DO UPDATE SET last_seen_at = excluded.last_seen_at, user_agent = excluded.user_agent
      RETURNING id, xmax <> 0 AS known, EXISTS (SELECT FROM others) AS others`.execute(tx);
    const device = rows[0]!;
    const isNew = !device.known && device.others;
    await tx.updateTable("auth.sessions").set({ device_id: device.id }).where("id", "=", session.id).execute();
    await tx
      .insertInto("auth.sign_ins")
      .values({
        user_id: session.userId,
        at,
        method,
        outcome: "signed-in",
        new_device: isNew,
        address: request.address,
        user_agent: request.userAgent,
      })
      .execute();
    if (!isNew) return;
    const user = await findPerson(tx, session.userId);
    await outbox.enqueue(tx, newDeviceSignIn({ user, appUrl, at, address: request.address, agent: request.userAgent }));
  };
}

/** Who a user is, as the page shows it. */
export async function findPerson(tx: Kysely<DB>, userId: string) {
  return await tx
    .selectFrom("auth.users")
    .select(["id", "email", "first_name as firstName", "last_name as lastName"])
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
}
