import type { Connector, ProbeContext } from "../connector.ts";
import { RequestFailed } from "../http.ts";
import { fieldsOf, listOf, textOf } from "../json-fields.ts";
import { checks } from "./checks/index.ts";
import { manifest } from "./manifest.ts";
import { steps } from "./steps/index.ts";

/** The tenant, by its immutable id, and the application permissions that it granted us. */
async function probe({ http, typed }: ProbeContext) {
  const answer = await http.send({
    endpoint: "graph",
    path: "/v1.0/organization",
    query: { $select: "id,displayName" },
  });
  const [tenant] = listOf(fieldsOf(answer.json())["value"]).map(fieldsOf);
  const id = textOf(tenant?.["id"]);
  if (!id) throw new RequestFailed("malformed", "no organization at /organization", answer.status);
  return {
    id,
    label: textOf(tenant?.["displayName"]) || id,
    granted: await grantedTo(http, typed["clientId"]),
    facts: { tenantId: id },
  };
}

/** Roles that the tenant assigned to our service principal; undefined where we may not read them. */
async function grantedTo(http: ProbeContext["http"], clientId: string | undefined): Promise<string[] | undefined> {
  if (!clientId) return undefined;
  const found = await http.send({
    endpoint: "graph",
    path: `/v1.0/servicePrincipals(appId='${encodeURIComponent(clientId)}')/appRoleAssignments`,
    accept: [403, 404],
  });
  if (found.status !== 200) return undefined;
  const assigned = new Set(listOf(fieldsOf(found.json())["value"]).map((item) => textOf(fieldsOf(item)["appRoleId"])));
  const graph = await http.send({
    endpoint: "graph",
    path: "/v1.0/servicePrincipals(appId='00000003-0000-0000-c000-000000000000')",
    query: { $select: "appRoles" },
    accept: [403, 404],
  });
  if (graph.status !== 200) return undefined;
  const roles = listOf(fieldsOf(graph.json())["appRoles"]).map(fieldsOf);
  return roles
    .filter((role) => assigned.has(textOf(role["id"])))
    .map((role) => textOf(role["value"]))
    .filter((name) => name !== "");
}

export const microsoft365: Connector = { manifest, probe, steps, checks };
