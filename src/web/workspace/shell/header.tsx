import { Menu as MenuIcon, PanelLeft } from "lucide-react";
import { Button } from "#web/design/button.tsx";
import { usePhone } from "#web/design/use-phone.ts";
import { can } from "#domain/access.ts";
import type { Company, Person } from "../company-context.tsx";
import { CompanySwitcher } from "./company-switcher.tsx";
import { ExportReport } from "./export-report.tsx";
import { useSidebarShortcut } from "./sidebar-state.ts";
import { UserMenu } from "./user-menu.tsx";

interface HeaderProps {
  person: Person;
  platformAdmin: boolean;
  /** Undefined until the person is in a company. */
  company: Company | undefined;
  companies: readonly Company[];
  /** Whether the person may found companies. */
  mayFound: boolean;
  onSwitch: (company: Company) => void;
  onToggleSidebar: () => void;
}

/** The bar over every page of the workspace. */
export function Header({ person, platformAdmin, company, companies, mayFound, ...on }: HeaderProps) {
  const phone = usePhone();
  const { onSwitch, onToggleSidebar } = on;
  useSidebarShortcut(onToggleSidebar);
  return (
    <header className="header">
      <Button
        kind="quiet"
        size={phone ? "regular" : "small"}
        icon={phone ? MenuIcon : PanelLeft}
        iconOnly
        aria-keyshortcuts="Control+B Meta+B"
        onClick={onToggleSidebar}
      >
        Toggle Sidebar
      </Button>
      {company && <CompanySwitcher company={company} companies={companies} mayFound={mayFound} onSwitch={onSwitch} />}
      <span className="header-gap" />
      {company && can(company.role, "exports.create") && <ExportReport company={company} />}
      <UserMenu person={person} platformAdmin={platformAdmin} />
    </header>
  );
}
