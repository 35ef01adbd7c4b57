import type { ConnectorCheck } from "../../check.ts";
import { observed, observedWhere, observeEach } from "../../facts.ts";
import { openPorts } from "../open-ports.ts";

export const adminPorts: ConnectorCheck = {
  id: "aws.sg.admin-ports",
  version: 2,
  title: "No security group opens ports of administration or databases to the world",
  severity: "high",
  hint: "Restrict the rule to known addresses.",
  answers: ["network.no-open-admin-ports/rules"],
  steps: ["security-groups", "region-use", "regions"],
  judge: (facts) =>
    observeEach(facts, "aws.security_group", ({ resource, data }) => {
      const { closed, words } = openPorts(data.at("rules"));
      return observed(resource, closed, { observed: words, wanted: "no such port open" });
    }),
};

export const defaultEncryption: ConnectorCheck = {
  id: "aws.ebs.default-encryption",
  version: 2,
  title: "EBS encryption by default is on in every region in use",
  severity: "medium",
  hint: "Enable EBS encryption by default for the region.",
  // A default for new volumes says nothing of those that are there.
  answers: [],
  steps: ["region-settings", "region-use", "regions"],
  judge: (facts) =>
    observeEach(facts, "aws.region_settings", ({ resource, data }) => {
      const on = data.at("ebsEncryption").flag();
      return observed(resource, on.is(true), {
        observed: on.say((is) => (is ? "on" : "off")),
        wanted: "encryption by default",
      });
    }),
};

const STATUSES = { ACTIVE: true } as const;

export const flowLogs: ConnectorCheck = {
  id: "aws.vpc.flow-logs",
  version: 2,
  title: "Every VPC with interfaces has flow logs",
  severity: "medium",
  hint: "Create a flow log for the VPC.",
  // Who talks to whom in a network is another log than who did what in the account.
  answers: [],
  steps: ["networks", "region-use", "regions"],
  judge: (facts) =>
    observeEach(facts, "aws.vpc", ({ resource, data }) => {
      const active = () => data.at("flowLogs").some((log) => log.at("status").oneOf(STATUSES).is(true));
      return observedWhere(data.at("interfaces").flag().is(true), resource, active, {
        observed: () =>
          active().say({
            yes: "has an active flow log",
            no: "no flow log",
            unknown: "AWS does not say whether its flow log is active",
          }),
        wanted: "an active flow log",
        otherwise: "nothing is plugged into it",
      });
    }),
};
