import { Building2, ChevronsUpDown, MailOpen, Plus } from "lucide-react";
import { useState } from "react";
import { roleName } from "#domain/role-words.ts";
import { Icon } from "#web/design/icon.tsx";
import { Menu, MenuItem, MenuRule } from "#web/design/menu.tsx";
import type { Company } from "../company.ts";
import { useOwnInvitations } from "../own-invitations.tsx";
import { CreateCompanyDialog, SelectCompanyDialog } from "./company-dialogs-later.tsx";

/** How many companies the menu lists before it hands over to a dialog with a search field. */
const listed = 6;

interface CompanySwitcherProps {
  company: Company;
  companies: readonly Company[];
  /** Whether the person may found one more. */
  mayFound: boolean;
  onSwitch: (company: Company) => void;
  /** Goes on in a company that was made here. */
  onEnter: (company: Company) => void;
}

/** The current company's name, and the others one press away. The role beside it is drawn by the style sheet. */
export function CompanySwitcher({ company, companies, mayFound, onSwitch, onEnter }: CompanySwitcherProps) {
  const [dialog, setDialog] = useState<"create" | "select" | null>(null);
  const invitations = useOwnInvitations();

  function choose(next: Company) {
    setDialog(null);
    onSwitch(next);
  }

  const trigger = (
    <>
      <span data-role={roleName(company.role)}>{company.name}</span>
      <Icon of={ChevronsUpDown} size={14} />
    </>
  );
  return (
    <>
      <Menu label={`Switch company, ${company.name}`} trigger={trigger} triggerClass="company-switch" align="left">
        {companies.slice(0, listed).map((item) => (
          <MenuItem key={item.id} checked={item.id === company.id} onSelect={() => choose(item)}>
            <Icon of={Building2} />
            <span>{item.name}</span>
            <small>{roleName(item.role)}</small>
          </MenuItem>
        ))}
        {companies.length > listed && <MenuItem onSelect={() => setDialog("select")}>Select a Company</MenuItem>}
        {(mayFound || invitations.length > 0) && <MenuRule />}
        {invitations.length > 0 && (
          <MenuItem to="/dashboard/settings#your-invitations">
            <Icon of={MailOpen} />
            <span>Your invitations</span>
            <small>{invitations.length}</small>
          </MenuItem>
        )}
        {mayFound && (
          <MenuItem onSelect={() => setDialog("create")}>
            <Icon of={Plus} />
            <span>Create New Company</span>
          </MenuItem>
        )}
      </Menu>
      {dialog === "create" && (
        <CreateCompanyDialog
          onClose={() => setDialog(null)}
          onCreated={(created) => {
            setDialog(null);
            onEnter(created);
          }}
        />
      )}
      {dialog === "select" && (
        <SelectCompanyDialog companies={companies} onClose={() => setDialog(null)} onSelect={choose} />
      )}
    </>
  );
}
