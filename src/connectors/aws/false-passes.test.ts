import { describe, expect, test } from "vitest";
import { partsOfChecks } from "#catalog/parts.ts";
import { groupItem, judgeAws, NOW, policyItem, trailItem, wholeTrail } from "#tests/support/judge-aws.ts";
import { adminPorts } from "./admin-ports.ts";
import { checks } from "./checks/index.ts";

// What once passed and was not so, by the number under which a review found it.

describe("G10: no policy of the company's own allows everything", () => {
  const outcome = (...Statement: object[]) => judgeAws("aws.iam.bounded-policies", [policyItem({ Statement })]).outcome;
  const all = { Effect: "Allow", Action: "*", Resource: "*" };

  test.each<[string, object]>([
    ["all actions on all resources", all],
    ["in lists", { ...all, Action: ["s3:Get*", "*"], Resource: ["*"] }],
    ["services and actions apart", { ...all, Action: "*:*" }],
    ["more stars than are needed", { ...all, Action: "**:?*" }],
    ["every ARN of AWS", { ...all, Resource: "arn:aws:*" }],
    ["every ARN, field by field", { ...all, Resource: "arn:*:*:*:*:*" }],
    ["with a condition that is none", { ...all, Condition: {} }],
  ])("G10: %s fails", (_, statement) => expect(outcome(statement)).toBe("fail"));

  test.each<[string, object[]]>([
    ["all actions but some", [{ Effect: "Allow", NotAction: "iam:*", Resource: "*" }]],
    ["all resources but some", [{ Effect: "Allow", Action: "*", NotResource: "arn:aws:s3:::secret/*" }]],
    ["all, under a condition", [{ ...all, Condition: { IpAddress: { "aws:SourceIp": "203.0.113.0/24" } } }]],
    [
      "every service by its first letter",
      [{ ...all, Action: Array.from("abcdefghijklmnopqrstuvwxyz").map((a) => `${a}*`) }],
    ],
    [
      "the same in two statements",
      [
        { ...all, Action: letters("a", "k") },
        { ...all, Action: letters("l", "z") },
      ],
    ],
    ["every resource of the account", [{ ...all, Resource: "arn:aws:*:*:123456789012:*" }, s3()]],
    ["a variable that may be anything", [{ ...all, Resource: "arn:aws:${x}" }]],
    ["an effect that IAM does not have", [{ ...all, Effect: "Permit" }]],
    ["no statement", []],
  ])("G10: %s is unknown", (_, statements) => expect(outcome(...statements)).toBe("unknown"));

  test("G10: a policy with a bound passes, and one that nobody has does not apply", () => {
    expect(outcome({ ...all, Action: ["s3:*", "dynamodb:*"] })).toBe("pass");
    expect(outcome({ ...all, Resource: "arn:aws:s3:::acme/*" })).toBe("pass");
    expect(judgeAws("aws.iam.bounded-policies", [policyItem({ Statement: all }, 0)]).outcome).toBe("not applicable");
  });

  function letters(from: string, to: string): string[] {
    return Array.from("abcdefghijklmnopqrstuvwxyz")
      .filter((item) => from <= item && item <= to)
      .map((item) => `${item}*`);
  }
  function s3(): object {
    return { ...all, Resource: "arn:aws:s3:::*" };
  }
});

describe("G11: no port of administration is open to the internet", () => {
  const judged = (...rules: Parameters<typeof groupItem>[0]) => judgeAws("aws.sg.admin-ports", [groupItem(rules)]);
  const world = { v4: ["0.0.0.0/0"] };

  test.each(adminPorts)("G11: port %i (%s) is seen, by TCP and by UDP", (port) => {
    for (const protocol of ["tcp", "udp", "6", "17"])
      expect(judged({ protocol, ports: [port, port], ...world }).outcome).toBe("fail");
  });

  test.each<[string, Parameters<typeof groupItem>[0]]>([
    ["every protocol", [{ protocol: "-1", ...world }]],
    ["a range around a port", [{ protocol: "tcp", ports: [3000, 4000], ...world }]],
    ["IPv6", [{ protocol: "tcp", ports: [22, 22], v6: ["::/0"] }]],
    ["two halves of the world", [{ protocol: "tcp", ports: [22, 22], v4: ["0.0.0.0/1", "128.0.0.0/1"] }]],
    [
      "two halves in two rules",
      [
        { protocol: "tcp", ports: [0, 100], v4: ["0.0.0.0/1"] },
        { protocol: "-1", v4: ["128.0.0.0/1"] },
      ],
    ],
    ["an open rule beside one that cannot be read", [{ protocol: "tcp", ports: [22, 22], ...world }, odd()]],
  ])("G11: %s fails", (_, rules) => expect(judged(...rules).outcome).toBe("fail"));

  test.each<[string, Parameters<typeof groupItem>[0]]>([
    ["a prefix list", [{ protocol: "tcp", ports: [22, 22], lists: ["pl-1"] }]],
    ["a protocol that we do not know", [{ protocol: "132", ports: [22, 22], ...world }]],
    ["more addresses than anybody owns", [{ protocol: "tcp", ports: [22, 22], v4: ["64.0.0.0/3"] }]],
    ["a range that is none", [odd()]],
  ])("G11: %s is unknown", (_, rules) => expect(judged(...rules).outcome).toBe("unknown"));

  test("G11: known networks, other ports and other groups pass", () => {
    expect(judged({ protocol: "tcp", ports: [22, 22], v4: ["203.0.113.0/24", "10.0.0.0/8"] }).outcome).toBe("pass");
    expect(judged({ protocol: "tcp", ports: [443, 443], lists: ["pl-1"], ...world }).outcome).toBe("pass");
    expect(judged({ protocol: "tcp", ports: [22, 22] }).outcome).toBe("pass");
    expect(judged({ protocol: "icmp", ports: [8, 0], ...world }).outcome).toBe("pass");
  });

  function odd(): Parameters<typeof groupItem>[0][number] {
    return { protocol: "tcp", ports: [22, 22], v4: ["203.0.113.0"] };
  }
});

