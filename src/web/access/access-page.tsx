import type { ReactNode } from "react";
import { Link } from "react-router";
import { Logo } from "#web/design/logo.tsx";
import { Decoration } from "./decoration.tsx";
import "./access.css";

/** The paper beside the poster on which people sign in, sign up and reset their password. */
export function AccessPage({ children }: { children: ReactNode }) {
  return (
    <div className="login">
      <main className="login-side">
        <Logo />
        <div className="login-form">{children}</div>
        <nav className="login-foot" aria-label="Legal">
          {(["Privacy", "Terms", "Contact"] as const).map((label) => (
            <Link key={label} className="link link-alone" to={`/${label.toLowerCase()}`}>
              {label}
            </Link>
          ))}
        </nav>
      </main>
      <Decoration />
    </div>
  );
}
