import { expect, test } from "vitest";
import type { Http, HttpAnswer, HttpRequest } from "../http.ts";
import { CursorRefused } from "../http.ts";
import { askXml } from "./call.ts";
import { xmlPages } from "./pages.ts";

function answering(text: string): { http: Http; asked: HttpRequest[] } {
  const asked: HttpRequest[] = [];
  const answer = { status: 200, headers: {}, text: () => text, at: "2026-11-21T12:00:00.000Z" };
  return { asked, http: { send: async (request) => (asked.push(request), answer as unknown as HttpAnswer) } };
}

test("an answer that is another operation's is no answer, however well it reads", async () => {
  const { http } = answering("<ListBucketResult><Name>acme</Name></ListBucketResult>");
  const call = { region: "us-east-1", at: { bucket: "acme" } };
  await expect(askXml(http, "GetBucketPolicyStatus", call)).rejects.toMatchObject({ kind: "malformed" });
});

test("XML with a document type is not read", async () => {
  const { http } = answering('<!DOCTYPE a [<!ENTITY b "c">]><PolicyStatus>&b;</PolicyStatus>');
  const call = { region: "us-east-1", at: { bucket: "acme" } };
  await expect(askXml(http, "GetBucketPolicyStatus", call)).rejects.toMatchObject({ kind: "malformed" });
});

test("IAM is not asked for JSON, which it would answer in another shape", async () => {
  const { http, asked } = answering("<ListUsersResponse/>");
  await askXml(http, "ListUsers", { region: "us-east-1", with: { Marker: "a b&c" } });
  expect(asked).toMatchObject([
    {
      endpoint: "iam",
      method: "POST",
      headers: { accept: "*/*" },
      body: "Action=ListUsers&Version=2010-05-08&Marker=a%20b%26c",
      sign: { service: "iam", region: "us-east-1" },
    },
  ]);
});

test("a bucket's name cannot lead to another path", async () => {
  const { http, asked } = answering("<PolicyStatus/>");
  await askXml(http, "GetBucketPolicyStatus", { region: "us-east-1", at: { bucket: "../a?acl" } });
  expect(asked).toMatchObject([{ path: "/..%2Fa%3Facl", query: { policyStatus: "" } }]);
});

test("pages that go in a circle are cut, and said to be", async () => {
  const page = "<ListUsersResponse><ListUsersResult><Marker>same</Marker></ListUsersResult></ListUsersResponse>";
  const { http, asked } = answering(page);
  const token = { parameter: "Marker", at: ["ListUsersResult", "Marker"] };
  const readAll = async () => {
    for await (const _ of xmlPages(http, "ListUsers", { region: "us-east-1" }, token)) continue;
  };
  await expect(readAll()).rejects.toMatchObject({ kind: "truncated" });
  expect(asked).toHaveLength(2);
});

test("a next page that AWS no longer knows is told from one that may not be read", async () => {
  const token = { parameter: "Marker", at: ["ListUsersResult", "Marker"] };
  const first = "<ListUsersResponse><ListUsersResult><Marker>old</Marker></ListUsersResult></ListUsersResponse>";
  const read = async (status: number, code: string) => {
    const refusal = `<ErrorResponse><Error><Code>${code}</Code></Error></ErrorResponse>`;
    const send = async ({ body }: HttpRequest) => {
      const [given, text] = String(body).includes("Marker=old") ? [status, refusal] : [200, first];
      return { status: given, headers: {}, text: () => text, at: "2026-11-21T12:00:00.000Z" } as unknown as HttpAnswer;
    };
    for await (const _ of xmlPages({ send }, "ListUsers", { region: "us-east-1" }, token)) continue;
  };
  await expect(read(400, "InvalidMarker")).rejects.toBeInstanceOf(CursorRefused);
  await expect(read(403, "AccessDenied")).rejects.toMatchObject({ name: "RequestFailed", kind: "denied" });
});
