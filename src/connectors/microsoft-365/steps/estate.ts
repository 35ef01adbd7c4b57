import type { Step } from "../../connector.ts";
import { RequestFailed } from "../../http.ts";
import { fieldsOf, flagOf, listOf, textOf } from "../../json-fields.ts";
import type { Fields } from "../../json-fields.ts";
import { dayOf } from "../../day-of.ts";
import { collection, item, licensed, subject, tenantIn } from "./collection.ts";

export const applications: Step = {
  id: "applications",
  title: "Secrets of app registrations",
  kinds: ["ms.application"],
  scopes: ["Application.Read.All"],
  collect: (context) =>
    collection(context, "/applications?$select=id,displayName,passwordCredentials&$top=100", (object, at) =>
      item(
        "ms.application",
        subject("application", object),
        Array.isArray(object["passwordCredentials"])
          ? {
              secrets: listOf(object["passwordCredentials"]).map((item) => ({
                startsOn: dayOf(fieldsOf(item)["startDateTime"]),
                endsOn: dayOf(fieldsOf(item)["endDateTime"]),
              })),
            }
          : {},
        at,
      ),
    ),
};

export const risks = licensed(
  { id: "risky-users", title: "Users at risk", kinds: ["ms.risky_user"], scopes: ["IdentityRiskyUser.Read.All"] },
  "risky users",
  "/identityProtection/riskyUsers?$top=500",
  (object, at) =>
    item(
      "ms.risky_user",
      subject("user", object, textOf(object["userPrincipalName"])),
      {
        ...textAt("riskLevel", object),
        ...textAt("riskState", object),
        updatedOn: dayOf(object["riskLastUpdatedDateTime"]),
      },
      at,
    ),
);

export const devices = licensed(
  {
    id: "devices",
    title: "Managed devices",
    kinds: ["ms.device"],
    scopes: ["DeviceManagementManagedDevices.Read.All"],
  },
  "managed devices",
  "/deviceManagement/managedDevices?$select=id,deviceName,operatingSystem,complianceState,isEncrypted,serialNumber,userId,lastSyncDateTime&$top=500",
  (object, at) => {
    const encrypted = flagOf(object["isEncrypted"]);
    const [user, lastSyncOn] = [object["userId"], dayOf(object["lastSyncDateTime"])];
    return item(
      "ms.device",
      subject("device", object, textOf(object["deviceName"])),
      {
        ...textAt("complianceState", object),
        ...(encrypted !== undefined && { isEncrypted: encrypted }),
        operatingSystem: textOf(object["operatingSystem"]),
        ...textAt("serialNumber", object),
        // Intune says of a shared device that its user is nobody, by null or by an empty text.
        ...((typeof user === "string" || user === null) && { userId: user === "" ? null : user }),
        ...(lastSyncOn !== null && { lastSyncOn }),
      },
      at,
    );
  },
);

function textAt<Name extends string>(name: Name, object: Fields): { [N in Name]?: string } {
  const value = object[name];
  return typeof value === "string" ? ({ [name]: value } as { [N in Name]: string }) : {};
}

const HOUR = 60 * 60 * 1_000;

export const audits: Step = {
  id: "audit-events",
  title: "Directory audit events",
  kinds: ["ms.audit"],
  scopes: ["AuditLog.Read.All"],
  async *collect(context) {
    const { http, now } = context;
    const since = new Date(now().getTime() - 24 * HOUR).toISOString();
    const query = { $filter: `activityDateTime ge ${since}`, $top: 1, $orderby: "activityDateTime desc" };
    const answer = await http.send({ endpoint: "graph", path: "/v1.0/auditLogs/directoryAudits", query });
    const body = fieldsOf(answer.json());
    if (!Array.isArray(body["value"]))
      throw new RequestFailed("malformed", "no list at /auditLogs/directoryAudits", answer.status);
    const [newest] = listOf(body["value"]).map(fieldsOf);
    yield item(
      "ms.audit",
      tenantIn(context),
      { found: newest !== undefined, newestOn: dayOf(newest?.["activityDateTime"]) },
      answer.at,
    );
  },
};
