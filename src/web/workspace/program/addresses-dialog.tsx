import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import * as z from "zod";
import type { contract } from "#contract/index.ts";
import { api, client } from "#web/api.ts";
import { Button } from "#web/design/button.tsx";
import { Checkbox, CheckboxGroup } from "#web/design/choice.tsx";
import { FormDialog } from "#web/design/form-dialog.tsx";
import { toast } from "#web/design/toast-list.ts";
import { useSchemaForm } from "#web/form.ts";
import { useWorkspace } from "../company-context.tsx";

type Address = z.output<typeof contract.staff.addresses.output>["addresses"][number];

const counted = (many: number) => (many === 1 ? "1 address" : `${many} addresses`);

/** So many are listed at once. */
const LISTED = 500;

interface AddressesDialogProps {
  addresses: readonly Address[];
  /** How many were before these, and how many there are. */
  from: number;
  total: number;
  /** The next or the previous ones are on their way. */
  turning: boolean;
  onTurn: (from: number) => void;
  onClose: () => void;
}

/** Whose each address is, and who wrote it: another owner or admin says that it is so. Many are shown 500 at a time. */
export default function AddressesDialog({ addresses, from, total, turning, onTurn, onClose }: AddressesDialogProps) {
  const { company } = useWorkspace();
  const queries = useQueryClient();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const open = addresses.filter(({ mayVouch }) => mayVouch);
  const waiting = addresses.filter(({ mayVouch }) => !mayVouch);
  const picked = open.filter(({ personId }) => chosen.has(personId));
  const choose = (ids: readonly string[], isChosen: boolean) =>
    setChosen((before) => new Set([...before].filter((id) => !ids.includes(id)).concat(isChosen ? ids : [])));
  const { attributes, busy } = useSchemaForm(z.object({}), async (_, refuse) => {
    try {
      const said = await client.staff.vouch({
        companyId: company.id,
        addresses: picked.map(({ personId, email }) => ({ personId, email })),
      });
      const left = said.changed.length + said.own.length;
      toast.success(`${counted(said.vouched)} confirmed${left > 0 ? `, ${left} left` : ""}`);
      await queries.invalidateQueries({ queryKey: api.staff.key() });
      onClose();
    } catch (error) {
      refuse(error, "The addresses could not be confirmed");
    }
  });
  return (
    <FormDialog
      title="Confirm email addresses"
      width="wide"
      onClose={onClose}
      form={attributes}
      submit={picked.length === 0 ? "Confirm Addresses" : `Confirm ${counted(picked.length)}`}
      busy={busy && "Confirming..."}
      disabled={picked.length === 0}
    >
      {open.length > 0 && (
        <CheckboxGroup
          label="People and their email addresses"
          help="Whoever reads a mailbox can acknowledge policies and take courses as its person. Confirm an address only if you know that it is theirs."
        >
          {open.length > 1 && (
            <Checkbox
              label={`All ${open.length}`}
              checked={picked.length === open.length}
              onChange={({ target }) =>
                choose(
                  open.map(({ personId }) => personId),
                  target.checked,
                )
              }
            />
          )}
          {open.map(({ personId, number, name, email, writtenBy }) => (
            <Checkbox
              key={personId}
              label={
                <span className="wraps">
                  {name}, {email}
                </span>
              }
              note={`${number}, written by ${writtenBy}`}
              checked={chosen.has(personId)}
              onChange={({ target }) => choose([personId], target.checked)}
            />
          ))}
        </CheckboxGroup>
      )}
      {waiting.length > 0 && (
        <>
          <p className="quiet">You wrote these yourself. Another owner or admin confirms them.</p>
          <ul>
            {waiting.map(({ personId, name, email }) => (
              <li key={personId} className="wraps">
                {name}, {email}
              </li>
            ))}
          </ul>
        </>
      )}
      {total > LISTED && (
        <div className="cluster">
          <p className="compact quiet" role="status">
            {`${(from + 1).toLocaleString("en-US")} to ${(from + addresses.length).toLocaleString("en-US")} of ${total.toLocaleString("en-US")}`}
          </p>
          <Button size="small" disabled={from === 0 || turning} onClick={() => onTurn(from - LISTED)}>
            {`Previous ${LISTED}`}
          </Button>
          <Button
            size="small"
            disabled={from + addresses.length >= total || turning}
            onClick={() => onTurn(from + LISTED)}
          >
            {`Next ${LISTED}`}
          </Button>
        </div>
      )}
      {addresses.length === 0 && <p className="quiet">Every email address is confirmed.</p>}
    </FormDialog>
  );
}
