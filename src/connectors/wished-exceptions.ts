import type { WishedException } from "#domain/registers/proposals.ts";
import type { Settings } from "./connector.ts";
import type { ExceptionKind } from "./exceptions.ts";

/** Settings in which a company names what it wants left out, and the kind of approval that does it. */
const named: Readonly<Record<string, ExceptionKind>> = {
  serviceAccounts: "service-account",
  breakGlass: "emergency-account",
  publicBuckets: "public-resource",
  publicRepositories: "public-resource",
  notProduction: "not-production",
  approvedCollaborators: "outside-collaborator",
  approvedApps: "app-access",
};

/** What the settings of a connection propose to leave out, in their order. They leave out nothing themselves. */
export const wishedExceptions = (settings: Settings): readonly WishedException[] =>
  Object.entries(named).flatMap(([name, kind]) => {
    const list = settings[name];
    return Array.isArray(list)
      ? list.flatMap((subject: unknown) => (typeof subject === "string" ? [{ kind, subject }] : []))
      : [];
  });
