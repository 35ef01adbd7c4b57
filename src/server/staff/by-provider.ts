import type { Kysely } from "kysely";
import { fail } from "../app-error.ts";
import { MOST_COMPANIES } from "../auth/answer-staff-request.ts";
import type { ProvenIdentity } from "../auth/identities.ts";
import { domainOf } from "../auth/proven-identity.ts";
import type { SingleSignOn } from "../auth/single-sign-on.ts";
import { newToken, sha256 } from "../auth/tokens.ts";
import { byteaArray } from "../db/array-literal.ts";
import { callFunction } from "../db/functions.ts";
import type { DB } from "../db/types.gen.ts";
import type { RequestMeta } from "../endpoints/request.ts";
import type { StaffSessions } from "./staff-sessions.ts";

interface Deps {
  /** As app_auth. */
  readonly db: Kysely<DB>;
  readonly sessions: Pick<StaffSessions, "open">;
  /** Mail domains that the operator's own provider speaks for: about their addresses no other is believed. */
  readonly ownDomains: readonly string[];
  readonly now: () => Date;
}

type Provider = Pick<SingleSignOn, "key" | "opensByAddress">;

export type StaffByProvider = ReturnType<typeof openStaffByProvider>;

/** Lets staff in whose work email a provider proves, in place of a mailed link. They have no account, and none is made. */
export function openStaffByProvider({ db, sessions, ownDomains, now }: Deps) {
  return {
    /**
     * Where somebody of the staff goes on: their page, or, where several companies list the address, the choice among them. Refuses
     * `single-sign-on-unproven` of a provider whose word about an address opens nothing, `single-sign-on-foreign` for an address that the
     * operator's own provider speaks for, and `staff-unlisted` where no company lists it.
     */
    async open(
      { email }: ProvenIdentity,
      { key, opensByAddress }: Provider,
      request: Pick<RequestMeta, "address" | "userAgent" | "setCookie">,
    ): Promise<string> {
      if (!opensByAddress) return fail("single-sign-on-unproven");
      if (key !== "single-sign-on" && ownDomains.includes(domainOf(email))) return fail("single-sign-on-foreign");
      const tokens = Array.from({ length: MOST_COMPANIES }, newToken);
      const given = [email, byteaArray(tokens.map(sha256)), key, now()] as const;
      const people = await callFunction(db, "app.prove_staff_address", [...given]);
      const own = people.map(({ place }) => tokens[place - 1]!);
      const [only] = own;
      if (only === undefined) return fail("staff-unlisted");
      if (own.length > 1) return `/me/link?${own.map((token) => `token=${token}`).join("&")}`;
      const cookie = (await sessions.open(only, request)) ?? fail("single-sign-on-failed");
      request.setCookie(cookie);
      return "/me";
    },
  };
}
