import { expect, test } from "vitest";
import { demoCookie } from "./demo-cookie.ts";

const key = Buffer.alloc(32, "a key");
const pass = { database: "exhibit_demo_0_visit_1", kind: "demo" } as const;
const sentBack = (cookie: string) => `theme=dark; ${cookie.split(";", 1)[0]!}; sidebar:state=open`;

test("a cookie comes back as the pass it was made for, and only under the key that signed it", () => {
  const cookies = demoCookie("http://localhost:3000", () => [key]);
  const header = sentBack(cookies.issue(pass));
  expect(cookies.read(header)).toEqual(pass);
  expect(demoCookie("http://localhost:3000", () => [Buffer.alloc(32, "another")]).read(header)).toBeUndefined();
  expect(cookies.read(header.replace(".demo.", ".admin."))).toBeUndefined();
  expect(cookies.read(header.replace("visit_1", "visit_2"))).toBeUndefined();
  for (const none of [undefined, "", "demo=", "demo=a.demo.b", cookies.clear])
    expect(cookies.read(none)).toBeUndefined();
});

test("it lasts an hour, no script reads it, and over https it is bound to this host", () => {
  expect(demoCookie("http://localhost:3000", () => [key]).issue(pass)).toMatch(
    /^demo=[^;]+; Max-Age=3600; Path=\/; HttpOnly; SameSite=Lax$/,
  );
  expect(demoCookie("https://exhibit.example", () => [key]).issue(pass)).toMatch(
    /^__Host-demo=[^;]+; Max-Age=3600; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
  );
});
