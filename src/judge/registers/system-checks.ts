import { systemsOfProvider } from "#domain/provider.ts";
import type { Shape } from "#domain/shapes/shapes.ts";
import { adminsListed, onePersonEach } from "./accounts.ts";
import { devicesAssigned } from "./devices-assigned.ts";
import { leaversDisabled } from "./leavers.ts";
import { readScope } from "./program-scope.ts";
import type { ReadSystem, RegisterInputs, RegisterVerdict } from "./registers.ts";
import { releaseRoles } from "./release-roles.ts";
import { repositoriesOwned } from "./repositories-owned.ts";
import { listsApplications, vendorsListed } from "./vendors-listed.ts";
import { removalsDone, reviewedThisQuarter, serviceAccountsReviewed } from "./reviews.ts";

/** A check that registers answer for each connected system. */
interface SystemCheck {
  readonly asks: readonly string[];
  /** The part of the check that it answers for each connected system. */
  readonly aspect: string;
  readonly reads: Shape;
  /** The kinds of systems that the library asks it of; absent where it asks all. */
  readonly kinds?: readonly string[];
  /** Whether it is asked of a system at all; absent where it always is. */
  readonly isAsked?: (inputs: RegisterInputs, system: ReadSystem) => boolean;
  readonly judge: (inputs: RegisterInputs, system: ReadSystem) => RegisterVerdict;
}

const REVIEWS = ["review-populations"];

/** Those that registers answer together with the accounts of connected systems, for each system apart. */
export const systemChecks: Readonly<Record<string, SystemCheck>> = {
  "accounts.leavers-disabled": { asks: ["people"], aspect: "accounts", reads: "account", judge: leaversDisabled },
  "accounts.one-person-each": { asks: ["people"], aspect: "accounts", reads: "account", judge: onePersonEach },
  "change.release-roles": {
    asks: ["approvals"],
    aspect: "grants",
    reads: "grant",
    kinds: ["code", "cloud"],
    judge: releaseRoles,
  },
  "inventory.devices-assigned": {
    asks: ["people", "devices"],
    aspect: "devices",
    reads: "device",
    isAsked: managesDevices,
    judge: devicesAssigned,
  },
  "inventory.repositories-owned": {
    asks: ["people"],
    aspect: "repositories",
    reads: "repository",
    kinds: ["code"],
    judge: repositoriesOwned,
  },
  "privilege.admins-listed": { asks: ["approvals"], aspect: "administrators", reads: "grant", judge: adminsListed },
  "vendors.list-complete": {
    asks: ["vendors"],
    aspect: "applications",
    reads: "application",
    kinds: ["idp", "office", "code", "chat"],
    isAsked: listsApplications,
    judge: vendorsListed,
  },
  "review.done-this-quarter": { asks: REVIEWS, aspect: "accounts", reads: "account", judge: reviewedThisQuarter },
  "review.removals-done": { asks: REVIEWS, aspect: "grants", reads: "account", judge: removalsDone },
  "review.service-accounts": {
    asks: REVIEWS,
    aspect: "accounts",
    reads: "account",
    kinds: ["idp", "cloud"],
    judge: serviceAccountsReviewed,
  },
};

/** Whether a check is asked of a connected system. */
export const isAskedOf = (system: ReadSystem, { kinds, isAsked }: SystemCheck, inputs: RegisterInputs): boolean =>
  isAsked?.(inputs, system) !== false &&
  (kinds === undefined || systemsOfProvider[system.provider].some((kind) => kinds.includes(kind)));

/** Whether a system has devices, or the company says that it manages them there: a directory need not. */
function managesDevices({ scope }: RegisterInputs, { systemId, devices }: ReadSystem): boolean {
  if (!devices) return false;
  const kinds = readScope(scope)?.systems.find((system) => system.systemId === systemId)?.kinds ?? [];
  return devices.members.length > 0 || kinds.some((kind) => ["mdm", "edr"].includes(kind));
}
