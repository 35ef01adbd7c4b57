import type { ConnectorCheck } from "../../check.ts";
import { eachItem } from "../../each-item.ts";
import type { Data } from "../kinds.ts";
import { openedBy } from "../open-rules.ts";

export const adminPorts: ConnectorCheck = {
  id: "aws.sg.admin-ports",
  version: 1,
  title: "No security group opens SSH, RDP or database ports to the world",
  severity: "high",
  hint: "Restrict the rule to known addresses.",
  serves: ["network.no-open-admin-ports"],
  steps: ["security-groups", "region-use", "regions"],
  judge: (facts) =>
    eachItem<Data<"aws.security_group">>(facts, "aws.security_group", "no such port open", ({ open }) => {
      const opened = [...new Set(open.flatMap((rule) => openedBy(rule).map((what) => `${what} to ${rule.source}`)))];
      return opened.length > 0 ? ["fail", `opens ${opened.join(", ")}`] : ["pass", "opens none of them"];
    }),
};

export const defaultEncryption: ConnectorCheck = {
  id: "aws.ebs.default-encryption",
  version: 1,
  title: "EBS encryption by default is on in every region in use",
  severity: "medium",
  hint: "Enable EBS encryption by default for the region.",
  serves: ["encryption.at-rest"],
  steps: ["region-settings", "region-use", "regions"],
  judge: (facts) =>
    eachItem<Data<"aws.region_settings">>(
      facts,
      "aws.region_settings",
      "encryption by default",
      ({ ebsEncryption }) => {
        if (ebsEncryption === null) return ["unknown", "AWS does not say"];
        return ebsEncryption ? ["pass", "on"] : ["fail", "off"];
      },
    ),
};

export const flowLogs: ConnectorCheck = {
  id: "aws.vpc.flow-logs",
  version: 1,
  title: "Every VPC with interfaces has flow logs",
  severity: "medium",
  hint: "Create a flow log for the VPC.",
  serves: ["logging.cloud-audit-on"],
  steps: ["networks", "region-use", "regions"],
  judge: (facts) =>
    eachItem<Data<"aws.vpc">>(facts, "aws.vpc", "an active flow log", ({ interfaces, flowLogs: logs }) => {
      if (!interfaces) return ["not applicable", "nothing is plugged into it"];
      if (logs.some(({ status }) => status === "ACTIVE")) return ["pass", "has an active flow log"];
      if (logs.some(({ status }) => status === ""))
        return ["unknown", "AWS does not say whether its flow log is active"];
      return ["fail", logs.length > 0 ? "its flow log is not active" : "no flow log"];
    }),
};
