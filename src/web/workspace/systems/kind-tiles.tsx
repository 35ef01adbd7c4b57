import { useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { systemKinds } from "#catalog/systems.ts";
import { api, client } from "#web/api.ts";
import { showError } from "#web/app-error.ts";
import { Button } from "#web/design/button.tsx";
import { longDate } from "#web/design/dates.ts";
import { Icon } from "#web/design/icon.tsx";
import { toast } from "#web/design/toast-list.ts";
import { useWorkspace } from "../company-context.tsx";
import { AddSystem } from "./add-system.tsx";
import { DecideDialog } from "./decide-dialog.tsx";
import { SystemLine } from "./system-line.tsx";
import { kindIcons } from "./systems.ts";
import type { KindAnswer, System } from "./systems.ts";

interface Props {
  systems: readonly System[];
  kinds: readonly KindAnswer[];
  mayManage: boolean;
}

/** A tile for each kind: those not answered first, those declared none last. */
export function KindTiles({ systems, kinds, mayManage }: Props) {
  const order = ["not answered", "in scope", "out of scope", "declared none"];
  const sorted = kinds.toSorted((a, b) => rank(a) - rank(b));
  function rank({ state }: KindAnswer) {
    return state === "out of scope" ? 1 : order.indexOf(state);
  }
  return (
    <ul className="kind-tiles">
      {sorted.map((answer) => (
        <li key={answer.kind} className="kind-tile" data-state={answer.state}>
          <KindTile
            answer={answer}
            systems={systems.filter((system) => system.kinds.includes(answer.kind))}
            mayManage={mayManage}
          />
        </li>
      ))}
    </ul>
  );
}

function KindTile({
  answer,
  systems,
  mayManage,
}: {
  answer: KindAnswer;
  systems: readonly System[];
  mayManage: boolean;
}) {
  const { kind, label, state, none } = answer;
  const [open, setOpen] = useState<"add" | "none">();
  const close = () => setOpen(undefined);
  return (
    <>
      <div className="kind-head">
        <Icon of={kindIcons[kind]} size={18} />
        <div>
          <h2>{label}</h2>
          <p>{systemKinds[kind].examples}</p>
        </div>
      </div>
      {systems.length > 0 && (
        <ul className="system-lines">
          {systems.map((system) => (
            <SystemLine key={system.id} system={system} mayManage={mayManage} />
          ))}
        </ul>
      )}
      {none && (
        <p className="kind-none">
          <b>We have none.</b> “{none.reason}”
        </p>
      )}
      {state === "not answered" && mayManage && (
        <div className="kind-answers">
          <Button size="small" icon={Plus} aria-label={`Add system: ${label}`} onClick={() => setOpen("add")}>
            Add system
          </Button>
          <Button size="small" aria-label={`We have none: ${label}`} onClick={() => setOpen("none")}>
            We have none
          </Button>
        </div>
      )}
      {state === "not answered" && !mayManage && <p className="kind-none">Not answered yet</p>}
      {none && (
        <div className="kind-foot">
          <span>
            {none.decidedBy}, until {longDate(none.until)}
          </span>
          {mayManage && <TakeBack answer={answer} onChange={() => setOpen("none")} />}
        </div>
      )}
      {systems.length > 0 && mayManage && (
        <div className="kind-foot">
          <Button
            kind="quiet"
            size="small"
            icon={Plus}
            aria-label={`Add system: ${label}`}
            onClick={() => setOpen("add")}
          >
            Add
          </Button>
        </div>
      )}
      {open === "add" && <AddSystem kind={kind} onClose={close} />}
      {open === "none" && <DecideDialog about={{ kind, label }} reason={none?.reason} onClose={close} />}
    </>
  );
}

function TakeBack({ answer: { kind, label, none }, onChange }: { answer: KindAnswer; onChange: () => void }) {
  const { company } = useWorkspace();
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries({ queryKey: api.systems.key() });
  async function again() {
    try {
      await client.systems.declareNone({ companyId: company.id, kind, reason: none!.reason, until: none!.until });
      await refresh();
    } catch (error) {
      showError(error, "The change could not be undone");
    }
  }
  async function takeBack() {
    try {
      await client.systems.takeBackNone({ companyId: company.id, kind });
      await refresh();
      toast.success(`${label}: not answered`, { action: { label: "Undo", onPress: () => void again() } });
    } catch (error) {
      showError(error, "The declaration could not be withdrawn");
    }
  }
  return (
    <span className="kind-actions">
      <button type="button" className="link" aria-label={`Change: ${label}`} onClick={onChange}>
        Change
      </button>
      <button type="button" className="link" aria-label={`Withdraw: ${label}`} onClick={() => void takeBack()}>
        Withdraw
      </button>
    </span>
  );
}
