import type * as z from "zod";
import {
  AppWindow,
  ChartLine,
  Cloud,
  Container,
  Database,
  FolderLock,
  GitBranch,
  Globe,
  GraduationCap,
  KeyRound,
  Laptop,
  Mail,
  MessagesSquare,
  Network,
  Scale,
  ScanSearch,
  ShieldCheck,
  Siren,
  TicketCheck,
  Users,
} from "lucide-react";
import type { LucideIcon } from "lucide-react";
import type { SystemKind } from "#catalog/systems.ts";
import type { contract } from "#contract/index.ts";
import { dayOfRecord, registerTime } from "#web/design/dates.ts";

type Listed = z.output<typeof contract.systems.list.output>;
export type System = Listed["systems"][number];
export type KindAnswer = Listed["kinds"][number];

export const kindIcons: Readonly<Record<SystemKind, LucideIcon>> = {
  idp: KeyRound,
  office: Mail,
  code: GitBranch,
  cloud: Cloud,
  k8s: Container,
  tracker: TicketCheck,
  chat: MessagesSquare,
  mdm: Laptop,
  edr: ShieldCheck,
  vault: FolderLock,
  hr: Users,
  training: GraduationCap,
  practice: Scale,
  edge: Network,
  paas: AppWindow,
  data: Database,
  monitor: ChartLine,
  oncall: Siren,
  site: Globe,
  scanner: ScanSearch,
};

/** How a system stands, in a few words: out of scope until when, or how fresh what was read of it is. */
export function stateOf({ connection, outOfScope, provider }: System): string {
  if (outOfScope) return `Out of scope until ${dayOfRecord(outOfScope.until)}`;
  if (!connection) return provider ? "Not connected" : "Added by hand";
  const read = connection.lastCollectedAt;
  switch (connection.state) {
    case "connected":
      return read ? `Collected ${registerTime(read)} UTC` : "Connected";
    case "paused":
      return read ? `Paused, collected ${registerTime(read)} UTC` : "Paused";
    case "disconnected":
      return read ? `Disconnected, collected ${registerTime(read)} UTC` : "Disconnected";
    default:
      return "Needs attention";
  }
}
