import type { Step, StepContext } from "../../connector.ts";
import { CursorRefused, RequestFailed } from "../../http.ts";
import { fieldsOf, textOf } from "../../json-fields.ts";
import type { Fields } from "../../json-fields.ts";
import { isUnlicensed, pagesOf } from "../graph.ts";
import type { Data } from "../kinds.ts";
import { item } from "./collection.ts";

type Held = Data<"ms.administrator">["roles"][number]["held"];

interface Holder {
  readonly type: string;
  readonly label: string;
  readonly roles: Map<string, { templateId: string; held: Held }>;
}

/** Graph's name of a type, without its namespace. */
const typeOf = (object: Fields) => textOf(object["@odata.type"]).replace("#microsoft.graph.", "") || "unknown";
const labelOf = (object: Fields) => textOf(object["userPrincipalName"]) || textOf(object["displayName"]);

/**
 * Who holds a role now or may take it on, one by one: groups by all their members. The same person may come by several ways, so that
 * nothing is yielded, and nothing resumed, page by page.
 */
export const administrators: Step = {
  id: "administrators",
  title: "Administrator roles",
  kinds: ["ms.administrator"],
  scopes: ["RoleManagement.Read.Directory"],
  async *collect(context) {
    const holders = new Map<string, Holder>();
    const members = membersIn(context);
    let at = "";
    const add = (principal: Fields, id: string, templateId: string, held: Held) => {
      const holder = holders.get(id) ?? { type: typeOf(principal), label: labelOf(principal), roles: new Map() };
      holder.roles.set(`${templateId} ${held}`, { templateId, held });
      holders.set(id, holder);
    };
    const read = async (path: string, held: Held) => {
      for await (const { objects, answer } of pagesOf(context.http, `${path}?$expand=principal`, undefined)) {
        at = answer.at;
        for (const object of objects) {
          const principal = fieldsOf(object["principal"]);
          // Built-in roles have the id of their template, the same in every tenant.
          const [id, role] = [textOf(object["principalId"]), textOf(object["roleDefinitionId"])];
          const inside = typeOf(principal) === "group" ? await members(id) : undefined;
          if (inside) for (const entry of inside) add(entry, textOf(entry["id"]), role, held);
          else add(principal, id, role, held);
        }
      }
    };
    await read("/roleManagement/directory/roleAssignments", "active");
    // What was read of roles that are held stands, even where those that may be taken on cannot be read.
    const failure = await eligible(context, () => read(ELIGIBLE, "eligible"));
    for (const [id, { type, label, roles }] of holders)
      yield item(
        "ms.administrator",
        { type: TYPES[type] ?? "principal", id, label: label || id },
        { type, roles: [...roles.values()] },
        at,
      );
    if (failure) throw failure;
  },
};

const ELIGIBLE = "/roleManagement/directory/roleEligibilityScheduleInstances";
const TYPES: Readonly<Record<string, string>> = { user: "user", servicePrincipal: "application", group: "group" };

/** Reads eligible roles. A tenant without Entra ID P2 has none, and says so; any other failure is answered. */
async function eligible({ http }: StepContext, read: () => Promise<void>): Promise<RequestFailed | undefined> {
  try {
    const probe = await http.send({ endpoint: "graph", path: `/v1.0${ELIGIBLE}`, accept: [400, 403] });
    if (isUnlicensed(probe, "RoleManagement.Read.Directory")) return undefined;
    await read();
    return undefined;
  } catch (error) {
    if (error instanceof RequestFailed && !(error instanceof CursorRefused)) return error;
    throw error;
  }
}

/** The people and programs in a group, those of groups inside it included; undefined where we may not read them. */
function membersIn({ http }: StepContext): (group: string) => Promise<Fields[] | undefined> {
  const known = new Map<string, Fields[] | undefined>();
  return async (group) => {
    if (!known.has(group)) known.set(group, await membersOf(http, group));
    return known.get(group);
  };
}

async function membersOf(http: StepContext["http"], group: string): Promise<Fields[] | undefined> {
  const all: Fields[] = [];
  try {
    const path = `/groups/${encodeURIComponent(group)}/transitiveMembers?$select=id,userPrincipalName,displayName&$top=500`;
    for await (const { objects } of pagesOf(http, path, undefined)) all.push(...objects);
  } catch (error) {
    if (error instanceof RequestFailed && (error.kind === "denied" || error.kind === "unavailable")) return undefined;
    throw error;
  }
  // Groups inside are listed beside their members; what is neither a person nor a program cannot use a role.
  return all.filter((item) => !["group", "device", "orgContact"].includes(typeOf(item)));
}
