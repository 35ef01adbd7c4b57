import type { Table } from "#domain/facts/reading.ts";

/** What each built-in control asks for (learn.microsoft.com/graph/api/resources/conditionalaccessgrantcontrols). */
export const CONTROLS: Table<"mfa" | "block" | "other"> = {
  mfa: "mfa",
  block: "block",
  compliantDevice: "other",
  domainJoinedDevice: "other",
  approvedApplication: "other",
  compliantApplication: "other",
  passwordChange: "other",
};

/** Whether a combination of methods is two factors: those of Microsoft's own strength "Multifactor authentication", and single ones. */
export const COMBINATIONS: Table<boolean> = {
  windowsHelloForBusiness: true,
  fido2: true,
  x509CertificateMultiFactor: true,
  deviceBasedPush: true,
  temporaryAccessPassOneTime: true,
  temporaryAccessPassMultiUse: true,
  "password,microsoftAuthenticatorPush": true,
  "password,softwareOath": true,
  "password,hardwareOath": true,
  "password,sms": true,
  "password,voice": true,
  federatedMultiFactor: true,
  "microsoftAuthenticatorPush,federatedSingleFactor": true,
  "softwareOath,federatedSingleFactor": true,
  "hardwareOath,federatedSingleFactor": true,
  "sms,federatedSingleFactor": true,
  "voice,federatedSingleFactor": true,
  password: false,
  sms: false,
  federatedSingleFactor: false,
  x509CertificateSingleFactor: false,
};

export const STATES: Table<"enforced" | "not enforced"> = {
  enabled: "enforced",
  disabled: "not enforced",
  enabledForReportingButNotEnforced: "not enforced",
};
