import { acceptedFailures } from "./accepted-failures.ts";
import { accounts } from "./accounts.ts";
import { alertPreferences } from "./alert-preferences.ts";
import { alerts } from "./alerts.ts";
import { apiTokens } from "./api-tokens.ts";
import { activity } from "./activity.ts";
import { audit } from "./audit.ts";
import { auditors } from "./auditors.ts";
import { companies } from "./companies.ts";
import { connections } from "./connections.ts";
import { contactTests } from "./contact-tests.ts";
import { controls } from "./controls.ts";
import { debug } from "./debug.ts";
import { demo } from "./demo.ts";
import type { Endpoint } from "./endpoint.ts";
import { documents } from "./documents.ts";
import { evidence } from "./evidence.ts";
import { exports } from "./exports.ts";
import { features } from "./features.ts";
import { flags } from "./flags.ts";
import { health } from "./health.ts";
import { imports } from "./imports.ts";
import { invitations } from "./invitations.ts";
import { ledger } from "./ledger.ts";
import { legalHolds } from "./legal-holds.ts";
import { limits } from "./limits.ts";
import { linkedFiles } from "./linked-files.ts";
import { manualTests } from "./manual-tests.ts";
import { matters } from "./matters.ts";
import { members } from "./members.ts";
import { onboarding } from "./onboarding.ts";
import { ownAccount } from "./own-account.ts";
import { passkeys } from "./passkeys.ts";
import { pipelines } from "./pipelines.ts";
import { portal } from "./portal.ts";
import { printedDocuments } from "./printed-documents.ts";
import { projects } from "./projects.ts";
import { policies } from "./policies.ts";
import { proposals } from "./proposals.ts";
import { prefilledReviews } from "./prefilled-reviews.ts";
import { reviews } from "./reviews.ts";
import { tasks } from "./tasks.ts";
import { registers } from "./registers.ts";
import { requests } from "./requests.ts";
import { search } from "./search.ts";
import { secondFactor } from "./second-factor.ts";
import { session } from "./session.ts";
import { signInProviders } from "./sign-in-providers.ts";
import { webhooks } from "./webhooks.ts";
import { training } from "./training.ts";
import { uploads } from "./uploads.ts";
import { users } from "./users.ts";
import { staff } from "./staff.ts";
import { systems } from "./systems.ts";
import { support } from "./support.ts";

/** Everything the API offers, by noun and verb. */
export const contract = {
  session,
  secondFactor,
  passkeys,
  ownAccount,
  signInProviders,
  demo,
  requests,
  companies,
  members,
  invitations,
  onboarding,
  projects,
  controls,
  manualTests,
  acceptedFailures,
  accounts,
  evidence,
  documents,
  printedDocuments,
  legalHolds,
  matters,
  systems,
  registers,
  proposals,
  prefilledReviews,
  contactTests,
  staff,
  training,
  policies,
  reviews,
  tasks,
  uploads,
  linkedFiles,
  auditors,
  audit,
  connections,
  imports,
  exports,
  ledger,
  limits,
  flags,
  features,
  apiTokens,
  pipelines,
  webhooks,
  alertPreferences,
  alerts,
  portal,
  users,
  health,
  search,
  activity,
  support,
  debug,
};

export type Contract = typeof contract;

/** An endpoint with its name, `noun.verb`. */
export interface NamedEndpoint extends Endpoint {
  readonly name: string;
}

/** Every endpoint, for the routes and for the contract tests. */
export const endpoints: readonly NamedEndpoint[] = Object.entries(contract).flatMap(([noun, verbs]) =>
  Object.entries(verbs).map(([verb, endpoint]) => ({ ...(endpoint as unknown as Endpoint), name: `${noun}.${verb}` })),
);

type Procedures<T> = {
  [Noun in keyof T]: { [Verb in keyof T[Noun]]: T[Noun][Verb] extends { procedure: infer P } ? P : never };
};

/** The same list as oRPC knows it: what handlers implement and clients are typed by. */
export const procedures = Object.fromEntries(
  Object.entries(contract).map(([noun, verbs]) => [
    noun,
    Object.fromEntries(Object.entries(verbs).map(([verb, endpoint]) => [verb, endpoint.procedure])),
  ]),
) as Procedures<Contract>;
