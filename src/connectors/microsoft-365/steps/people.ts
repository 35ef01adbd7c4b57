import type { Step } from "../../connector.ts";
import { fieldsOf, flagOf, textOf } from "../../json-fields.ts";
import { dayOf } from "../../day-of.ts";
import { collection, item, subject } from "./collection.ts";

const USER_FIELDS = "id,userPrincipalName,userType,accountEnabled,onPremisesSyncEnabled,createdDateTime";

export const users: Step = {
  id: "users",
  title: "Accounts",
  kinds: ["ms.user"],
  scopes: ["User.Read.All"],
  async *collect(context) {
    // The date of the last sign-in needs Entra ID P1: a tenant without it is asked again without the field.
    const [plain, dated] = [USER_FIELDS, `${USER_FIELDS},signInActivity`].map(
      (fields) => `/users?$select=${fields}&$top=500`,
    );
    const first = await context.http.send({ endpoint: "graph", path: `/v1.0${dated}`, accept: [403] });
    const knows = first.status !== 403;
    yield* collection(context, knows ? dated! : plain!, (object, at) => {
      const activity = fieldsOf(object["signInActivity"]);
      const last = dayOf(activity["lastSuccessfulSignInDateTime"]) ?? dayOf(activity["lastSignInDateTime"]);
      return item(
        "ms.user",
        subject("user", object, textOf(object["userPrincipalName"])),
        {
          userType: textOf(object["userType"]) || "Member",
          accountEnabled: object["accountEnabled"] !== false,
          onPremisesSyncEnabled: object["onPremisesSyncEnabled"] === true,
          createdOn: dayOf(object["createdDateTime"]),
          ...(knows && { lastSignInOn: last }),
        },
        at,
      );
    });
  },
};

export const registrations: Step = {
  id: "second-factors",
  title: "Registration of second factors",
  kinds: ["ms.registration"],
  scopes: ["AuditLog.Read.All"],
  collect: (context) =>
    collection(context, "/reports/authenticationMethods/userRegistrationDetails", (object, at) => {
      const [registered, capable] = [flagOf(object["isMfaRegistered"]), flagOf(object["isMfaCapable"])];
      return item(
        "ms.registration",
        subject("user", object, textOf(object["userPrincipalName"])),
        {
          userType: textOf(object["userType"]).toLowerCase() || "member",
          isAdmin: object["isAdmin"] === true,
          ...(registered !== undefined && { isMfaRegistered: registered }),
          ...(capable !== undefined && { isMfaCapable: capable }),
        },
        at,
      );
    }),
};

export const roles: Step = {
  id: "administrators",
  title: "Administrator roles",
  kinds: ["ms.role_assignment"],
  scopes: ["RoleManagement.Read.Directory"],
  collect: (context) =>
    collection(context, "/roleManagement/directory/roleAssignments?$expand=principal", (object, at) => {
      const principal = fieldsOf(object["principal"]);
      const label = textOf(principal["userPrincipalName"]) || textOf(principal["displayName"]);
      return item(
        "ms.role_assignment",
        subject("role assignment", object, label),
        {
          // Built-in roles have the id of their template, the same in every tenant.
          roleTemplateId: textOf(object["roleDefinitionId"]),
          principalId: textOf(object["principalId"]),
          principalType: textOf(principal["@odata.type"]).replace("#microsoft.graph.", "") || "unknown",
          principalLabel: label || textOf(object["principalId"]),
          scope: textOf(object["directoryScopeId"]) || "/",
        },
        at,
      );
    }),
};
