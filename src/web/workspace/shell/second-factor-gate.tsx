import type { ReactNode } from "react";
import { useLocation } from "react-router";
import { SecondFactorNeeded } from "#web/design/states.tsx";

/**
 * What stands in the place of a company's screens while it asks for a second factor that this session does not have.
 * The settings stay open: there one is set up.
 */
export function SecondFactorGate({ closed, children }: { closed: boolean; children: ReactNode }) {
  const { pathname } = useLocation();
  if (!closed || pathname.startsWith("/dashboard/settings")) return children;
  return (
    <div className="page">
      <h1 className="visually-hidden">Multi-factor authentication</h1>
      <SecondFactorNeeded />
    </div>
  );
}
