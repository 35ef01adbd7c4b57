import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { api, client } from "#web/api.ts";
import { showError } from "#web/app-error.ts";
import { Button } from "#web/design/button.tsx";
import { longDate } from "#web/design/dates.ts";
import { toast } from "#web/design/toast-list.ts";
import { useWorkspace } from "../../company-context.tsx";
import { addressOfRegister } from "../registers.ts";
import type { PolicyDetails, PolicyVersion } from "./policies.ts";
import { usePolicyActs } from "./use-policy-acts.ts";

interface PolicyActionsProps {
  policy: PolicyDetails;
  version: PolicyVersion;
}

/** What is not so yet: open actions named as a promise of this policy. Those that the text in force promises can be closed. */
export function PolicyActions({ policy, version }: PolicyActionsProps) {
  const { company } = useWorkspace();
  const input = { companyId: company.id, versionId: version.id };
  const actions = useQuery(api.policies.actions.queryOptions({ input })).data ?? [];
  const { refreshWithRegisters } = usePolicyActs(policy.id);
  const [closing, setClosing] = useState<string>();
  if (actions.length === 0) return null;
  const close = async (recordId: string, number: string) => {
    const of = { companyId: company.id, register: "actions", recordId };
    setClosing(recordId);
    try {
      await client.registers.end({ ...of, reason: "Done" });
      const reopen = () =>
        void client.registers
          .reopen(of)
          .then(() => toast.success("Undone"))
          .catch((error: unknown) => showError(error, "This could not be undone"))
          .finally(() => void refreshWithRegisters());
      toast.success(`${number} closed`, { action: { label: "Undo", onPress: reopen } });
    } catch (error) {
      showError(error, "This could not be closed");
    }
    setClosing(undefined);
    await refreshWithRegisters();
  };
  return (
    <section>
      <h2>Not yet</h2>
      <ul className="policy-people">
        {actions.map(({ recordId, number, title, dueOn, promised }) => (
          <li key={recordId}>
            <div className="wraps">
              <Link className="link" to={`${addressOfRegister("actions")}?record=${recordId}`}>
                {number}
              </Link>{" "}
              {title} {dueOn !== null && <span className="fine faint">Due {longDate(dueOn)}. </span>}
              {promised && (version.state === "in force" ? "The policy promises it now." : "This version promises it.")}
              {promised && version.state === "in force" && policy.may.write && (
                <div>
                  <Button
                    size="small"
                    busy={closing === recordId && "Closing..."}
                    onClick={() => void close(recordId, number)}
                  >
                    {`Close ${number} as done`}
                  </Button>
                </div>
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
