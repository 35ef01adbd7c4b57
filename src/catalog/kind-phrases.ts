import type { SystemKind } from "./systems.ts";

/** A kind of system as "Say whether you use …" goes on. */
const phrases: Readonly<Record<SystemKind, string>> = {
  idp: "an identity provider",
  office: "an email and document service",
  code: "code hosting",
  cloud: "a cloud account",
  k8s: "a Kubernetes cluster",
  tracker: "an issue tracker",
  chat: "a chat tool",
  mdm: "device management",
  edr: "endpoint protection",
  vault: "a password manager",
  hr: "an HR system",
  training: "a training system",
  practice: "practice management",
  edge: "a CDN or firewall service",
  paas: "application hosting",
  data: "a hosted database",
  monitor: "monitoring",
  oncall: "an on-call service",
  site: "a public website or API",
  scanner: "a scanner",
};

/** A kind of system with its article: "a cloud account". */
export const phraseOfKind = (kind: SystemKind): string => phrases[kind];
