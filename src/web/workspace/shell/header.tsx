import { useState } from "react";
import { Menu as MenuIcon, PanelLeft } from "lucide-react";
import { Button } from "#web/design/button.tsx";
import { usePhone } from "#web/design/use-phone.ts";
import { useTheme } from "#web/design/theme.ts";
import { can } from "#domain/access.ts";
import { AlertsButton } from "../alerts/alerts-button.tsx";
import type { Company } from "../company.ts";
import type { Person } from "../company-context.tsx";
import { CompanySwitcher } from "./company-switcher.tsx";
import { CreateCompanyDialog } from "./company-dialogs-later.tsx";
import { ExportReport, useExportReport } from "./export-report.tsx";
import { PaletteButton } from "./palette/palette-button.tsx";
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
  onEnter: (company: Company) => void;
  onToggleSidebar: () => void;
}

/** The bar over every page of the workspace. */
export function Header({ company, ...props }: HeaderProps) {
  const { person, platformAdmin, companies, mayFound, onSwitch, onEnter, onToggleSidebar } = props;
  const phone = usePhone();
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
      {company && (
        <CompanySwitcher
          company={company}
          companies={companies}
          mayFound={mayFound}
          onSwitch={onSwitch}
          onEnter={onEnter}
        />
      )}
      <span className="header-gap" />
      {company && <OfCompany {...props} company={company} />}
      <UserMenu person={person} platformAdmin={platformAdmin} />
    </header>
  );
}

/** What there is to do once one is in a company. */
function OfCompany({ company, ...props }: HeaderProps & { company: Company }) {
  const [founding, setFounding] = useState(false);
  const [, setTheme] = useTheme();
  const report = useExportReport(company);
  return (
    <>
      {company.role !== "auditor" && (
        <PaletteButton
          personId={props.person.id}
          platformAdmin={props.platformAdmin}
          company={company}
          companies={props.companies}
          exportReport={report.exportReport}
          createCompany={props.mayFound ? () => setFounding(true) : null}
          switchTo={props.onSwitch}
          toggleSidebar={props.onToggleSidebar}
          setTheme={setTheme}
        />
      )}
      {can(company.role, "alerts.read") && <AlertsButton key={company.id} company={company} />}
      {can(company.role, "exports.create") && <ExportReport {...report} />}
      {founding && (
        <CreateCompanyDialog
          onClose={() => setFounding(false)}
          onCreated={(created) => {
            setFounding(false);
            props.onEnter(created);
          }}
        />
      )}
    </>
  );
}
