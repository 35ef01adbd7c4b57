import type { SecondFactors } from "../auth/second-factors/second-factors.ts";
import type { Databases } from "../db/connections.ts";
import type { HandlersOf } from "../endpoints/handler.ts";

interface Deps {
  readonly databases: Pick<Databases, "auth">;
  readonly secondFactors: Pick<SecondFactors, "required">;
}

/** What an account is and how it signs in. */
export function describeAccount({ databases, secondFactors }: Deps): HandlersOf<"ownAccount">["get"] {
  return async ({ session: { userId } }) => {
    const row = await databases.auth
      .selectFrom("auth.users as u")
      .leftJoin("auth.passwords as p", "p.user_id", "u.id")
      .leftJoin("auth.totp_secrets as t", "t.user_id", "u.id")
      .select(["u.email", "u.first_name", "u.last_name", "u.created_at", "p.changed_at", "t.confirmed_at"])
      .select((query) => [
        query
          .selectFrom("auth.recovery_codes")
          .select((count) => count.fn.countAll<number>().as("left"))
          .whereRef("user_id", "=", "u.id")
          .where("used_at", "is", null)
          .as("codes_left"),
        query
          .exists(
            query
              .selectFrom("auth.identities")
              .select("issuer")
              .whereRef("user_id", "=", "u.id")
              .where("disconnected_at", "is", null),
          )
          .as("single_sign_on"),
      ])
      .where("u.id", "=", userId)
      .executeTakeFirstOrThrow();
    return {
      email: row.email,
      firstName: row.first_name,
      lastName: row.last_name,
      createdAt: row.created_at.toISOString(),
      passwordChangedAt: row.changed_at?.toISOString() ?? null,
      totpSince: row.confirmed_at?.toISOString() ?? null,
      recoveryCodesLeft: row.codes_left ?? 0,
      singleSignOn: Boolean(row.single_sign_on),
      secondFactorRequired: await secondFactors.required(userId),
    };
  };
}
