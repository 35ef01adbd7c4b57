/** A separate AWS: accounts, names and hosts of one never reach into another. */
export type Partition = "aws" | "aws-us-gov" | "aws-cn";

interface Shape {
  readonly suffix: string;
  /** Where what is global is asked for, and signed. */
  readonly home: string;
  readonly iam: string;
  readonly regions: readonly string[];
}

// Hosts and signing regions as in AWS's endpoint rule sets.
export const partitions: Readonly<Record<Partition, Shape>> = {
  aws: {
    suffix: "amazonaws.com",
    home: "us-east-1",
    iam: "iam.amazonaws.com",
    regions: [
      "af-south-1",
      "ap-east-1",
      "ap-east-2",
      "ap-northeast-1",
      "ap-northeast-2",
      "ap-northeast-3",
      "ap-south-1",
      "ap-south-2",
      "ap-southeast-1",
      "ap-southeast-2",
      "ap-southeast-3",
      "ap-southeast-4",
      "ap-southeast-5",
      "ap-southeast-6",
      "ap-southeast-7",
      "ca-central-1",
      "ca-west-1",
      "eu-central-1",
      "eu-central-2",
      "eu-north-1",
      "eu-south-1",
      "eu-south-2",
      "eu-west-1",
      "eu-west-2",
      "eu-west-3",
      "il-central-1",
      "me-central-1",
      "me-south-1",
      "mx-central-1",
      "sa-east-1",
      "us-east-1",
      "us-east-2",
      "us-west-1",
      "us-west-2",
    ],
  },
  "aws-us-gov": {
    suffix: "amazonaws.com",
    home: "us-gov-west-1",
    iam: "iam.us-gov.amazonaws.com",
    regions: ["us-gov-east-1", "us-gov-west-1"],
  },
  "aws-cn": {
    suffix: "amazonaws.com.cn",
    home: "cn-north-1",
    iam: "iam.cn-north-1.amazonaws.com.cn",
    regions: ["cn-north-1", "cn-northwest-1"],
  },
};

type Typed = Readonly<Record<string, string>>;

/** The partition that was typed at linking, in the role's ARN or by itself; the commercial one where neither says. */
export function partitionOf(typed: Typed): Partition {
  const named = typed["roleArn"]?.split(":")[1] ?? typed["partition"];
  return named === "aws-us-gov" || named === "aws-cn" ? named : "aws";
}

/** The account's number as it was typed: in the role's ARN, or by itself. */
export function accountNumber(typed: Typed): string {
  return typed["roleArn"]?.split(":")[4] ?? typed["accountNumber"] ?? "";
}

/** Where global services are asked: the region that their requests are signed for. */
export function homeRegion(typed: Typed): string {
  return partitions[partitionOf(typed)].home;
}

/** Whether this version knows the hosts of a region; of another it reads nothing, and says so. */
export function knowsRegion(typed: Typed, region: string): boolean {
  return partitions[partitionOf(typed)].regions.includes(region);
}
