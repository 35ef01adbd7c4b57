import aws4 from "aws4";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { HttpRequest } from "#connectors/http.ts";
import { startVendor } from "#tests/support/answering-server.ts";
import type { Arrived, Vendor } from "#tests/support/answering-server.ts";
import { httpTo } from "#tests/support/way-out.ts";
import { signatureFor } from "./signature-v4.ts";
import type { AwsKeys } from "./signature-v4.ts";

// What leaves by the real way out, before a server that derives the signature anew from the bytes that arrived, by aws4, which
// none of us wrote; and AWS's own examples.

const keys = { accessKeyId: "AKIDEXAMPLE", secretAccessKey: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY" };

let peer: Vendor;
beforeAll(async () => {
  peer = await startVendor((response, arrived) => {
    response.writeHead(signatureIn(arrived) === anewFor(arrived) ? 200 : 403).end("{}");
  });
});
afterAll(() => peer.close());

const authorizationOf = ({ headers }: Arrived) =>
  /^AWS4-HMAC-SHA256 Credential=[^/]+\/\d{8}\/([^/]+)\/([^/]+)\/aws4_request, SignedHeaders=([^,]+), Signature=(\w+)$/.exec(
    headers.authorization ?? "",
  )!;

const signatureIn = (arrived: Arrived) => authorizationOf(arrived)[4]!;

/** The signature of the request as it arrived, over the headers that it names, by somebody else's reading of the rules. */
function anewFor(arrived: Arrived): string {
  const [, region, service, signed] = authorizationOf(arrived);
  const names = signed!.split(";");
  const headers = Object.fromEntries(names.map((name) => [name, String(arrived.headers[name])]));
  // It would add these by itself.
  const extraHeadersToIgnore = Object.fromEntries(
    ["content-type", "content-length"].filter((name) => !names.includes(name)).map((name) => [name, true]),
  );
  const { method, path, body } = arrived;
  const about = { service: service!, region: region!, method, path, headers, body, extraHeadersToIgnore };
  return /Signature=(\w+)/.exec(aws4.sign(about, keys).headers["Authorization"]!)![1]!;
}

/** The real way out of AWS's connector, with these keys. */
function wayOut(origin: string, used: AwsKeys = keys) {
  return httpTo(origin, {
    authorizer: {
      headersFor: async ({ sign, ...request }) =>
        sign ? await signatureFor({ ...request, sign }, used, new Date()) : {},
      refresh: async () => false,
      secrets: () => [used.secretAccessKey],
    },
  });
}

const text = fc.oneof(
  fc.string({ maxLength: 8 }),
  fc.string({ unit: "binary", maxLength: 6 }),
  fc.constantFrom("", " ", "+", "a b+c", "%20", "~", "*", "'", "ü€𝄞", "a/b", "a=b&c", "2026-11-22T03:00:00Z"),
);
const name = fc.oneof(
  fc.constantFrom("policy", "X-Amz", "list-type", "a b", "Marker", "é", "_"),
  fc.string({ minLength: 1, maxLength: 6 }),
);
const asked = (service: fc.Arbitrary<string>, value: fc.Arbitrary<string | string[]>, segment: fc.Arbitrary<string>) =>
  fc.record({
    service,
    region: fc.constantFrom("us-east-1", "eu-central-1", "us-gov-west-1"),
    segments: fc.array(segment, { maxLength: 3 }),
    query: fc.dictionary(name, value, { maxKeys: 4 }),
    body: fc.option(text, { nil: undefined }),
    header: fc.option(fc.stringMatching(/^[!-~]([ -~]{0,20}[!-~])?$/), { nil: undefined }),
    token: fc.option(fc.stringMatching(/^[A-Za-z0-9+/=]{1,60}$/), { nil: undefined }),
  });

// A segment that is "." or ".." is taken away by every reader of addresses.
const segments = text.filter((item) => !/^(\.|%2e){0,2}$/i.test(item));

test.each([
  [
    "S3",
    asked(
      fc.constant("s3"),
      text,
      segments.filter((segment) => !segment.includes("/")),
    ),
  ],
  [
    "every other service",
    asked(
      fc.constantFrom("ec2", "iam", "guardduty", "logs"),
      fc.oneof(text, fc.array(text, { minLength: 1, maxLength: 3 })),
      segments,
    ),
  ],
])("whatever is asked of %s arrives with a signature that somebody else finds, too", async (_, requests) => {
  await fc.assert(
    fc.asyncProperty(requests, async ({ service, region, segments: path, query, body, header, token }) => {
      const { http, close } = wayOut(peer.origin, { ...keys, sessionToken: token });
      const request: HttpRequest = {
        endpoint: "api",
        method: body === undefined ? "GET" : "POST",
        path: `/${path.map(encodeURIComponent).join("/")}`,
        query,
        ...(header !== undefined && { headers: { "x-amz-target": header } }),
        ...(body !== undefined && { body }),
        sign: { service, region },
      };
      try {
        expect((await http.send(request)).status).toBe(200);
      } finally {
        close();
      }
      const arrived = peer.arrived.at(-1)!;
      expect(arrived.headers["x-amz-security-token"]).toBe(token);
      // A plus is a space to some services and a plus to others.
      expect(arrived.path).not.toContain("+");
    }),
    { numRuns: 150 },
  );
});

test("a request that was changed on its way is refused", async () => {
  const { http, close } = wayOut(peer.origin);
  const sign = { service: "ec2", region: "us-east-1" };
  await http.send({ endpoint: "api", method: "POST", path: "/", body: "Action=DescribeRegions", sign });
  close();
  const arrived = peer.arrived.at(-1)!;
  const verdict = (changed: Partial<Arrived>) => signatureIn(arrived) === anewFor({ ...arrived, ...changed });
  expect(verdict({})).toBe(true);
  expect(verdict({ path: "/?a=1" })).toBe(false);
  expect(verdict({ method: "GET" })).toBe(false);
  expect(verdict({ headers: { ...arrived.headers, "x-amz-date": "20260101T000000Z" } })).toBe(false);
  expect(verdict({ headers: { ...arrived.headers, host: "another.example" } })).toBe(false);
});

// "Signature Calculations for the Authorization Header", in Amazon S3's API reference.
test.each([
  ["/?lifecycle=", "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543"],
  ["/?max-keys=2&prefix=J", "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7"],
])("AWS's published example of GET %s has the published signature", async (path, signature) => {
  const request = {
    url: new URL(path, "https://examplebucket.s3.amazonaws.com"),
    method: "GET",
    headers: {},
    body: undefined,
    sign: { service: "s3", region: "us-east-1" },
  };
  const published = {
    accessKeyId: "AKIAIOSFODNN7EXAMPLE",
    secretAccessKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
  };
  const headers = await signatureFor(request, published, new Date("2013-05-24T00:00:00Z"));
  expect(headers["authorization"]).toContain(`Signature=${signature}`);
});
