import { createEmulator } from "emulate";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freePort } from "#tests/support/peers/prism.ts";
import type { Peer } from "#tests/support/peers/peer.ts";
import { runOnPeer } from "#tests/support/peers/way-to-peer.ts";
import { startS3Service } from "#tests/support/s3-service.ts";
import { signatureFor } from "#server/connections/credentials/signature-v4.ts";
import { aws } from "./index.ts";

// Two services that speak some of AWS's words and answer the rest with something empty. Whoever takes that for a setting that is
// fine passes an account that nobody looked at.

const closing: (() => Promise<void>)[] = [];
let origins: Record<string, string>;
beforeAll(async () => {
  const s3 = await startS3Service();
  const emulator = await createEmulator({ service: "aws", port: await freePort() });
  closing.push(s3.close, () => emulator.close());
  const address = new URL(s3.url.replace("s3:", "http:"));
  origins = { s3rver: address.searchParams.get("endpoint")!, emulate: emulator.url };
});
afterAll(() => Promise.all(closing.map((close) => close())));

function peerAt(origin: string, keys: { accessKeyId: string; secretAccessKey: string }): Peer {
  return {
    endpoints: Object.fromEntries(Object.keys(aws.manifest.endpoints).map((name) => [name, origin])),
    typed: { roleArn: "arn:aws:iam::123456789012:role/ExhibitReader" },
    method: "role",
    authorizer: {
      headersFor: async (request) => signatureFor({ ...request, sign: request.sign! }, keys, new Date()),
      refresh: async () => false,
      secrets: () => [],
    },
    close: async () => {},
  };
}

test.each([
  ["s3rver", { accessKeyId: "S3RVER", secretAccessKey: "S3RVER" }],
  ["emulate", { accessKeyId: "AKIAIOSFODNN7EXAMPLE", secretAccessKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY" }],
] as const)("nothing passes on %s, which answers settings with nothing", async (name, keys) => {
  const connector = {
    ...aws,
    probe: async () => ({ id: "123456789012", label: "stranger", granted: undefined, facts: {} }),
  };
  const run = await runOnPeer(connector, peerAt(origins[name]!, keys));
  // Neither does anything count as absent: whether there are regions, users or trails was not answered.
  expect(aws.checks.filter(({ id }) => run.check(id).outcome !== "unknown").map(({ id }) => id)).toEqual([]);
});
