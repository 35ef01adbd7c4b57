import {
  Cable,
  ClipboardCheck,
  FileDown,
  FolderOpen,
  History,
  LayoutList,
  LifeBuoy,
  LogOut,
  NotebookTabs,
  Scale,
  Server,
  Settings2,
  ShieldUser,
  Stamp,
} from "lucide-react";
import type { LucideIcon } from "lucide-react";
import { useId } from "react";
import { Link, useLocation } from "react-router";
import { Drawer } from "#web/design/dialog.tsx";
import { Icon } from "#web/design/icon.tsx";
import { Logo } from "#web/design/logo.tsx";

interface Destination {
  readonly to: string;
  readonly label: string;
  readonly icon: LucideIcon;
}

const main: readonly Destination[] = [
  { to: "/dashboard", label: "Dashboard", icon: LayoutList },
  { to: "/dashboard/projects", label: "Projects", icon: FolderOpen },
  { to: "/dashboard/evidence", label: "Evidence", icon: Stamp },
  { to: "/dashboard/integrations", label: "Integrations", icon: Cable },
  { to: "/dashboard/program", label: "Program", icon: NotebookTabs },
  { to: "/dashboard/systems", label: "Systems", icon: Server },
  { to: "/dashboard/matters", label: "Matters", icon: Scale },
  { to: "/dashboard/audit", label: "Audit", icon: ClipboardCheck },
];
/** What happened, and what was handed out. */
const records: readonly Destination[] = [
  { to: "/dashboard/activity", label: "Activity", icon: History },
  { to: "/dashboard/exports", label: "Exports", icon: FileDown },
];
const system: readonly Destination[] = [
  { to: "/dashboard/admin", label: "Admin", icon: ShieldUser },
  { to: "/dashboard/support", label: "Support", icon: LifeBuoy },
  { to: "/dashboard/settings", label: "Settings", icon: Settings2 },
];
/** An auditor is shown what they were invited to read, and no more. */
const auditors: readonly Destination[] = [
  { to: "/dashboard/audit", label: "Audit", icon: ClipboardCheck },
  { to: "/dashboard/projects", label: "Projects", icon: FolderOpen },
  { to: "/dashboard/evidence", label: "Evidence", icon: Stamp },
  { to: "/dashboard/systems", label: "Systems", icon: Server },
];
const session: readonly Destination[] = [{ to: "/logout", label: "Logout", icon: LogOut }];

/** The workspace's places. As a rail it shows icons only; the words stay for a screen reader. */
export function Sidebar({ rail = false, auditing }: { rail?: boolean; auditing: boolean }) {
  return (
    <div className="sidebar">
      <nav aria-label="Home">
        <Logo to="/dashboard" />
      </nav>
      <Places label="Main" places={auditing ? auditors : main} rail={rail} />
      {!auditing && <Places label="Records" places={records} rail={rail} />}
      {!auditing && <Places label="System" places={system} rail={rail} />}
      <nav className="sidebar-nav sidebar-end" aria-label="Session">
        {session.map((place) => (
          <Place key={place.to} {...place} rail={rail} />
        ))}
      </nav>
    </div>
  );
}

/** The same on a phone, over the page. */
export function SidebarDrawer({ auditing, onClose }: { auditing: boolean; onClose: () => void }) {
  return (
    <Drawer label="Sidebar" onClose={onClose}>
      <Sidebar auditing={auditing} />
    </Drawer>
  );
}

function Places({ label, places, rail }: { label: string; places: readonly Destination[]; rail: boolean }) {
  const id = useId();
  return (
    <nav className="sidebar-nav" aria-labelledby={id}>
      <h2 id={id}>{label}</h2>
      {places.map((place) => (
        <Place key={place.to} {...place} rail={rail} />
      ))}
    </nav>
  );
}

function Place({ to, label, icon, rail }: Destination & { rail: boolean }) {
  const { pathname } = useLocation();
  // A control's page is reached from projects, and has no place of its own.
  const within = to === "/dashboard/projects" && pathname.startsWith("/dashboard/controls/");
  const here = within || pathname === to || (to !== "/dashboard" && pathname.startsWith(`${to}/`));
  return (
    <Link className="sidebar-link" to={to} aria-current={here ? "page" : undefined} title={rail ? label : undefined}>
      <Icon of={icon} />
      <span>{label}</span>
    </Link>
  );
}
