import type { Step } from "../../connector.ts";
import { fieldsOf, flagOf, textOf } from "../../json-fields.ts";
import { dayOf } from "../../day-of.ts";
import { collection, item, licensed, subject } from "./collection.ts";

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
      const [enabled, synced] = [flagOf(object["accountEnabled"]), object["onPremisesSyncEnabled"]];
      return item(
        "ms.user",
        subject("user", object, textOf(object["userPrincipalName"])),
        {
          ...(typeof object["userType"] === "string" && { userType: object["userType"] }),
          ...(enabled !== undefined && { accountEnabled: enabled }),
          // Null: never synchronized.
          ...((synced === null || typeof synced === "boolean") && { onPremisesSyncEnabled: synced === true }),
          createdOn: dayOf(object["createdDateTime"]),
          ...(knows && { lastSignInOn: last }),
        },
        at,
      );
    });
  },
};

export const registrations = licensed(
  {
    id: "second-factors",
    title: "Registration of second factors",
    kinds: ["ms.registration"],
    scopes: ["AuditLog.Read.All"],
  },
  "the report of registrations",
  "/reports/authenticationMethods/userRegistrationDetails",
  (object, at) => {
    const flags = (["isAdmin", "isMfaRegistered", "isMfaCapable"] as const).filter(
      (name) => flagOf(object[name]) !== undefined,
    );
    return item(
      "ms.registration",
      subject("user", object, textOf(object["userPrincipalName"])),
      {
        ...(typeof object["userType"] === "string" && { userType: object["userType"] }),
        ...Object.fromEntries(flags.map((name) => [name, flagOf(object[name])])),
      },
      at,
    );
  },
);
