import type { AlertKind } from "#domain/alert-kinds.ts";
import type { CompanyRole, MemberRole } from "#domain/company-roles.ts";
import type { IncidentKind } from "#domain/incident.ts";
import type { EndedBecause, IssuedKindKey } from "#domain/issued.ts";
import type { JobKindName } from "#domain/job-kinds.ts";
import type { LimitKey } from "#domain/limits.ts";
import type { ProviderKey } from "#domain/provider.ts";
import type { TokenScope } from "#domain/token-scopes.ts";
import type { Functions } from "./functions.gen.ts";

type Shape<F extends keyof Functions> = Functions[F] extends { rows: infer R } | { row: infer R }
  ? { readonly [C in keyof R]?: R[C] }
  : Functions[F] extends { values: infer V } | { value: infer V }
    ? V
    : never;
/** A check that says of what is unknown to the catalogue, a text's words or the inside of JSON, that it is of that column. */
type OfColumns<
  W extends { readonly [F in keyof Functions]?: Shape<F> } & Record<Exclude<keyof W, keyof Functions>, never>,
> = W;

type Texts = Readonly<Record<string, string>>;

/** What a text is one of, and what is in JSON, where the catalogue says no more than the type. */
export type Words = OfColumns<{
  "app.all_requests": { kind: "access" | "waitlist" | "contact" | "support" };
  "app.answers_to": { outcome: "answered" | "invited" | "closed" };
  "app.claim_jobs": { kind: JobKindName };
  "app.collection_ends": { provider: ProviderKey; state: "done" | "failed" | "missed" };
  "app.company_limits": { key: LimitKey };
  "app.ended_link": { provider: ProviderKey; typed: Texts };
  "app.find_api_token": { scopes: TokenScope[] };
  "app.find_invitation": { role: Exclude<CompanyRole, "owner"> };
  "app.issued_by_member": { kind: IssuedKindKey };
  "app.limits_to_tell": { key: LimitKey };
  "app.list_requests": {
    kind: "access" | "waitlist" | "contact" | "support";
    outcome: "answered" | "invited" | "closed";
  };
  "app.list_users": { platform_role: "admin" | "manager" | "user" };
  "app.my_invitations": { role: Exclude<CompanyRole, "owner"> };
  "app.my_memberships": { role: CompanyRole };
  "app.my_platform_role": "admin" | "manager" | "user" | "disabled";
  "app.my_role": CompanyRole;
  "app.newest_results": { outcome: "pass" | "fail" | "unknown" | "not applicable" };
  "app.take_alerts": { kind: AlertKind };
  "app.take_emptied": { provider: ProviderKey };
  "app.take_attention": { provider: ProviderKey };
  "app.take_ended_rights": { reason: EndedBecause; ended: readonly { kind: IssuedKindKey; label: string }[] };
  "app.take_incident_alerts": { what: "began" | "last call" | "ended"; kind: IncidentKind };
  "app.take_link": { provider: ProviderKey; facts: Texts };
  "app.take_over_issued": { kind: IssuedKindKey };
  "app.take_signing_requests": { kind: "checkpoint" | "manifest" };
  "app.team": { role: MemberRole };
  "app.usage_of_companies": { key: LimitKey };
}>;
