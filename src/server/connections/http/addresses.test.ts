import { describe, expect, test } from "vitest";
import { addressesOf } from "./addresses.ts";

const okta = {
  endpoints: {
    org: {
      origin: (typed: Readonly<Record<string, string>>) => `https://${typed["domain"]}`,
      host: /[a-z0-9-]+\.okta\.com/,
    },
  },
};
const of = (domain: string, allowPlain = false) => addressesOf({ manifest: okta, typed: { domain }, allowPlain });
const acme = of("acme.okta.com");
const path = (value: string) => acme.urlOf({ endpoint: "org", path: value }).href;

describe("what was typed", () => {
  test.each([
    "acme.okta.com.evil.example",
    "evil.example/acme.okta.com",
    "evil.example?acme.okta.com",
    "evil.example#acme.okta.com",
    "user@acme.okta.com",
    "acme.okta.com@evil.example",
    "acme.okta.com/path",
    "acme.okta.com:8443",
    "evil.example\\acme.okta.com",
    "acme.okta.com\n.evil.example",
    "",
  ])("%j gives no address", (domain) => {
    expect(() => of(domain)).toThrow("gives no address of the vendor");
  });

  test("must lead to https", () => {
    const plain = { endpoints: { org: { origin: "http://acme.okta.com" } } };
    expect(() => addressesOf({ manifest: plain, typed: {}, allowPlain: false })).toThrow("no address of the vendor");
    expect(() => addressesOf({ manifest: plain, typed: {}, allowPlain: true })).not.toThrow();
  });
});

describe("a path", () => {
  test.each(["//evil.example/x", "/\\evil.example", "/@evil.example", "/..//evil.example"])(
    "%s stays on the host",
    (value) => {
      expect(new URL(path(value)).host).toBe("acme.okta.com");
    },
  );

  test("that is neither a path nor a URL is a mistake of the connector", () => {
    expect(() => path(".evil.example/")).toThrow(TypeError);
  });
});

describe("the vendor's next page", () => {
  test("may be a URL of the same scheme and host", () => {
    expect(path("https://acme.okta.com/api/v1/users?after=x")).toBe("https://acme.okta.com/api/v1/users?after=x");
  });

  test.each([
    "https://other.okta.com/api/v1/users?after=x",
    "http://acme.okta.com/api/v1/users",
    "https://acme.okta.com:444/",
    "https://user:secret@acme.okta.com/",
    "https://acme.okta.com.evil.example/",
    "file:///etc/passwd",
  ])("%s leaves it and is refused", (value) => {
    expect(() => path(value)).toThrow(expect.objectContaining({ name: "RequestFailed", kind: "malformed" }));
  });

  test("of a signed request may be any host of the pattern, because a signature is good for one host alone", () => {
    const aws = {
      endpoints: { aws: { origin: () => "https://sts.amazonaws.com", host: /[a-z0-9.-]+\.amazonaws\.com/ } },
    };
    const { urlOf } = addressesOf({ manifest: aws, typed: {}, allowPlain: false });
    const sign = { service: "iam", region: "us-east-1" };
    const iam = { endpoint: "aws", path: "https://iam.amazonaws.com/" };
    expect(urlOf({ ...iam, sign }).host).toBe("iam.amazonaws.com");
    expect(() => urlOf(iam)).toThrow("another host");
    expect(() => urlOf({ endpoint: "aws", path: "https://amazonaws.com.evil.example/", sign })).toThrow("another host");
  });
});

test("a stand-in takes the place of the vendor, also in the vendor's own next page", () => {
  const { urlOf } = addressesOf({
    manifest: { endpoints: { api: { origin: "https://api.github.com" } } },
    typed: {},
    origins: { api: "http://127.0.0.1:4300" },
    allowPlain: true,
  });
  expect(urlOf({ endpoint: "api", path: "/user" }).href).toBe("http://127.0.0.1:4300/user");
  expect(urlOf({ endpoint: "api", path: "https://api.github.com/user?page=2" }).href).toBe(
    "http://127.0.0.1:4300/user?page=2",
  );
  expect(urlOf({ endpoint: "api", path: "http://127.0.0.1:4300/user?page=2" }).href).toBe(
    "http://127.0.0.1:4300/user?page=2",
  );
});
