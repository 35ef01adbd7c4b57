import { expect, test } from "vitest";
import { vendorPage } from "./vendor-pages.ts";

const account = { accountLabel: "hollis-marsh", typed: [{ value: "hollis-marsh.okta.com" }] };
const page = (provider: Parameters<typeof vendorPage>[0], type: string, label: string, id = label) =>
  vendorPage(provider, { type, id, label }, account);

test("a resource leads to the vendor's page of it", () => {
  expect(page("github", "repository", "hollis-marsh/api")).toBe("https://github.com/hollis-marsh/api/settings");
  expect(page("github", "pull request", "hollis-marsh/api#12")).toBe("https://github.com/hollis-marsh/api/pull/12");
  expect(page("aws", "user", "dana", "arn:aws:iam::123456789012:user/dana")).toBe(
    "https://console.aws.amazon.com/iam/home#/users/details/dana",
  );
  expect(page("okta", "user", "dana@example.com", "00u1")).toBe(
    "https://hollis-marsh-admin.okta.com/admin/user/profile/view/00u1",
  );
});

test("what is not known to have a page, or is named as no such thing can be, has none", () => {
  expect(page("github", "branch", "main")).toBeUndefined();
  expect(page("github", "repository", "../evil")).toBeUndefined();
  expect(page("github", "repository", "a/b?c#d")).toBeUndefined();
  expect(page("aws", "user", "root user", "root")).toBeUndefined();
  expect(page("jira", "ticket", "OPS-1")).toBeUndefined();
});

test("every page is at the vendor, whatever a name holds", () => {
  const evil = "x/../../@evil.example/?#";
  const hosts = ["bucket", "user", "member", "organization", "collaborator", "ticket", "alert", "repository"].flatMap(
    (type) =>
      (["github", "aws", "okta", "jira", "google-workspace", "microsoft-365"] as const).flatMap((provider) => {
        const url = page(provider, type, evil, `arn:aws:iam::${evil}`);
        return url === undefined ? [] : new URL(url).host;
      }),
  );
  expect([...new Set(hosts)].toSorted()).toEqual([
    "admin.google.com",
    "console.aws.amazon.com",
    "github.com",
    "hollis-marsh-admin.okta.com",
    "s3.console.aws.amazon.com",
  ]);
});
