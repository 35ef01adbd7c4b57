import type { RouteConfigEntry } from "@react-router/dev/routes";
import { registers } from "#catalog/registers/index.ts";
import routes from "#web/routes.ts";
import { readSource } from "../../scripts/source-files.ts";

/**
 * What a screen shows besides its first sight, by the route's pattern: an open panel, a tab, a dialog. `{x}` is the id of
 * something that the company has.
 */
const furtherSights: Readonly<Record<string, readonly string[]>> = {
  "/dashboard/evidence": ["?item={itemId}", "?view=map", "?add=1"],
  "/dashboard/projects/:projectId": ["?control={controlId}", "?control=XC-01"],
  "/dashboard/controls/:controlId": ["?project={projectId}"],
  "/dashboard/audit": ["?part=comments", "?part=registers", "?part=registers&register=people", "?part=samples"],
  "/dashboard/integrations": [
    "?manage={connectionId}",
    "?manage={connectionId}&tab=checks",
    "?manage={connectionId}&tab=runs",
    "?manage={connectionId}&tab=changes",
    "?manage={connectionId}&tab=settings",
    "?connect=github",
    "?import=1",
  ],
  "/dashboard/program/policies": ["?do=add", "?do=import", "?do=answers"],
  "/dashboard/program/policies/:policyId": ["?do=send", "?do=owner"],
  "/dashboard/program/reviews": ["?do=start"],
  "/dashboard/program/reviews/:reviewId": ["?show=undecided", "?search=nothing", "?do=cancel"],
  "/dashboard/program/:register": [
    "?record={recordId}",
    "?record={recordId}&do=edit",
    "?do=new",
    "?do=import",
    "?do=confirm",
    "?do=columns",
    "?do=addresses",
    "?do=accounts",
    "?do=roster",
  ],
  "/dashboard/settings": ["?tab=profile", "?tab=notifications", "?tab=integrations", "?tab=portal", "?invite=1"],
  "/dashboard/admin": ["?tab=flags", "?tab=requests", "?tab=health"],
};

/** Addresses that a pattern leads to where one does not show it whole: a project that has begun, and a draft. */
const furtherAddresses: Readonly<Record<string, readonly string[]>> = {
  "/dashboard/projects/:projectId": ["/dashboard/projects/{draftId}"],
  // Stands among the registers, and is none.
  "/dashboard/program/:register": [
    "/dashboard/program/training",
    "/dashboard/program/training?do=links",
    "/dashboard/program/training?do=import",
    "/dashboard/program/risks?do=starters",
    "/dashboard/program/vendors?do=proposals",
  ],
  "/*": ["/nowhere"],
  "/dashboard/*": ["/dashboard/nowhere"],
};

/** Pages that the server writes itself, and no route of the browser's. */
const writtenByTheServer = ["/portal/{slug}", "/api/docs", "/verify.html"];

/** Left out, and why. */
const leftOut: Readonly<Record<string, string>> = {
  "/logout": "draws nothing: it signs out and goes on",
  "/dev/design": "components are shown on purpose in widths that are too small for them; a test of its own looks at it",
};

/** Every address to look at: each route of the application, its further sights, and what the server writes. */
export function addressesOf(ids: Readonly<Record<string, string>>): readonly string[] {
  const fill = (address: string) =>
    address.replaceAll(/[:{](\w+)\}?/g, (whole, name: string) => {
      if (ids[name] === undefined) throw new Error(`${address} needs ${whole}: give tests/layout/busy-company.ts one`);
      return ids[name];
    });
  const patterns = allPatterns().filter((pattern) => !(pattern in leftOut));
  return [
    ...patterns.flatMap((pattern) => {
      const own = pattern.endsWith("*")
        ? []
        : [pattern, ...(furtherSights[pattern] ?? []).map((item) => pattern + item)];
      return [...own, ...(furtherAddresses[pattern] ?? [])].map(fill);
    }),
    ...writtenByTheServer.map(fill),
  ];
}

/** The list of every register, and the form of a new record of each. */
export const registerAddresses: readonly string[] = registers.flatMap(({ key }) => [
  `/dashboard/program/${key}`,
  `/dashboard/program/${key}?do=new`,
]);

/** Patterns that a list above names and no route has. */
export function unknownPatterns(): readonly string[] {
  const known = new Set(allPatterns());
  return [furtherSights, furtherAddresses, leftOut].flatMap(Object.keys).filter((pattern) => !known.has(pattern));
}

/** Pages of the public build, and screens of the workspace, whose components are no part of these tests. */
function allPatterns(): readonly string[] {
  const screens = [...readSource("src/web/workspace/screens.ts").text.matchAll(/\bpath: "([^"]+)"/g)];
  const toWorkspace = "/dashboard/*";
  return [
    ...patternsOf(routes).filter((pattern) => pattern !== toWorkspace),
    "/dashboard",
    ...screens.map(([, path]) => `/dashboard/${path!}`),
  ];
}

function patternsOf(entries: readonly RouteConfigEntry[], above = ""): string[] {
  return entries.flatMap(({ path, index, children = [] }) => {
    const own = path === undefined ? above : `${above}/${path}`;
    // A layout without an address, or one whose first page stands at its own, is no page itself.
    const isPage = index === true || (path !== undefined && !children.some((child) => child.index === true));
    return [...(isPage ? [own || "/"] : []), ...patternsOf(children, own)];
  });
}
