import {
  Bell,
  BellOff,
  BookOpen,
  Bug,
  Building2,
  Cable,
  ClipboardCheck,
  FileCheck2,
  FileDown,
  FilePlus2,
  FlaskConical,
  FolderOpen,
  FolderPlus,
  History,
  Import,
  Keyboard,
  LayoutList,
  LifeBuoy,
  ListChecks,
  LogOut,
  Map,
  Monitor,
  Moon,
  NotebookTabs,
  PanelLeft,
  Scale,
  Server,
  Settings2,
  ShieldCheck,
  ShieldUser,
  Stamp,
  Sun,
  TriangleAlert,
  UserPlus,
  UserRoundCheck,
  Waypoints,
} from "lucide-react";
import { documentation, wordsOf } from "#catalog/documentation.ts";
import { registers } from "#catalog/registers/index.ts";
import { walkThroughs } from "#catalog/walk-throughs.ts";
import { can } from "#domain/access.ts";
import type { Theme } from "#web/design/theme.ts";
import type { Company } from "../../company-context.tsx";
import type { Command, CommandGroup } from "./command.ts";
import { questionsOf } from "./questions.ts";

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

const present = (entries: readonly (Command | false | null)[]) =>
  entries.filter((entry): entry is Command => Boolean(entry));

/** Everything that is known without asking the server. What the role may not do is not there. */
export function commandsOf(context: CommandContext): readonly CommandGroup[] {
  return [
    { title: "Actions", entries: actionsOf(context) },
    { title: "Pages", entries: pagesOf(context) },
    { title: "Companies", entries: companiesOf(context) },
    { title: "Documentation", entries: helpPages },
  ];
}

function actionsOf({ company, exportReport, createCompany, toggleSidebar, showShortcuts, setTheme }: CommandContext) {
  const { role } = company;
  const asks = questionsOf(company);
  return present([
    createCompany !== null &&
      can(role, "projects.create") && {
        id: "create-project",
        label: "Create New Project",
        icon: FolderPlus,
        leads: "/dashboard/projects/new",
      },
    can(role, "evidence.file") && {
      id: "add-evidence",
      label: "Add Evidence",
      words: "upload file document",
      icon: FilePlus2,
      leads: "/dashboard/evidence?add=1",
    },
    can(role, "imports.create") && {
      id: "import-report",
      label: "Import a Report",
      words: "prowler sarif scanner sbom cyclonedx spdx xccdf oscal csv security hub",
      icon: Import,
      leads: "/dashboard/integrations?import=1",
    },
    can(role, "exports.create") && {
      id: "export-report",
      label: "Export Report",
      words: "bundle download zip auditor",
      icon: FileDown,
      leads: exportReport,
    },
    can(role, "members.invite") && {
      id: "invite-member",
      label: "Invite Member",
      words: "team colleague invitation",
      icon: UserPlus,
      leads: "/dashboard/settings?invite=1",
    },
    {
      id: "open-failing",
      label: "Open What Fails",
      alias: "Failing Controls",
      icon: TriangleAlert,
      leads: asks.failing,
    },
    can(role, "controls.assign") && {
      id: "assign",
      label: "Assign a Control",
      words: "owner responsible",
      icon: UserRoundCheck,
      leads: asks.assign,
    },
    can(role, "documents.review") && {
      id: "review",
      label: "Review a Document",
      words: "accept return approve",
      icon: FileCheck2,
      leads: asks.review,
    },
    can(role, "controls.test") && {
      id: "test",
      label: "Test a Check",
      words: "record manual sample",
      icon: FlaskConical,
      leads: asks.test,
    },
    {
      id: "verify",
      label: "Verify an Exhibit",
      words: "seal proof ledger hash",
      icon: ShieldCheck,
      leads: asks.verify,
    },
    {
      id: "verify-bundle",
      label: "Verify a Bundle",
      words: "verifier offline zip",
      icon: ShieldCheck,
      leads: () => void open("/verify.html", "_blank", "noopener"),
    },
    can(role, "connections.manage") && {
      id: "connect",
      label: "Connect an Account",
      words: "integration provider",
      icon: Cable,
      leads: asks.connect,
    },
    can(role, "alerts.choose") && {
      id: "mute",
      label: "Mute an Alert",
      words: "email silence week",
      icon: BellOff,
      leads: asks.mute,
    },
    createCompany && { id: "create-company", label: "Create New Company", icon: Building2, leads: createCompany },
    { id: "sidebar", label: "Toggle Sidebar", note: "Ctrl B", icon: PanelLeft, leads: toggleSidebar },
    {
      id: "shortcuts",
      label: "Keyboard Shortcuts",
      note: "?",
      words: "keys help",
      icon: Keyboard,
      leads: showShortcuts,
    },
    { id: "theme-light", label: "Theme: Light", words: "appearance", icon: Sun, leads: () => setTheme("light") },
    { id: "theme-dark", label: "Theme: Dark", words: "appearance", icon: Moon, leads: () => setTheme("dark") },
    { id: "theme-system", label: "Theme: System", words: "appearance", icon: Monitor, leads: () => setTheme("system") },
    { id: "log-out", label: "Log out", words: "sign out leave", icon: LogOut, leads: "/logout" },
  ]);
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
    ...registers.map(
      ({ key, label, summary, rights }) =>
        rights.read.some((reader) => reader === company.role) && {
          id: `register-${key}`,
          label: `Program: ${label}`,
          words: `register ${summary}`,
          icon: NotebookTabs,
          leads: `/dashboard/program/${key}`,
        },
    ),
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
  ...documentation.map((page) => ({
    id: `docs-${page.key}`,
    label: page.title,
    words: `documentation help ${wordsOf(page)}`,
    icon: BookOpen,
    leads: `/dashboard/support/docs/${page.key}`,
  })),
  { id: "faq", label: "FAQ", words: "questions help", icon: BookOpen, leads: "/dashboard/support/faq" },
  ...walkThroughs.map(({ key, title, about }) => ({
    id: `walk-${key}`,
    label: `Tour: ${title}`,
    words: `tutorial video ${about}`,
    icon: Waypoints,
    leads: `/dashboard/support/walk-throughs#${key}`,
  })),
];
