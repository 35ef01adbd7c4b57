import { useQueryClient } from "@tanstack/react-query";
import { CircleDashed, Ellipsis, Minus, Pencil, Plug } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { api, client } from "#web/api.ts";
import { showError } from "#web/app-error.ts";
import { longDate } from "#web/design/dates.ts";
import { Icon } from "#web/design/icon.tsx";
import { Menu, MenuItem } from "#web/design/menu.tsx";
import { toast } from "#web/design/toast-list.ts";
import { useCan, useWorkspace } from "../company-context.tsx";
import { DecideDialog } from "./decide-dialog.tsx";
import { RenameSystem } from "./rename-system.tsx";
import { stateOf } from "./systems.ts";
import type { System } from "./systems.ts";

/** One system of a kind: its name, how fresh it is, and what can be done about it. */
export function SystemLine({ system, mayManage }: { system: System; mayManage: boolean }) {
  const { company } = useWorkspace();
  const queries = useQueryClient();
  // Not for auditors, who have no page of integrations.
  const mayOpen = useCan("company.read");
  const [open, setOpen] = useState<"out" | "rename">();
  const { id, name, provider, connection, outOfScope } = system;
  const refresh = () => queries.invalidateQueries({ queryKey: api.systems.key() });

  async function run(work: () => Promise<unknown>, done: string, failed: string, undo?: () => Promise<unknown>) {
    try {
      await work();
      await refresh();
      const onPress = undo && (() => void run(undo, "Change undone", "The change could not be undone"));
      toast.success(done, onPress && { action: { label: "Undo", onPress } });
    } catch (error) {
      showError(error, failed);
    }
  }
  const of = { companyId: company.id, systemId: id };
  const bringBack = () =>
    run(
      () => client.systems.bringBack(of),
      `${name}: in scope again`,
      "The system could not be put in scope",
      () => client.systems.leaveOut({ ...of, reason: outOfScope!.reason, until: outOfScope!.until }),
    );
  const remove = () =>
    run(
      () => client.systems.remove(of),
      `${name}: removed`,
      "The system could not be removed",
      () => client.systems.add({ companyId: company.id, name, kinds: system.kinds, provider }),
    );

  return (
    <li>
      <Icon of={outOfScope ? Minus : connection ? Plug : provider ? CircleDashed : Pencil} size={14} />
      <div>
        <b>{name}</b>
        <p>
          {mayOpen && connection && !outOfScope ? (
            <Link to={`/dashboard/integrations?manage=${connection.id}`}>{stateOf(system)}</Link>
          ) : mayManage && provider && !outOfScope && !connection ? (
            <>
              {stateOf(system)}.{" "}
              <Link className="link" to={`/dashboard/integrations?connect=${provider}`}>
                Connect
              </Link>
            </>
          ) : (
            stateOf(system)
          )}
        </p>
        {outOfScope && (
          <p>
            “{outOfScope.reason}” {outOfScope.decidedBy}, {longDate(outOfScope.decidedAt)}
          </p>
        )}
      </div>
      {mayManage && (
        <Menu
          label={`Actions for ${name}`}
          trigger={<Icon of={Ellipsis} />}
          triggerClass="button row-menu"
          align="right"
        >
          <MenuItem onSelect={() => setOpen("rename")}>Rename</MenuItem>
          {outOfScope ? (
            <MenuItem onSelect={() => void bringBack()}>Put in scope</MenuItem>
          ) : (
            <MenuItem onSelect={() => setOpen("out")}>Put out of scope</MenuItem>
          )}
          {system.removable && <MenuItem onSelect={() => void remove()}>Remove</MenuItem>}
        </Menu>
      )}
      {open === "out" && <DecideDialog about={{ systemId: id, name }} onClose={() => setOpen(undefined)} />}
      {open === "rename" && <RenameSystem system={system} onClose={() => setOpen(undefined)} />}
    </li>
  );
}
