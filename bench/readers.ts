import { createHmac } from "node:crypto";
import { cookiesOf } from "#server/auth/cookies.ts";
import { newToken, sha256 } from "#server/auth/tokens.ts";
import type { Filled } from "./fill-people.ts";

/** So many people press at the same moment. */
export const AT_ONCE = 8;

/** Somebody with a session of the staff portal, at an address of their own. */
export interface Reader {
  readonly cookie: string;
  /** The hash of its token. */
  readonly session: Buffer;
  readonly formToken: string;
  readonly address: string;
}

/** A session of the portal for each of them. */
export async function signInAll({ instance, companyId }: Filled, people: readonly { readonly id: string }[]) {
  const tokens = people.map(() => newToken());
  await instance.admin.query(
    `INSERT INTO app.staff_sessions (company_id, token_sha256, person_id, email, created_at, expires_at, address, user_agent)
      SELECT $1, x.token, x.person, r.fields ->> 'email', now(), now() + interval '1 hour', '', ''
      FROM unnest($2::uuid[], $3::bytea[]) x (person, token) JOIN app.records r ON r.company_id = $1 AND r.id = x.person`,
    [companyId, people.map(({ id }) => id), tokens.map(sha256)],
  );
  const cookies = cookiesOf(instance.url);
  return tokens.map((token, at): Reader => ({
    cookie: cookies.set("staff", token, 3_600).split(";")[0]!,
    session: sha256(token),
    formToken: createHmac("sha256", token).update("staff form").digest("base64url"),
    address: `10.1.${Math.floor(at / 250)}.${(at % 250) + 1}`,
  }));
}

/** Does it for all of them, {@link AT_ONCE} at the same moment. */
export async function manyAtOnce<T>(all: readonly T[], work: (each: T) => Promise<void>): Promise<void> {
  const waiting = all.values();
  const worker = async () => {
    for (const each of waiting) await work(each);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}
