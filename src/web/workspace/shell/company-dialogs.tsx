import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { ComponentProps, ReactNode } from "react";
import { Link } from "react-router";
import { roleName } from "#domain/role-words.ts";
import { api } from "#web/api.ts";
import { Button, ButtonLink } from "#web/design/button.tsx";
import { Dialog, DialogBody, DialogFoot } from "#web/design/dialog.tsx";
import { Field } from "#web/design/field.tsx";
import { Input, SearchInput, Select } from "#web/design/input.tsx";
import { toast } from "#web/design/toast-list.ts";
import { useSchemaForm } from "#web/form.ts";
import { AppError } from "#web/app-error.ts";
import type { Company } from "../company.ts";
import { OwnInvitations, useOwnInvitations } from "../own-invitations.tsx";

interface CreateProps {
  onClose: () => void;
  onCreated: (company: Company) => void;
}

/** One more company. */
export function CreateCompanyDialog({ onClose, onCreated }: CreateProps) {
  return (
    <Dialog title="Create New Company" onClose={onClose}>
      <CompanyForm
        onCreated={onCreated}
        aside={
          <Button kind="quiet" onClick={onClose}>
            Cancel
          </Button>
        }
      />
    </Dialog>
  );
}

/**
 * The first company: there is nothing to see without one, so this cannot be dismissed, only signed out of. Whoever was
 * invited joins here without looking for the mail; whoever may not found a company waits here for an invitation.
 */
export function WelcomeDialog({ onCreated, mayFound }: { onCreated: (company: Company) => void; mayFound: boolean }) {
  const invitations = useOwnInvitations();
  if (!mayFound) return <WaitingForInvitation invitations={invitations} onJoined={onCreated} />;
  return (
    <Dialog title="Welcome to Exhibit">
      <CompanyForm
        onCreated={onCreated}
        intro={
          invitations.length === 0 ? (
            <p className="quiet">
              Each company has its own evidence and ledger. Name yours to start. You can invite colleagues later.
            </p>
          ) : (
            <>
              <p className="quiet">You are invited to join:</p>
              <OwnInvitations invitations={invitations} onJoined={onCreated} />
              <p className="quiet">Or create your own company:</p>
            </>
          )
        }
        aside={
          <Link className="link link-alone company-dialog-way compact" to="/logout">
            Log out
          </Link>
        }
      />
    </Dialog>
  );
}

/** Who may not found a company, and is in none: what they can join, or what they wait for. */
function WaitingForInvitation(own: ComponentProps<typeof OwnInvitations>) {
  return (
    <Dialog title="Welcome to Exhibit">
      <DialogBody>
        {own.invitations.length === 0 ? (
          <p className="quiet">
            You have no company yet. Ask an admin of your company to invite your email address. A platform admin can
            also allow you to create a company.
          </p>
        ) : (
          <>
            <p className="quiet">You are invited to join:</p>
            <OwnInvitations {...own} />
          </>
        )}
      </DialogBody>
      <DialogFoot>
        <ButtonLink to="/logout">Log out</ButtonLink>
      </DialogFoot>
    </Dialog>
  );
}

interface CompanyFormProps {
  onCreated: (company: Company) => void;
  intro?: ReactNode;
  aside: ReactNode;
}

/** Loaded when a company is founded: its schemas are more than the rest of the workspace's frame. */
const named = async () =>
  (await import("#contract/companies.ts")).companies.create.input.pick({ name: true, storageLocationId: true });

function CompanyForm({ onCreated, intro, aside }: CompanyFormProps) {
  const queries = useQueryClient();
  const create = useMutation(api.companies.create.mutationOptions());

  const { attributes, errors, busy } = useSchemaForm(named, async (values) => {
    try {
      const company = await create.mutateAsync(values);
      const list = api.companies.list.queryKey({ input: {} });
      queries.setQueryData(list, (before) => [...(before ?? []), company]);
      void queries.invalidateQueries({ queryKey: list });
      toast.success(`Company "${company.name}" created successfully`);
      onCreated(company);
    } catch (error) {
      toast.error(creationFailure(error));
    }
  });

  return (
    <form {...attributes} className="unboxed">
      <DialogBody>
        {intro}
        <Field label="Company name" error={errors.name}>
          <Input name="name" autoComplete="organization" />
        </Field>
        <StorageLocation error={errors.storageLocationId} />
      </DialogBody>
      <DialogFoot>
        {aside}
        <Button type="submit" kind="primary" busy={busy && "Creating..."}>
          Create Company
        </Button>
      </DialogFoot>
    </form>
  );
}

/** Where the evidence of a new company will lie, for good; without an answer, where this installation puts it by default. */
function StorageLocation({ error }: { error: string | undefined }) {
  const { data: locations = [] } = useQuery(api.companies.storageLocations.queryOptions({ input: {} }));
  if (locations.length === 0) return null;
  return (
    <Field label="Store evidence in" help="All company evidence stays there." error={error}>
      <Select name="storageLocationId" defaultValue={locations.find(({ isDefault }) => isDefault)?.id}>
        {locations.map(({ id, displayName }) => (
          <option key={id} value={id}>
            {displayName}
          </option>
        ))}
      </Select>
    </Field>
  );
}

const sayThemselves = ["23505", "PGRST116", "company-signed-out", "invalid-input", "too-many-requests"];

/** The specification's sentences for a company that could not be created (section 8). */
function creationFailure(error: unknown): string {
  if (!(error instanceof AppError)) return "Failed to create company due to an unexpected error";
  if (sayThemselves.includes(error.code)) return error.message;
  return `Failed to create company: ${error.message}`;
}

interface SelectProps {
  companies: readonly Company[];
  onClose: () => void;
  onSelect: (company: Company) => void;
}

/** All of a person's companies, when there are more than a menu should hold. */
export function SelectCompanyDialog({ companies, onClose, onSelect }: SelectProps) {
  const [search, setSearch] = useState("");
  const found = companies.filter((company) => company.name.toLowerCase().includes(search.trim().toLowerCase()));
  return (
    <Dialog title="Select a Company" onClose={onClose}>
      <DialogBody>
        <SearchInput label="Search companies" value={search} onChange={(event) => setSearch(event.target.value)} />
        <ul className="company-list">
          {found.map((company) => (
            <li key={company.id} className="company-list-item">
              <button type="button" className="menu-item" onClick={() => onSelect(company)}>
                <span>{company.name}</span>
                <small>{roleName(company.role)}</small>
              </button>
            </li>
          ))}
        </ul>
        {found.length === 0 && (
          <p className="quiet">
            No companies match <b className="strong">“{search.trim()}”</b>.
          </p>
        )}
      </DialogBody>
    </Dialog>
  );
}
