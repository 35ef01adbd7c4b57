import type { ProviderKey } from "#domain/provider.ts";
import type { SystemKind } from "#domain/system-kinds.ts";
import { sampleAws } from "./sample-cloud.ts";

type Act = (name: string, input: Record<string, unknown>) => Promise<unknown>;

interface SampleSystem {
  readonly name: string;
  readonly kinds: readonly SystemKind[];
  /** Whose connection continues it. */
  readonly provider?: ProviderKey;
}

const systems: readonly SampleSystem[] = [
  { name: `AWS (${sampleAws.account.id})`, kinds: ["cloud"], provider: "aws" },
  { name: "Okta", kinds: ["idp"], provider: "okta" },
  { name: "Google Workspace", kinds: ["idp", "office"], provider: "google-workspace" },
  { name: "GitHub", kinds: ["code"], provider: "github" },
  { name: "Jira", kinds: ["tracker"], provider: "jira" },
  { name: "Kandji", kinds: ["mdm"] },
  { name: "1Password", kinds: ["vault"] },
  { name: "BambooHR", kinds: ["hr"] },
  { name: "KnowBe4", kinds: ["training"] },
  { name: "Docuvault", kinds: ["practice"] },
  { name: "calder-finch.example", kinds: ["site"] },
  { name: "Trivy", kinds: ["scanner"] },
];

/** Kinds of which a law firm of this size has none, and why. */
const none: readonly (readonly [kind: SystemKind, reason: string])[] = [
  ["k8s", "Our few servers run in the cloud account, without a cluster."],
  ["paas", "Everything that we host runs in the cloud account."],
  ["data", "Our databases are those of the cloud account."],
  ["edge", "Our site is served by the load balancer of the cloud account."],
  ["edr", "Device management brings the malware protection of our laptops."],
  ["chat", "We write mails and tickets. No chat tool is allowed."],
  ["monitor", "Alerts come from the cloud account itself."],
  ["oncall", "Two people take turns by a roster. There is no tool for it."],
];

/** Says which systems the sample company runs or uses, and of which kinds it has none. */
export async function declareScope(act: Act, companyId: string): Promise<void> {
  for (const system of systems) await act("systems.add", { companyId, ...system });
  for (const [kind, reason] of none) await act("systems.declareNone", { companyId, kind, reason });
}
