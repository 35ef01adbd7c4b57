import type { ConnectorCheck } from "../../check.ts";
import { observed, observeEach } from "../../facts.ts";

const STATUSES = { ENABLED: true, DISABLED: false } as const;

export const threatDetection: ConnectorCheck = {
  id: "aws.guardduty.on",
  version: 2,
  title: "GuardDuty is on in every region in use",
  severity: "high",
  hint: "Enable GuardDuty in the region.",
  answers: ["monitoring.threat-detection/detectors"],
  steps: ["threat-detection", "region-use", "regions"],
  judge: (facts) =>
    observeEach(facts, "aws.detectors", ({ resource, data }) => {
      const on = data.at("detectors").some((detector) => detector.at("status").oneOf(STATUSES).is(true));
      return observed(resource, on, {
        observed: on.say({ yes: "GuardDuty is on", no: "no detector is on", unknown: "AWS does not say" }),
        wanted: "an enabled detector",
      });
    }),
};

/** AWS's words, and those of its older interfaces. One that is pending has not recorded yet. */
const LAST = { Success: true, SUCCESS: true, Failure: false, FAILURE: false } as const;

export const recording: ConnectorCheck = {
  id: "aws.config.recording",
  version: 2,
  title: "AWS Config records all resources",
  severity: "medium",
  hint: "Start the configuration recorder.",
  // That settings are recorded says nothing of what they are.
  answers: [],
  steps: ["configuration", "region-use", "regions"],
  judge: (facts) =>
    observeEach(facts, "aws.config_recorders", ({ resource, data }) => {
      const records = data
        .at("recorders")
        .some((recorder) =>
          recorder
            .at("recording")
            .flag()
            .is(true)
            .and(recorder.at("allSupported").flag().is(true), recorder.at("lastStatus").oneOf(LAST).is(true)),
        );
      return observed(resource, records, {
        observed: records.say({
          yes: "records all resources",
          no: "no recorder that runs, records all resources and succeeds",
          unknown: "AWS does not say whether all resources are recorded",
        }),
        wanted: "a recorder of all resources",
      });
    }),
};

const YEAR = 365;

export const logRetention: ConnectorCheck = {
  id: "aws.logs.retention",
  version: 2,
  title: "Log groups keep logs for at least a year",
  severity: "low",
  hint: "Set retention to 365 days or more.",
  // How long the bucket of a trail keeps the audit log is not read.
  answers: ["logging.kept-a-year/groups"],
  steps: ["log-groups", "region-use", "regions"],
  judge: (facts) =>
    observeEach(facts, "aws.log_group", ({ resource, data }) => {
      // None: they are kept for good.
      const days = data.at("retentionDays").orNone().number();
      return observed(resource, days.atLeast(YEAR, true), {
        observed: days.say((kept) => `kept for ${kept} days`, "kept for good"),
        wanted: "at least 365 days",
      });
    }),
};
