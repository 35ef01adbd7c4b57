import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startPeer } from "#tests/support/peers/aws.ts";
import type { Run } from "#tests/support/peers/collect.ts";
import { runOnPeer } from "#tests/support/peers/way-to-peer.ts";
import { aws } from "./index.ts";

describe("answers that moto gave to AWS's own SDK", () => {
  let peer: Awaited<ReturnType<typeof startPeer>>;
  let run: Run;
  beforeAll(async () => {
    peer = await startPeer();
    run = await runOnPeer(aws, peer);
  });
  afterAll(() => peer?.close());

  test("every step is complete, and nothing was asked that the SDK would ask otherwise", () => {
    expect(run.steps.map(({ step, status, detail }) => [step, status, detail])).toEqual(
      aws.steps.map(({ id }) => [id, "complete", ""]),
    );
    expect(peer.missed).toEqual([]);
    expect(run.account).toMatchObject({ id: "123456789012", label: "123456789012" });
  });

  test("every check sees what is wrong in an account where nearly everything is", () => {
    expect(Object.fromEntries(aws.checks.map(({ id }) => [id, run.check(id).outcome]))).toEqual({
      "aws.root.mfa": "fail",
      "aws.root.no-keys": "pass",
      // Its credential report has no row for the root user.
      "aws.root.unused": "unknown",
      "aws.iam.user-mfa": "fail",
      "aws.iam.password-policy": "fail",
      // All of it was made a moment ago.
      "aws.iam.key-age": "pass",
      "aws.iam.unused": "pass",
      "aws.iam.no-direct-admin": "fail",
      // moto was given no policy of the company's own.
      "aws.iam.bounded-policies": "not applicable",
      "aws.trail.multi-region": "fail",
      "aws.trail.validated": "not applicable",
      "aws.s3.account-block": "fail",
      "aws.s3.bucket-private": "fail",
      "aws.s3.encrypted": "fail",
      "aws.s3.tls-only": "fail",
      "aws.rds.encrypted": "fail",
      "aws.rds.backups": "fail",
      "aws.rds.private": "fail",
      "aws.sg.admin-ports": "fail",
      "aws.ebs.default-encryption": "fail",
      "aws.vpc.flow-logs": "fail",
      "aws.guardduty.on": "fail",
      "aws.config.recording": "fail",
      "aws.kms.rotation": "fail",
      "aws.dynamodb.pitr": "fail",
      "aws.logs.retention": "pass",
      "aws.account.security-contact": "fail",
    });
  });

  test("a policy's status that is answered with something else is not said, and the access list still counts", () => {
    const bucket = run.items.find(({ subject }) => subject.id === "acme-public-site")!;
    expect(bucket.data).toMatchObject({ policy: { exists: true, public: null }, publicGrants: ["AllUsers"] });
  });
});
