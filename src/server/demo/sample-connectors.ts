import type { ProviderKey } from "#domain/provider.ts";
import type { Connectors } from "../connections/connectors.ts";
import { installedConnectors } from "../connections/connectors.ts";
import { sampleAws } from "./sample-cloud.ts";
import { sampleGithub, sampleJira } from "./sample-code.ts";
import type { SampleAccount } from "./sample-connector.ts";
import { sampleConnector } from "./sample-connector.ts";
import { sampleGoogle, sampleMicrosoft, sampleOkta } from "./sample-identity.ts";

/** The account at each provider. */
export const sampleAccounts: readonly SampleAccount[] = [
  sampleGithub,
  sampleAws,
  sampleGoogle,
  sampleMicrosoft,
  sampleOkta,
  sampleJira,
];

/** What a demo visit can connect: made-up accounts that answer without a network. */
export const sampleConnectors: Connectors = installedConnectors(() => true, sampleAccounts.map(sampleConnector));

/** The providers that the sample company has connected, with the names of their evidence's source; the others are there to be tried. */
export const CONNECTED: Readonly<Partial<Record<ProviderKey, string>>> = {
  aws: "AWS",
  "google-workspace": "Google Workspace",
  okta: "Okta",
};
