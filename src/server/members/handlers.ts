import type { HandlersOf } from "../endpoints/handler.ts";
import { changeRole } from "./change-role.ts";
import { leaveCompany } from "./leave.ts";
import { listIssued } from "./list-issued.ts";
import { listTeam } from "./member-list.ts";
import { removeMember } from "./remove.ts";

export function memberHandlers(): HandlersOf<"members"> {
  return {
    list: ({ tx }) => listTeam(tx),
    issued: listIssued,
    changeRole,
    remove: removeMember,
    leave: leaveCompany,
  };
}
