import { BookOpen, CircleHelp, Waypoints } from "lucide-react";
import type { LucideIcon } from "lucide-react";
import { Link } from "react-router";
import { Icon } from "#web/design/icon.tsx";
import { PageHead } from "#web/design/page-head.tsx";
import { SupportForm } from "./support-form.tsx";
import "./support.css";

export const meta = () => [{ title: "Support - Exhibit" }];

interface Help {
  readonly title: string;
  readonly text: string;
  readonly action: string;
  readonly to: string;
  readonly icon: LucideIcon;
}

const help: readonly Help[] = [
  {
    title: "Documentation",
    text: "Learn how to add evidence, read a status, verify a bundle and manage roles.",
    action: "Read the documentation",
    to: "/dashboard/support/docs",
    icon: BookOpen,
  },
  {
    title: "FAQ",
    text: "Short answers about exports, encryption, agents and auditors.",
    action: "Read the questions",
    to: "/dashboard/support/faq",
    icon: CircleHelp,
  },
  {
    title: "Video Tutorials",
    text: "Guided tours lead you through the real screens, step by step.",
    action: "Choose a tour",
    to: "/dashboard/support/walk-throughs",
    icon: Waypoints,
  },
];

/** Three ways to help oneself, and one to ask a person. */
export default function SupportScreen() {
  return (
    <div className="page">
      <PageHead title="Support" />
      <ul className="help-cards">
        {help.map(({ title, text, action, to, icon }) => (
          <li key={title}>
            <h2>
              <Icon of={icon} size={20} />
              {title}
            </h2>
            <p>{text}</p>
            <Link className="link" to={to}>
              {action}
            </Link>
          </li>
        ))}
      </ul>
      <SupportForm />
    </div>
  );
}
