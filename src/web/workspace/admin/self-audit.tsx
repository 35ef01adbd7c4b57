import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { api, client } from "#web/api.ts";
import { Button } from "#web/design/button.tsx";
import { registerTime } from "#web/design/dates.ts";
import { Field } from "#web/design/field.tsx";
import { Select } from "#web/design/input.tsx";
import { toast } from "#web/design/toast-list.ts";
import { showError } from "#web/app-error.ts";
import type { Health } from "./health.ts";

type Audit = Health["audits"][number];

/** In which companies the installation files its own operation as evidence, and where that begins or stops. */
export function SelfAudit({ health: { audits } }: { health: Health }) {
  const queries = useQueryClient();
  const { data: companies = [] } = useQuery(api.companies.list.queryOptions({ input: {} }));
  const [chosen, setChosen] = useState("");
  const [pending, setPending] = useState(false);
  const managed = companies.filter(({ role }) => role === "owner" || role === "admin");
  const free = managed.filter(({ id }) => !audits.some(({ companyId }) => companyId === id));
  const company = free.find(({ id }) => id === chosen) ?? free[0];
  const nameOf = (id: string) => companies.find((each) => each.id === id)?.name ?? "A company that you are not in";

  async function change(work: () => Promise<unknown>, done: string, failed: string) {
    setPending(true);
    try {
      await work();
      toast.success(done);
    } catch (error) {
      showError(error, failed);
    } finally {
      setPending(false);
      void queries.invalidateQueries({ queryKey: api.health.key() });
      void queries.invalidateQueries({ queryKey: api.connections.key() });
    }
  }

  const begin = (companyId: string) =>
    change(
      () => client.connections.link({ companyId, provider: "installation", method: "own", values: {} }),
      "The first evidence is filed within a minute",
      "The audit could not be started",
    );
  const stop = ({ companyId, connectionId }: Audit) =>
    change(
      () => client.connections.disconnect({ companyId, connectionId }),
      "The audit of this installation is off",
      "The audit could not be stopped",
    );

  return (
    <div className="stack gap-12">
      <p className="quiet measure">
        Every hour, Exhibit can file its own backups, restore tests, file checks, upgrades and platform admins as
        evidence in a company of yours. No other company is named.
      </p>
      {audits.length > 0 && (
        <ul className="settings-list" aria-label="Companies with this audit">
          {audits.map((audit) => (
            <li key={audit.connectionId}>
              <div className="narrows">
                <b className="strong">{nameOf(audit.companyId)}</b>
                <p className="wraps small faint">{sayState(audit)}</p>
              </div>
              {managed.some(({ id }) => id === audit.companyId) && (
                <div className="row gap-4">
                  <Link className="link" to={`/dashboard/integrations?manage=${audit.connectionId}`}>
                    Open
                  </Link>
                  <Button
                    size="small"
                    kind="quiet"
                    disabled={pending}
                    aria-label={`Stop the audit in ${nameOf(audit.companyId)}`}
                    onClick={() => void stop(audit)}
                  >
                    Stop
                  </Button>
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
      {company ? (
        <div className="stack gap-12 at-start measure">
          <Field label="Company">
            <Select value={company.id} onChange={(event) => setChosen(event.target.value)}>
              {free.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          </Field>
          <Button disabled={pending} onClick={() => void begin(company.id)}>
            Start the audit
          </Button>
        </div>
      ) : (
        audits.length === 0 && <p className="quiet">Create a company first, or ask to be an admin of one.</p>
      )}
    </div>
  );
}

function sayState({ needsAttention, paused, observedAt }: Audit): string {
  if (needsAttention) return "It stopped: who started it no longer runs this installation.";
  if (paused) return "Paused.";
  return observedAt ? `Last read ${registerTime(observedAt)} UTC.` : "Not read yet.";
}
