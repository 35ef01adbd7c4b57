import type { CheckFacts, ConnectorCheck, Observation } from "../../check.ts";
import { eachItem } from "../../each-item.ts";
import type { Data } from "../kinds.ts";

type Trail = Data<"aws.trail">;
const trails = { version: 1, steps: ["trails"], serves: ["logging.cloud-audit-on"] } as const;

/** One trail is enough: those that do not qualify do not count against the account. */
export const multiRegion: ConnectorCheck = {
  ...trails,
  id: "aws.trail.multi-region",
  title: "A multi-region CloudTrail is logging",
  severity: "high",
  hint: "Create one trail for all regions and start it.",
  judge(facts) {
    const wanted = "a trail of all regions that is logging";
    const seen = eachItem<Trail>(facts, "aws.trail", wanted, logsEverywhere);
    const none = { outcome: "fail", observed: "no trail of all regions is logging" } as const;
    return best(facts, seen, { ...none, wanted });
  },
};

export const validated: ConnectorCheck = {
  ...trails,
  id: "aws.trail.validated",
  title: "The trail validates log files and is encrypted",
  severity: "medium",
  hint: "Turn on log file validation and a KMS key.",
  judge(facts) {
    const wanted = "log file validation and a key of your own";
    const seen = eachItem<Trail>(facts, "aws.trail", wanted, (trail) => {
      const [qualifies] = logsEverywhere(trail);
      if (qualifies === "fail") return ["not applicable", "not the trail of all regions"];
      if (trail.validated === false || trail.encrypted === false)
        return ["fail", trail.validated === false ? "does not validate its log files" : "no key of your own"];
      const open = qualifies === "unknown" || trail.validated === null || trail.encrypted === null;
      return open ? ["unknown", "AWS does not say"] : ["pass", "validated and encrypted"];
    });
    // Without such a trail there is nothing to validate; that there is none is the other check's finding.
    const none = { outcome: "not applicable", observed: "no trail of all regions is logging" } as const;
    return best(facts, seen, { ...none, wanted });
  },
};

function logsEverywhere({ multiRegion: everywhere, logging, deliveryError }: Trail) {
  if (everywhere === false) return ["fail", "covers one region"] as const;
  if (logging === false) return ["fail", "is not logging"] as const;
  if (deliveryError !== "") return ["fail", `cannot deliver its logs (${deliveryError})`] as const;
  if (everywhere === null || logging === null) return ["unknown", "AWS does not say whether it is logging"] as const;
  return ["pass", "covers all regions and is logging"] as const;
}

/** The trails that pass, else those that might, else all that fail, else what there is to say of an account without one. */
function best(
  facts: CheckFacts,
  seen: readonly Observation[],
  none: Omit<Observation, "resource">,
): readonly Observation[] {
  for (const outcome of ["pass", "unknown", "fail"] as const) {
    const such = seen.filter((one) => one.outcome === outcome);
    if (such.length > 0) return such;
  }
  // A step that did not end might have met one.
  if (facts.step("trails")?.status !== "complete") return [];
  return [{ resource: { type: "account", id: "trails", label: "the account" }, ...none }];
}

export const threatDetection: ConnectorCheck = {
  id: "aws.guardduty.on",
  version: 1,
  title: "GuardDuty is on in every region in use",
  severity: "high",
  hint: "Enable GuardDuty in the region.",
  serves: ["monitoring.threat-detection"],
  steps: ["threat-detection", "region-use", "regions"],
  judge: (facts) =>
    eachItem<Data<"aws.detectors">>(facts, "aws.detectors", "an enabled detector", ({ detectors }) => {
      if (detectors.some(({ status }) => status === "ENABLED")) return ["pass", "GuardDuty is on"];
      if (detectors.some(({ status }) => status === null)) return ["unknown", "AWS does not say"];
      return ["fail", detectors.length > 0 ? "its detector is off" : "no detector"];
    }),
};

export const recording: ConnectorCheck = {
  id: "aws.config.recording",
  version: 1,
  title: "AWS Config records all resources",
  severity: "medium",
  hint: "Start the configuration recorder.",
  serves: ["config.baseline"],
  steps: ["configuration", "region-use", "regions"],
  judge: (facts) =>
    eachItem<Data<"aws.config_recorders">>(
      facts,
      "aws.config_recorders",
      "a recorder of all resources",
      ({ recorders }) => {
        if (recorders.length === 0) return ["fail", "no recorder"];
        const states = recorders.map(stateOf);
        return (
          states.find(([outcome]) => outcome === "pass") ??
          states.find(([outcome]) => outcome === "unknown") ??
          states[0]
        );
      },
    ),
};

function stateOf({ recording: on, allSupported, lastStatus }: Data<"aws.config_recorders">["recorders"][number]) {
  if (on === false) return ["fail", "its recorder is stopped"] as const;
  if (allSupported === false) return ["fail", "records some kinds of resources only"] as const;
  if (lastStatus?.toUpperCase() === "FAILURE") return ["fail", "its last recording failed"] as const;
  if (on === null || allSupported === null) return ["unknown", "AWS does not say"] as const;
  return ["pass", "records all resources"] as const;
}

const YEAR = 365;

export const logRetention: ConnectorCheck = {
  id: "aws.logs.retention",
  version: 1,
  title: "Log groups keep logs for at least a year",
  severity: "low",
  hint: "Set retention to 365 days or more.",
  serves: ["logging.kept-a-year"],
  steps: ["log-groups", "region-use", "regions"],
  judge: (facts) =>
    eachItem<Data<"aws.log_group">>(facts, "aws.log_group", "at least 365 days", ({ retentionDays }) => {
      if (retentionDays === null) return ["pass", "kept for good"];
      return [retentionDays >= YEAR ? "pass" : "fail", `kept for ${retentionDays} days`];
    }),
};
