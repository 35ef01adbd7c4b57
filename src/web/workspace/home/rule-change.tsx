import { Fragment, useState } from "react";
import { Link } from "react-router";
import { Button } from "#web/design/button.tsx";
import { longDate } from "#web/design/dates.ts";
import { Notice } from "#web/design/states.tsx";
import type { Overview } from "./overview.ts";

/** Explains once why controls fell when a newer rule judged them. Hidden for good in this browser on request. */
export function RuleChange({ overview: { ruleChange, projects } }: { overview: Overview }) {
  const key = ruleChange ? `rule-change:${ruleChange.at}` : "";
  const [isHidden, setHidden] = useState(() => wasHidden(key));
  if (!ruleChange || isHidden) return null;
  const { at, fell } = ruleChange;
  const hide = () => {
    remember(key);
    setHidden(true);
  };
  return (
    <Notice
      action={
        <Button size="small" onClick={hide}>
          Got it
        </Button>
      }
    >
      Since {longDate(at)} a control passes only when all its checks pass and all its expected documents are on file and
      reviewed. A file alone no longer counts.{" "}
      {fell.length === 1 ? "1 control needs more:" : `${fell.length} controls need more:`}{" "}
      {fell.map(({ controlId, title }, place) => (
        <Fragment key={controlId}>
          {place > 0 && ", "}
          <Link
            className="underlines"
            to={projects[0] ? `/dashboard/projects/${projects[0].id}?control=${controlId}` : "/dashboard/projects"}
          >
            {title}
          </Link>
        </Fragment>
      ))}
      .
    </Notice>
  );
}

function wasHidden(key: string): boolean {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}

function remember(key: string): void {
  try {
    localStorage.setItem(key, "hidden");
  } catch {
    // A browser that keeps nothing shows it again.
  }
}
