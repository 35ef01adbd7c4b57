import type { Json } from "../../connector.ts";
import { fieldsOf, textOf } from "../../json-fields.ts";
import type { Fields } from "../../json-fields.ts";
import type { Data } from "../kinds.ts";

type Policy = Data<"ms.ca_policy">;

/** The properties of Graph's objects that are kept, or that cannot change who must do what (learn.microsoft.com/graph/api/resources). */
const FAMILIAR: Readonly<Record<string, string>> = {
  "": "id templateId displayName description createdDateTime modifiedDateTime deletedDateTime state conditions grantControls sessionControls",
  conditions:
    "users applications clientAppTypes platforms locations signInRiskLevels userRiskLevels servicePrincipalRiskLevels insiderRiskLevels agentIdRiskLevels devices deviceStates authenticationFlows clientApplications times",
  "conditions.users":
    "includeUsers excludeUsers includeGroups excludeGroups includeRoles excludeRoles includeGuestsOrExternalUsers excludeGuestsOrExternalUsers",
  "conditions.applications":
    "includeApplications excludeApplications includeUserActions includeAuthenticationContextClassReferences applicationFilter",
  "conditions.platforms": "includePlatforms excludePlatforms",
  "conditions.locations": "includeLocations excludeLocations",
  "conditions.devices": "deviceFilter",
  grantControls: "operator builtInControls customAuthenticationFactors termsOfUse authenticationStrength",
};

/** A conditional access policy as Graph answers it, whole. */
export function policyData(policy: Fields): Policy {
  const conditions = fieldsOf(policy["conditions"]);
  const applications = fieldsOf(conditions["applications"]);
  return {
    ...told("state", policy["state"]),
    ...(isObject(conditions["users"]) && { users: usersOf(fieldsOf(conditions["users"])) }),
    ...(isObject(conditions["applications"]) && { applications: selection(applications, "Applications") }),
    ...listOrNone("userActions", applications["includeUserActions"]),
    ...listOrNone("authenticationContexts", applications["includeAuthenticationContextClassReferences"]),
    applicationFilter: set(applications["applicationFilter"]),
    ...list("clientAppTypes", conditions["clientAppTypes"]),
    platforms: isSet(conditions["platforms"]) ? selection(fieldsOf(conditions["platforms"]), "Platforms") : null,
    locations: isSet(conditions["locations"]) ? selection(fieldsOf(conditions["locations"]), "Locations") : null,
    ...listOrNone("signInRisk", conditions["signInRiskLevels"]),
    ...listOrNone("userRisk", conditions["userRiskLevels"]),
    servicePrincipalRisk: set(conditions["servicePrincipalRiskLevels"]),
    insiderRisk: set(conditions["insiderRiskLevels"]),
    agentRisk: set(conditions["agentIdRiskLevels"]),
    deviceFilter: set(fieldsOf(conditions["devices"])["deviceFilter"]),
    deviceStates: set(conditions["deviceStates"]),
    authenticationFlows: set(conditions["authenticationFlows"]),
    workloads: set(conditions["clientApplications"]),
    times: set(conditions["times"]),
    ...(policy["grantControls"] !== undefined && { grant: grantOf(policy["grantControls"]) }),
    unfamiliar: unfamiliar(policy),
  };
}

/** The id of a policy's authentication strength whose combinations Graph left out. */
export function strengthToRead(policy: Fields): string | undefined {
  const strength = fieldsOf(fieldsOf(policy["grantControls"])["authenticationStrength"]);
  return Array.isArray(strength["allowedCombinations"]) ? undefined : textOf(strength["id"]) || undefined;
}

function grantOf(value: Json): Policy["grant"] {
  if (!isObject(value)) return null;
  const grant = fieldsOf(value);
  const strength = grant["authenticationStrength"];
  return {
    ...told("operator", grant["operator"]),
    ...list("controls", grant["builtInControls"]),
    ...list("customFactors", grant["customAuthenticationFactors"]),
    ...list("termsOfUse", grant["termsOfUse"]),
    ...(strength !== undefined && {
      strength: isSet(strength) ? list("combinations", fieldsOf(strength)["allowedCombinations"]) : null,
    }),
  };
}

/** Users, groups, roles and guests as one selection; it is there only where all that it rests on is. */
function usersOf(users: Fields): NonNullable<Policy["users"]> {
  const side = (prefix: "include" | "exclude") => {
    const [people, groups, roles] = ["Users", "Groups", "Roles"].map((name) => textsAt(users[`${prefix}${name}`]));
    if (!people || !groups || !roles) return undefined;
    const guests = users[`${prefix}GuestsOrExternalUsers`];
    return [
      ...people.map((id) => (id.includes("-") ? `user:${id}` : id)),
      ...groups.map((id) => `group:${id}`),
      ...roles.map((id) => `role:${id}`),
      ...(isSet(guests) ? [`guests:${JSON.stringify(guests)}`] : []),
    ];
  };
  const [include, exclude] = [side("include"), side("exclude")];
  return { ...(include && { include }), ...(exclude && { exclude }) };
}

function selection(value: Fields, noun: string): { include?: string[]; exclude?: string[] } {
  return { ...list("include", value[`include${noun}`]), ...list("exclude", value[`exclude${noun}`]) };
}

/** Names of properties that are set and that we do not know, at any place where one could narrow the policy. */
function unfamiliar(policy: Fields): string[] {
  return Object.entries(FAMILIAR).flatMap(([path, known]) => {
    const at = path === "" ? policy : path.split(".").reduce((value, name) => fieldsOf(value[name]), policy);
    return Object.keys(at)
      .filter((name) => isSet(at[name]) && !name.includes("@odata.") && !known.split(" ").includes(name))
      .map((name) => (path === "" ? name : `${path}.${name}`));
  });
}

const isObject = (value: Json | undefined) => typeof value === "object" && value !== null && !Array.isArray(value);
const isSet = (value: Json | undefined): value is NonNullable<Json> => value !== undefined && value !== null;
/** A condition that is set, in Graph's words; null where there is none, or one that is empty. */
const set = (value: Json | undefined): string | null => {
  if (isEmpty(value)) return null;
  return typeof value === "string" ? value : JSON.stringify(value);
};

function isEmpty(value: Json | undefined): boolean {
  if (value === undefined || value === null || value === "") return true;
  if (Array.isArray(value)) return value.length === 0;
  return isObject(value) && Object.values(fieldsOf(value)).every(isEmpty);
}

function told<Name extends string>(name: Name, value: Json | undefined): { [N in Name]?: string } {
  return typeof value === "string" ? ({ [name]: value } as { [N in Name]: string }) : {};
}
/** A list of texts; one with anything else in it was not understood. */
function textsAt(value: Json | undefined): string[] | undefined {
  return Array.isArray(value) && value.every((item) => typeof item === "string") ? value : undefined;
}
function list<Name extends string>(name: Name, value: Json | undefined): { [N in Name]?: string[] } {
  const texts = textsAt(value);
  return texts ? ({ [name]: texts } as { [N in Name]: string[] }) : {};
}
/** Null is Graph's way to say that the condition is not set. */
function listOrNone<Name extends string>(name: Name, value: Json | undefined): { [N in Name]?: string[] } {
  return list(name, value === null ? [] : value);
}