describe("G12: a trail that leaves something out does not count", () => {
  const { trail, status, records } = wholeTrail;
  const [basic] = records.EventSelectors;
  const judged = (given: { trail?: object; status?: object; records?: object }) =>
    judgeAws("aws.trail.multi-region", [
      trailItem({ ...trail, ...given.trail }, { ...status, ...given.status }, { ...(given.records ?? records) }),
    ]).outcome;
  const selecting = (...EventSelectors: object[]) => judged({ records: { EventSelectors } });
  const advanced = (...FieldSelectors: object[]) =>
    judged({ records: { AdvancedEventSelectors: [{ Name: "one", FieldSelectors }] } });
  const management = { Field: "eventCategory", Equals: ["Management"] };

  test("G12: a trail that records everything passes, also by selectors that add up", () => {
    expect(judged({})).toBe("pass");
    expect(advanced(management)).toBe("pass");
    const halves = ["ReadOnly", "WriteOnly"].map((ReadWriteType) => ({ ...basic, ReadWriteType }));
    expect(selecting(...halves)).toBe("pass");
  });

  test.each<[string, () => string]>([
    ["no management events", () => selecting({ ...basic, IncludeManagementEvents: false })],
    ["reads alone", () => selecting({ ...basic, ReadWriteType: "ReadOnly" })],
    ["writes alone", () => selecting({ ...basic, ReadWriteType: "WriteOnly" })],
    ["a source left out", () => selecting({ ...basic, ExcludeManagementEventSources: ["kms.amazonaws.com"] })],
    ["data events alone", () => advanced({ Field: "eventCategory", Equals: ["Data"] })],
    ["writes alone, by fields", () => advanced(management, { Field: "readOnly", Equals: ["false"] })],
    ["a source left out, by fields", () => advanced(management, { Field: "eventSource", NotEquals: ["kms"] })],
    ["one event", () => advanced(management, { Field: "eventName", Equals: ["ConsoleLogin"] })],
    ["one region", () => judged({ trail: { IsMultiRegionTrail: false } })],
    ["no global services", () => judged({ trail: { IncludeGlobalServiceEvents: false } })],
    ["no validation", () => judged({ trail: { LogFileValidationEnabled: false } })],
    ["not logging", () => judged({ status: { IsLogging: false } })],
    ["an error of delivery", () => judged({ status: { LatestDeliveryError: "AccessDenied" } })],
    ["nothing delivered for a day", () => judged({ status: { LatestDeliveryTime: NOW.getTime() / 1000 - 90_000 } })],
  ])("G12: %s fails", (_, outcome) => expect(outcome()).toBe("fail"));

  test.each<[string, () => string]>([
    ["no selector", () => judged({ records: { EventSelectors: [], AdvancedEventSelectors: [] } })],
    ["a mode that AWS does not have", () => selecting({ ...basic, ReadWriteType: "Most" })],
    ["reads by another way", () => advanced(management, { Field: "readOnly", NotEquals: ["true"] })],
    ["no word of a delivery", () => judged({ status: { LatestDeliveryTime: "" } })],
    ["no word of validation", () => judged({ trail: { LogFileValidationEnabled: null } })],
  ])("G12: %s is unknown", (_, outcome) => expect(outcome()).toBe("unknown"));

  test("G12: one trail that records everything is enough", () => {
    const narrow = trailItem({ ...trail, IsMultiRegionTrail: false }, status, records, "narrow");
    const items = [narrow, trailItem(trail, status, records)];
    expect(judgeAws("aws.trail.multi-region", items).outcome).toBe("pass");
    expect(judgeAws("aws.trail.multi-region", []).outcome).toBe("fail");
  });
});

describe("G18: a narrow fact answers a narrow part", () => {
  const answered = new Set(checks.flatMap(({ answers }) => answers));

  test("G18: what a check says it answers are parts", () => {
    const parts = Object.entries(partsOfChecks).flatMap(([check, all]) =>
      all.map(({ aspect }) => `${check}/${aspect}`),
    );
    expect([...answered].filter((part) => !parts.includes(part))).toEqual([]);
  });

  test.each([
    ["aws.account.security-contact", "a contact is no alert"],
    ["aws.ebs.default-encryption", "a default says nothing of volumes that are there"],
    ["aws.config.recording", "recording is no benchmark"],
    ["aws.iam.password-policy", "one item of a benchmark"],
    ["aws.vpc.flow-logs", "another log than the audit log"],
    ["aws.iam.no-direct-admin", "people hold the same by groups and roles"],
    ["aws.trail.validated", "whose key it is was not asked"],
  ])("G18: %s answers nothing: %s", (id) => {
    expect(checks.find((check) => check.id === id)).toMatchObject({ answers: [] });
  });

  test("G18: a retention that was set is no backup that was made", () => {
    const data = {
      region: "us-east-1",
      engine: "postgres",
      encrypted: true,
      public: false,
      backupDays: 30,
      replica: false,
    };
    const database = (restorable: boolean | null) => ({
      kind: "aws.db_instance",
      subject: { type: "database", id: "db", label: "db" },
      data: { ...data, restorable },
      observedAt: NOW.toISOString(),
    });
    expect(judgeAws("aws.rds.backups", [database(true)]).outcome).toBe("pass");
    expect(judgeAws("aws.rds.backups", [database(false)]).outcome).toBe("fail");
    expect(judgeAws("aws.rds.backups", [database(null)]).outcome).toBe("unknown");
  });
});
