import { fail } from "../app-error.ts";
import type { ProvenIdentity } from "./identities.ts";

/** What stands behind the @. */
export const domainOf = (email: string) => email.slice(email.indexOf("@") + 1);

interface Facts {
  /** What the provider says about the person, by the names of OpenID Connect. Its address is proved already. */
  readonly claims: Readonly<Record<string, unknown>>;
  readonly issuer: string;
  readonly subject: string;
}

/** Whom a provider signed in, as we keep it. Refuses `single-sign-on-unverified` without a usable address. */
export function provenIdentity({ claims, issuer, subject }: Facts): ProvenIdentity {
  const email = textOf(claims["email"], 254).toLowerCase();
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) return fail("single-sign-on-unverified");
  const [first = "", ...more] = textOf(claims["name"], 120).split(" ");
  return {
    issuer,
    subject,
    email,
    firstName:
      textOf(claims["given_name"], 60) || first.slice(0, 60) || email.slice(0, email.indexOf("@")).slice(0, 60),
    lastName: textOf(claims["family_name"], 60) || (claims["given_name"] ? "" : more.join(" ").slice(0, 60)),
  };
}

/** What a provider calls a person, as one line of text. */
function textOf(claim: unknown, most: number): string {
  return typeof claim === "string" ? claim.replace(/\p{C}/gu, "").replace(/\s+/g, " ").trim().slice(0, most) : "";
}
