import type { Endpoint } from "../connector.ts";
import { accountNumber, homeRegion, partitionOf, partitions } from "./partitions.ts";

/** Services that are asked, by the name that requests are signed with (see `signingName`). */
export type Service = GlobalService | RegionalService;
const globalServices = ["iam", "sts", "account", "s3control"] as const;
const regionalServices = [
  ...(["s3", "ec2", "rds", "guardduty", "config", "kms", "dynamodb", "logs", "cloudtrail"] as const),
] as const;
type GlobalService = (typeof globalServices)[number];
type RegionalService = (typeof regionalServices)[number];

/** The name that a service's requests are signed with: S3 Control is signed as S3. */
export function signingName(service: Service): string {
  return service === "s3control" ? "s3" : service;
}

/** The endpoint of a service: one for what is global, one in each region for the rest. */
export function endpointOf(service: Service, region: string): string {
  return (globalServices as readonly string[]).includes(service) ? service : `${service}.${region}`;
}

type Typed = Readonly<Record<string, string>>;

const global: Readonly<Record<GlobalService, Endpoint>> = {
  iam: {
    origin: (typed) => `https://${partitions[partitionOf(typed)].iam}`,
    host: /^iam(\.us-gov)?\.amazonaws\.com$|^iam\.cn-north-1\.amazonaws\.com\.cn$/,
  },
  sts: { origin: (typed) => hostOf("sts", typed), host: /^sts\.[a-z0-9-]+\.amazonaws\.com(\.cn)?$/ },
  account: { origin: (typed) => hostOf("account", typed), host: /^account\.[a-z0-9-]+\.amazonaws\.com(\.cn)?$/ },
  // The account's number is part of the host.
  s3control: {
    origin: (typed) => hostOf(`${accountNumber(typed)}.s3-control`, typed),
    host: /^\d{12}\.s3-control\.[a-z0-9-]+\.amazonaws\.com(\.cn)?$/,
  },
};

function hostOf(name: string, typed: Typed): string {
  // AWS keeps China's account settings in its other region.
  const region = name === "account" && partitionOf(typed) === "aws-cn" ? "cn-northwest-1" : homeRegion(typed);
  return `https://${name}.${region}.${partitions[partitionOf(typed)].suffix}`;
}

/** Every host, each under the name that `endpointOf` gives it. */
export const endpoints: Readonly<Record<string, Endpoint>> = {
  ...global,
  ...Object.fromEntries(
    Object.values(partitions).flatMap(({ regions, suffix }) =>
      regions.flatMap((region) =>
        regionalServices.map((service) => [
          endpointOf(service, region),
          { origin: `https://${service}.${region}.${suffix}` },
        ]),
      ),
    ),
  ),
};
