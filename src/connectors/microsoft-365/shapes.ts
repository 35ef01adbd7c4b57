import { populationIn } from "#domain/facts/population.ts";
import { Reading } from "#domain/facts/reading.ts";
import type { Table } from "#domain/facts/reading.ts";
import { Truth } from "#domain/facts/truth.ts";
import { everyItem, memberOf } from "../facts.ts";
import { addressOf, byBeing, lastSignIn } from "../shape.ts";
import type { Mappings } from "../shape.ts";
import { PEOPLE } from "./checks/people-tables.ts";

/** Built-in roles (learn.microsoft.com/entra/identity/role-based-access-control/permissions-reference); the same id in every tenant. */
const LEVELS: Table<"admin" | "read"> = {
  // Global, Privileged Role, Privileged Authentication, Authentication, User, Helpdesk and Groups Administrator.
  "62e90394-69f5-4237-9190-012177145e10": "admin",
  "e8611ab8-c189-46e8-94e1-60213ab1f814": "admin",
  "7be44c8a-adaf-4e2a-84d6-ab2649e08a13": "admin",
  "c4e39bd9-1100-46d3-8c65-fb160da0071f": "admin",
  "fe930be7-5e62-47db-91af-98c3a49a38b1": "admin",
  "729827e3-9c14-49f7-bb1b-9608f156bbb8": "admin",
  "fdd7a751-b60b-444a-984c-02652fe8fa1c": "admin",
  // Security, Conditional Access, Application, Cloud Application and Hybrid Identity Administrator.
  "194ae4cb-b126-40b2-bd5b-6091b380977d": "admin",
  "b1be1c3e-b65d-4f19-8427-f6fa0d97feb9": "admin",
  "9b895d92-2cd3-44c7-9d02-a6ac2d5ea5c3": "admin",
  "158c047a-c907-4556-b7ef-446551a6b5f7": "admin",
  "8ac3fc64-6eca-42ea-9e69-59f4c7b60eb2": "admin",
  // Exchange, SharePoint, Teams, Intune and Billing Administrator.
  "29232cdf-9323-42fd-ade2-1d097af3e4de": "admin",
  "f28a1f50-f6e7-4571-818b-6a12f2af6b6c": "admin",
  "69091246-20e8-4a56-aa4d-066075b2a7a8": "admin",
  "3a2c62db-5318-420d-8d74-23affee5d9d5": "admin",
  "b0f54661-2d74-4c50-afa3-1ec803f12efe": "admin",
  // Global, Security, Directory, Reports and Message Center Reader.
  "f2ef992c-3afb-46b9-b7cf-a126ee74c451": "read",
  "5d6b6bb7-de71-4623-b4af-96380a352509": "read",
  "88d8e3e3-8f55-4a1e-953a-9b9898b8876b": "read",
  "4a5d8f65-41da-4de4-8968-e035b65339cf": "read",
  "790c1fb9-7f7d-4f88-86a1-ef1f95c05c1b": "read",
};

/** The members of a group that could not be read may be anybody. */
const HOLDERS: Table<true> = { user: true, servicePrincipal: true };

/** What Intune says of a device (learn.microsoft.com/graph/api/resources/intune-devices-compliancestate). */
const COMPLIANCE: Table<boolean> = {
  compliant: true,
  noncompliant: false,
  conflict: false,
  error: false,
  inGracePeriod: true,
};

const CLASSES: Readonly<Record<"member" | "guest", "human" | "guest">> = { member: "human", guest: "guest" };

export const shapes: Mappings = {
  account: {
    steps: ["users"],
    lacks: {},
    map(facts) {
      const users = everyItem(facts, "ms.user", "users");
      const registered = new Map(facts.items("ms.registration").map((item) => [item.subject.id, memberOf(item)]));
      return {
        ...users,
        members: users.members.map(({ resource, data }) => {
          const enabled = data.at("accountEnabled").flag();
          const own =
            registered.get(resource.id)?.data ?? Reading.unread("not asked", `ms.registration:${resource.id}`);
          return {
            ...resource,
            facts: {
              class: data
                .at("userType")
                .oneOf(PEOPLE)
                .map((type) => CLASSES[type]),
              active: enabled,
              canSignIn: enabled,
              // The domain of a user principal name is one that the tenant proved. A guest's name is no address.
              email: addressOf(Reading.of(resource.label, `${data.path} name`)),
              createdAt: data.at("createdOn").instant(),
              lastSignInAt: lastSignIn(data.at("lastSignInOn")),
              secondFactor: own
                .at("isMfaCapable")
                .flag()
                .map((is) => (is ? "any" : "none")),
            },
          };
        }),
      };
    },
  },
  grant: {
    steps: ["administrators"],
    lacks: { production: "not asked" },
    map(facts) {
      const holders = everyItem(facts, "ms.administrator", "administrators").members.map(({ resource, data }) => ({
        resource,
        data,
        known: data.at("type").oneOf(HOLDERS),
        roles: populationIn(`${data.path}.roles`, data.at("roles").list()),
      }));
      return {
        name: "administrators",
        whole: Truth.all([
          everyItem(facts, "ms.administrator", "administrators").whole,
          ...holders.flatMap(({ known, roles }) => [known.exists(), roles.whole]),
        ]),
        members: holders.flatMap(({ resource, known, roles, data }) =>
          roles.members.map((role, at) => ({
            id: `${resource.id} ${at}`,
            label: resource.label,
            facts: {
              to: known.map(() => resource.id),
              role: role.at("templateId").text(),
              level: role.at("templateId").oneOf(LEVELS),
              over: byBeing(data, "account" as const),
              eligible: role.at("held").oneOf({ active: false, eligible: true }),
            },
          })),
        ),
      };
    },
  },
  device: {
    steps: ["devices"],
    lacks: {},
    map(facts) {
      const devices = everyItem(facts, "ms.device", "devices");
      const isLicensed = facts.items("ms.unlicensed").map((item) => memberOf(item).data.at("feature").text());
      return {
        ...devices,
        whole: Truth.all([devices.whole, ...isLicensed.map((feature) => feature.is("managed devices").not())]),
        members: devices.members.map(({ resource, data }) => ({
          ...resource,
          facts: {
            os: data.at("operatingSystem").text(),
            managed: byBeing(data, true),
            compliant: data.at("complianceState").oneOf(COMPLIANCE),
            encrypted: data.at("isEncrypted").flag(),
            serial: data.at("serialNumber").text(),
            holder: data.at("userId").orNone().text().orElse(null),
            lastSyncAt: data.at("lastSyncOn").instant(),
          },
        })),
      };
    },
  },
  application: {
    steps: ["applications"],
    partial: "applications of other publishers are not read",
    lacks: { people: "not asked", scopes: "not asked" },
    map(facts) {
      const apps = everyItem(facts, "ms.application", "applications");
      return {
        ...apps,
        members: apps.members.map(({ resource }) => ({ ...resource, facts: {} })),
      };
    },
  },
  repository: { none: "Microsoft 365 holds no source code." },
};
