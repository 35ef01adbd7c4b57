import type { EvidenceItem, Json, StepReport } from "#connectors/connector.ts";
import { populationOfShape } from "#connectors/shape.ts";
import { mappings } from "#connectors/shapes.ts";
import type { ReadSystem } from "#judge/registers/registers.ts";

export interface OktaUser {
  readonly id?: string;
  readonly login?: string;
  readonly status?: string;
  readonly createdOn?: string | null;
  readonly roles?: readonly string[];
  /** Null: what was read of its roles could not be understood. */
  readonly admin?: null;
}

const AT = "2026-11-23T11:00:00.000Z";
const complete = (step: string): StepReport => ({
  step,
  status: "complete",
  pages: 1,
  items: 1,
  startedAt: AT,
  endedAt: AT,
  missing: [],
  detail: "",
});
const item = (kind: string, id: string, label: string, data: Json): EvidenceItem => ({
  kind,
  subject: { type: "user", id, label },
  data,
  observedAt: AT,
});

/** What an exhibit of Okta holds of these users. */
export function oktaExhibit(users: readonly OktaUser[], steps: readonly string[] = ["users", "admins"]) {
  return {
    format: "exhibit-collection/1" as const,
    provider: "okta" as const,
    account: { id: "acme", label: "acme" },
    connector: { version: 1 },
    run: { id: "run", slot: AT, observedAt: AT },
    settings: { serviceAccounts: [] },
    steps: steps.map(complete),
    items: users.flatMap(({ id = "1", login = "dan@acme.test", status = "ACTIVE", ...user }) => [
      {
        ...item("okta.user", id, login, {
          login,
          status,
          createdOn: user.createdOn === undefined ? "2026-01-05" : user.createdOn,
          lastLoginOn: null,
        }),
        step: "users",
      },
      ...(user.roles || user.admin === null
        ? [
            {
              ...item(
                "okta.admin",
                id,
                login,
                user.admin === null ? null : { userId: id, roles: user.roles!.map((type) => ({ type, via: "USER" })) },
              ),
              ...(user.admin === null && { gap: "403 Forbidden" }),
              step: "admins",
            },
          ]
        : []),
    ]),
  };
}

/** A connected system as a snapshot's judge reads it. */
export function oktaSystem(
  users: readonly OktaUser[],
  people: Readonly<Record<string, string>>,
  { steps, ...more }: Partial<ReadSystem> & { readonly steps?: readonly string[] } = {},
): ReadSystem {
  const sealed = oktaExhibit(users, steps);
  return {
    source: "Okta acme",
    systemId: "okta",
    provider: "okta",
    accounts: populationOfShape(mappings.okta, "account", sealed)!,
    grants: populationOfShape(mappings.okta, "grant", sealed)!,
    seenAt: new Date(AT),
    partial: new Set(),
    people: new Map(Object.entries(people)),
    programs: new Map(),
    ...more,
  };
}
