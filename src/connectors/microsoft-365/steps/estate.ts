import type { Step, EvidenceItem } from "../../connector.ts";
import { RequestFailed } from "../../http.ts";
import { fieldsOf, flagOf, listOf, textOf } from "../../json-fields.ts";
import type { Fields } from "../../json-fields.ts";
import { dayOf } from "../../day-of.ts";
import { isUnlicensed } from "../graph.ts";
import { collection, item, subject } from "./collection.ts";

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
        {
          secrets: listOf(object["passwordCredentials"]).map((one) => ({
            startsOn: dayOf(fieldsOf(one)["startDateTime"]),
            endsOn: dayOf(fieldsOf(one)["endDateTime"]),
          })),
        },
        at,
      ),
    ),
};

/** A step over a feature that not every licence has. */
function licensed(
  step: Omit<Step, "collect">,
  feature: string,
  path: string,
  read: (object: Fields, at: string) => EvidenceItem,
): Step {
  return {
    ...step,
    kinds: [...step.kinds, "ms.unlicensed"],
    async *collect(context) {
      const probe = await context.http.send({ endpoint: "graph", path: `/v1.0${path}`, accept: [403] });
      const tenant = { type: "tenant", id: context.account.id, label: context.account.label };
      if (isUnlicensed(probe, step.scopes[0]!)) yield item("ms.unlicensed", tenant, { feature }, probe.at);
      else yield* collection(context, path, read);
    },
  };
}

export const risks = licensed(
  { id: "risky-users", title: "Users at risk", kinds: ["ms.risky_user"], scopes: ["IdentityRiskyUser.Read.All"] },
  "risky users",
  "/identityProtection/riskyUsers?$top=500",
  (object, at) =>
    item(
      "ms.risky_user",
      subject("user", object, textOf(object["userPrincipalName"])),
      {
        riskLevel: textOf(object["riskLevel"]),
        riskState: textOf(object["riskState"]),
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
  "/deviceManagement/managedDevices?$select=id,deviceName,operatingSystem,complianceState,isEncrypted&$top=500",
  (object, at) => {
    const encrypted = flagOf(object["isEncrypted"]);
    return item(
      "ms.device",
      subject("device", object, textOf(object["deviceName"])),
      {
        complianceState: textOf(object["complianceState"]),
        ...(encrypted !== undefined && { isEncrypted: encrypted }),
        operatingSystem: textOf(object["operatingSystem"]),
      },
      at,
    );
  },
);

const HOUR = 60 * 60 * 1_000;

export const audits: Step = {
  id: "audit-events",
  title: "Directory audit events",
  kinds: ["ms.audit"],
  scopes: ["AuditLog.Read.All"],
  async *collect({ http, account, now }) {
    const since = new Date(now().getTime() - 24 * HOUR).toISOString();
    const query = { $filter: `activityDateTime ge ${since}`, $top: 1, $orderby: "activityDateTime desc" };
    const answer = await http.send({ endpoint: "graph", path: "/v1.0/auditLogs/directoryAudits", query });
    const body = fieldsOf(answer.json());
    if (!Array.isArray(body["value"]))
      throw new RequestFailed("malformed", "no list at /auditLogs/directoryAudits", answer.status);
    const [newest] = listOf(body["value"]).map(fieldsOf);
    const tenant = { type: "tenant", id: account.id, label: account.label };
    yield item(
      "ms.audit",
      tenant,
      { found: newest !== undefined, newestOn: dayOf(newest?.["activityDateTime"]) },
      answer.at,
    );
  },
};
