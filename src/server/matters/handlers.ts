import type { HandlersOf } from "../endpoints/handler.ts";
import { addPerson } from "./add-person.ts";
import { createMatter } from "./create.ts";
import { waivePrivilege } from "./waive.ts";
import { listMatterItems } from "./list-items.ts";
import { listMatterRecords } from "./list-records.ts";
import { getMatter, readAccessList, listMatters } from "./matter-list.ts";
import { exportPrivilegeLog } from "./privilege-log.ts";
import { readLog } from "./read-log.ts";
import { removePerson } from "./remove-person.ts";
import { renameMatter } from "./rename.ts";
import { setClosed } from "./set-closed.ts";

interface Deps {
  readonly now: () => Date;
}

export function matterHandlers(deps: Deps): HandlersOf<"matters"> {
  return {
    mine: async ({ input, tx }) =>
      (await listMatters(tx, input.companyId))
        .filter(({ onAccessList, closedAt }) => onAccessList && closedAt === null)
        .map(({ id, name, basis }) => ({ id, name, basis })),
    list: ({ input, tx }) => listMatters(tx, input.companyId),
    get: async ({ input: { companyId, matterId }, tx }) => ({
      matter: await getMatter(tx, companyId, matterId),
      accessList: await readAccessList(tx, companyId, matterId),
    }),
    create: createMatter(deps),
    rename: renameMatter,
    close: ({ input, tx }) => setClosed(tx, input, deps.now()),
    reopen: ({ input, tx }) => setClosed(tx, input, null),
    addPerson: addPerson(deps),
    removePerson,
    log: readLog,
    items: listMatterItems,
    records: listMatterRecords(deps),
    privilegeLog: exportPrivilegeLog(deps),
    waive: waivePrivilege,
  };
}
