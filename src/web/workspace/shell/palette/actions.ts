import {
  BellOff,
  Building2,
  Cable,
  FileCheck2,
  FileDown,
  FilePlus2,
  FlaskConical,
  FolderPlus,
  Import,
  Keyboard,
  ListChecks,
  LogOut,
  Monitor,
  Moon,
  PanelLeft,
  Send,
  ShieldCheck,
  Sun,
  TriangleAlert,
  UserPlus,
  UserRoundCheck,
} from "lucide-react";
import { can } from "#domain/access.ts";
import described from "virtual:commands";
import { present } from "./command.ts";
import type { CommandContext } from "./commands.ts";
import { questionsOf } from "./questions.ts";

/** What can be done from anywhere, as far as the role may do it. */
export function actionsOf({
  company,
  exportReport,
  createCompany,
  toggleSidebar,
  showShortcuts,
  setTheme,
}: CommandContext) {
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
    described.registers.some(({ key, writers }) => key === "people" && writers.includes(role)) && {
      id: "add-person",
      label: "Add Person",
      words: "people register employee contractor starts",
      icon: UserPlus,
      leads: "/dashboard/program/people?do=new",
    },
    can(role, "reviews.manage") && {
      id: "start-review",
      label: "Start Access Review",
      alias: "Start Review",
      words: "accounts recertification",
      icon: ListChecks,
      leads: "/dashboard/program/reviews?do=start",
    },
    can(role, "staff.manage") && {
      id: "send-links",
      label: "Send Links to Staff",
      words: "training policies email",
      icon: Send,
      leads: "/dashboard/program/training?do=links",
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
