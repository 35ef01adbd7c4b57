import {
  Bell,
  BookOpen,
  Bug,
  Building2,
  Cable,
  ClipboardCheck,
  FileDown,
  FolderOpen,
  History,
  LayoutList,
  LifeBuoy,
  ListChecks,
  Map,
  NotebookTabs,
  Scale,
  Server,
  Settings2,
  ShieldUser,
  Stamp,
  Waypoints,
} from "lucide-react";
import { can } from "#domain/access.ts";
import type { Theme } from "#web/design/theme.ts";
import type { Company } from "../../company.ts";
import { actionsOf } from "./actions.ts";
import described from "virtual:commands";
import { present } from "./command.ts";
import type { Command, CommandGroup } from "./command.ts";

/** What the palette's actions do, and for whom it is opened. */
export interface CommandContext {
  readonly company: Company;
  readonly companies: readonly Company[];
  readonly platformAdmin: boolean;
  /** Whether this person finds the debug page. */
  readonly debug: boolean;
  readonly exportReport: () => void;
  /** Null for whom the platform gives neither companies nor projects of their own. */
  readonly createCompany: (() => void) | null;
  readonly switchTo: (company: Company) => void;
  readonly toggleSidebar: () => void;
  readonly showShortcuts: () => void;
  readonly setTheme: (theme: Theme) => void;
}

/** Everything that is known without asking the server. What the role may not do is not there. */
export function commandsOf(context: CommandContext): readonly CommandGroup[] {
  return [
    { title: "Actions", entries: actionsOf(context) },
    { title: "Pages", entries: pagesOf(context) },
    { title: "Companies", entries: companiesOf(context) },
    { title: "Documentation", entries: helpPages },
  ];
}

function pagesOf({ company, platformAdmin, debug }: CommandContext) {
  const settings = (tab: string, label: string, words: string): Command => ({
    id: `settings-${tab}`,
    label: `Settings: ${label}`,
    words,
    icon: Settings2,
    leads: tab === "company" ? "/dashboard/settings" : `/dashboard/settings?tab=${tab}`,
  });
  return present([
    { id: "dashboard", label: "Dashboard", words: "home overview", icon: LayoutList, leads: "/dashboard" },
    {
      id: "onboarding",
      label: "Onboarding",
      words: "organization profile recommended frameworks",
      icon: ListChecks,
      leads: "/dashboard/onboarding",
    },
    { id: "projects", label: "Projects", icon: FolderOpen, leads: "/dashboard/projects" },
    { id: "evidence", label: "Evidence", words: "library items exhibits", icon: Stamp, leads: "/dashboard/evidence" },
    {
      id: "evidence-map",
      label: "Evidence map",
      words: "storage location",
      icon: Map,
      leads: "/dashboard/evidence?view=map",
    },
    {
      id: "matters",
      label: "Matters",
      words: "privilege attorney client work product access list",
      icon: Scale,
      leads: "/dashboard/matters",
    },
    {
      id: "audit",
      label: "Audit",
      words: "auditor requests comments samples",
      icon: ClipboardCheck,
      leads: "/dashboard/audit",
    },
    { id: "integrations", label: "Integrations", words: "connections", icon: Cable, leads: "/dashboard/integrations" },
    { id: "program", label: "Program", words: "registers", icon: NotebookTabs, leads: "/dashboard/program" },
    ...described.registers.map(
      ({ key, label, summary, readers }) =>
        readers.includes(company.role) && {
          id: `register-${key}`,
          label: `Program: ${label}`,
          words: `register ${summary}`,
          icon: NotebookTabs,
          leads: `/dashboard/program/${key}`,
        },
    ),
    can(company.role, "policies.read") && {
      id: "policies",
      label: "Program: Policies",
      words: "policy library drafts approve acknowledge",
      icon: NotebookTabs,
      leads: "/dashboard/program/policies",
    },
    can(company.role, "training.read") && {
      id: "training",
      label: "Program: Training",
      words: "courses quizzes certificates staff links",
      icon: NotebookTabs,
      leads: "/dashboard/program/training",
    },
    {
      id: "reviews",
      label: "Program: Access reviews",
      words: "accounts recertification user access keep change remove",
      icon: NotebookTabs,
      leads: "/dashboard/program/reviews",
    },
    {
      id: "systems",
      label: "Systems",
      words: "scope out of scope none inventory providers accounts",
      icon: Server,
      leads: "/dashboard/systems",
    },
    {
      id: "activity",
      label: "Activity",
      words: "ledger history who did what",
      icon: History,
      leads: "/dashboard/activity",
    },
    {
      id: "alerts",
      label: "Alerts",
      words: "failing controls incidents expiring evidence bell",
      icon: Bell,
      leads: "/dashboard/alerts",
    },
    {
      id: "exports",
      label: "Exports",
      words: "bundles history sha-256 hash download",
      icon: FileDown,
      leads: "/dashboard/exports",
    },
    settings("company", "Company", "team members roles plan billing name"),
    settings("profile", "Profile", "password second factor passkey devices account"),
    settings("notifications", "Notifications", "mail alerts"),
    settings("integrations", "Integrations", "api tokens webhooks trusted pipelines github actions"),
    can(company.role, "portal.manage") && settings("portal", "Portal", "public page trust center claims"),
    { id: "support", label: "Support", words: "help contact message", icon: LifeBuoy, leads: "/dashboard/support" },
    platformAdmin && {
      id: "admin",
      label: "Admin",
      words: "users feature flags requests health",
      icon: ShieldUser,
      leads: "/dashboard/admin",
    },
    debug && { id: "debug", label: "Debug", words: "session policies", icon: Bug, leads: "/dashboard/debug" },
  ]);
}

function companiesOf({ company, companies, switchTo }: CommandContext): readonly Command[] {
  return companies
    .filter(({ id }) => id !== company.id)
    .map((other) => ({
      id: `company-${other.id}`,
      label: `Switch to ${other.name}`,
      alias: other.name,
      words: "company",
      icon: Building2,
      leads: () => switchTo(other),
    }));
}

const helpPages: readonly Command[] = [
  ...described.pages.map(({ key, title, words }) => ({
    id: `docs-${key}`,
    label: title,
    words: `documentation help ${words}`,
    icon: BookOpen,
    leads: `/dashboard/support/docs/${key}`,
  })),
  { id: "faq", label: "FAQ", words: "questions help", icon: BookOpen, leads: "/dashboard/support/faq" },
  ...described.walkThroughs.map(({ key, title, about }) => ({
    id: `walk-${key}`,
    label: `Tour: ${title}`,
    words: `tutorial video ${about}`,
    icon: Waypoints,
    leads: `/dashboard/support/walk-throughs#${key}`,
  })),
];
