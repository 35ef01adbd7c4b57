import { ArrowRight } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { Icon } from "#web/design/icon.tsx";
import { VisuallyHidden } from "#web/design/visually-hidden.tsx";

interface FeatureCardProps {
  tag: string;
  title: string;
  text: string;
  /** What shows the feature. */
  children: ReactNode;
}

/** One feature as an exhibit on a ruled sheet. The whole card leads to the access request. */
export function FeatureCard({ tag, title, text, children }: FeatureCardProps) {
  return (
    <article className="feature">
      <span className="feature-tag caps">{tag}</span>
      <h3>{title}</h3>
      <p>{text}</p>
      <div className="feature-art">{children}</div>
      <Link className="feature-way" to="/request-access">
        <span>
          Request Access<VisuallyHidden> to {title}</VisuallyHidden>
        </span>
        <Icon of={ArrowRight} />
      </Link>
    </article>
  );
}
