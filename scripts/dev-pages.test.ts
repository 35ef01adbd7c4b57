import { globSync } from "node:fs";
import { expect, test } from "vitest";
import { isServed } from "./dev-pages.ts";
import { readSource } from "./source-files.ts";

/** Every address that the server's own sources route; pages of staff declare theirs. */
const routed = globSync("src/server/**/*.ts")
  .filter((path) => !path.includes(".test."))
  .flatMap((path) => {
    const pattern = path.includes("/staff/pages/")
      ? /\bpath: "(\/[a-z.][^"]*)"/g
      : /\b(?:\w+\.)?(?:get|all|route)\(\s*"(\/[a-z.][^"]*)"/g;
    return [...readSource(path).text.matchAll(pattern)];
  })
  .map(([, path]) => path!.replaceAll(/:\w+/g, "x").replace("*", "x"));

test("every address that the server routes is handed to it while developing, and no page is", () => {
  expect(routed).toEqual(
    expect.arrayContaining(["/healthz", "/api/docs", "/portal/x", "/dev/mailbox/x/html", "/me", "/me/link"]),
  );
  // Everything else below /dev is a page of ours or nothing.
  expect(routed.filter((path) => !isServed("GET", path) && path !== "/dev/x")).toEqual([]);
  for (const page of [
    "/",
    "/pricing",
    "/login",
    "/dashboard",
    "/dashboard/evidence",
    "/invite",
    "/theme.js",
    "/src/web/root.tsx",
  ])
    expect(isServed("GET", page), page).toBe(false);
});

test("a form that is posted goes to the server, whatever its address", () => {
  expect(isServed("POST", "/contact")).toBe(true);
});
