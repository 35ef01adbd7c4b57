import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "#web/api.ts";
import { Button } from "#web/design/button.tsx";
import { longDate } from "#web/design/dates.ts";
import { Field } from "#web/design/field.tsx";
import { Select } from "#web/design/input.tsx";
import { Table, oneSection } from "#web/design/table.tsx";
import type { Column } from "#web/design/table.tsx";
import { showError } from "#web/app-error.ts";
import { useCan, useWorkspace } from "../company-context.tsx";
import type { ListedPerson, Matter } from "./matter.ts";

/** Who sees the items of a matter, added by whom and when; an owner adds and removes people. */
export function AccessList({ matter, people }: { matter: Matter; people: readonly ListedPerson[] }) {
  const { company } = useWorkspace();
  const mayManage = useCan("matters.manage");
  const queries = useQueryClient();
  const remove = useMutation(
    api.matters.removePerson.mutationOptions({
      onSuccess: async () => {
        await queries.invalidateQueries({ queryKey: api.matters.key() });
        // The button that was pressed is gone.
        document.getElementById("access-list")?.focus();
      },
      onError: (error) => showError(error, "The access list could not be changed"),
    }),
  );
  const columns: Column<ListedPerson>[] = [
    { key: "name", head: "Name", phone: "title", cell: ({ name }) => <b className="strong">{name}</b> },
    { key: "email", head: "Email", phone: "line", roomy: true, cell: ({ email }) => email },
    {
      key: "added",
      head: "Added by",
      written: true,
      phone: "left",
      cell: ({ addedBy, addedAt }) => `${addedBy}, ${longDate(addedAt)}`,
    },
    ...(mayManage
      ? [
          {
            key: "actions",
            head: <span className="visually-hidden">Actions</span>,
            align: "right" as const,
            phone: "actions" as const,
            cell: ({ userId, name }: ListedPerson) => (
              <Button
                size="small"
                kind="quiet"
                aria-label={`Remove ${name}`}
                disabled={remove.isPending}
                onClick={() => remove.mutate({ companyId: company.id, matterId: matter.id, userId })}
              >
                {" "}
                Remove
              </Button>
            ),
          },
        ]
      : []),
  ];
  return (
    <div id="access-list" tabIndex={-1} className="stack">
      {people.length === 0 ? (
        <p className="quiet">The access list is empty. Nobody can see this matter's items.</p>
      ) : (
        <Table
          label="Access list"
          marginHead="No."
          margin={(person) => String(people.indexOf(person) + 1)}
          columns={columns}
          rowKey={({ userId }) => userId}
          sections={oneSection(people)}
        />
      )}
      {mayManage && <LetIn matterId={matter.id} people={people} />}
    </div>
  );
}

function LetIn({ matterId, people }: { matterId: string; people: readonly ListedPerson[] }) {
  const { company } = useWorkspace();
  const queries = useQueryClient();
  const [chosen, setChosen] = useState("");
  const { data: team = [] } = useQuery(api.members.list.queryOptions({ input: { companyId: company.id } }));
  const outside = team.filter(({ userId }) => !people.some((person) => person.userId === userId));
  const add = useMutation(
    api.matters.addPerson.mutationOptions({
      onSuccess: async () => {
        setChosen("");
        await queries.invalidateQueries({ queryKey: api.matters.key() });
      },
      onError: (error) => showError(error, "The access list could not be changed"),
    }),
  );
  if (outside.length === 0) return null;
  return (
    <div className="matter-let-in">
      <Field label="Member">
        <Select value={chosen} onChange={(event) => setChosen(event.target.value)}>
          <option value="">Choose a member</option>
          {outside.map(({ userId, firstName, lastName }) => (
            <option key={userId} value={userId}>
              {firstName} {lastName}
            </option>
          ))}
        </Select>
      </Field>
      <Button
        disabled={chosen === ""}
        busy={add.isPending && "Saving..."}
        onClick={() => add.mutate({ companyId: company.id, matterId, userId: chosen })}
      >
        Add member
      </Button>
    </div>
  );
}
