import { Suspense, lazy } from "react";
import type { ComponentType } from "react";
import { pageMeta } from "#web/marketing/page-meta.ts";
import "./pricing.css";

export const meta = () => pageMeta("/pricing");

// The page reads without its code, which holds the whole table of capabilities; it comes after what every page needs.
const Body: ComponentType = import.meta.env.SSR
  ? (await import("./pricing-body.tsx")).PricingBody
  : lazy(async () => ({ default: (await import("./pricing-body.tsx")).PricingBody }));

/** The page of the plans and what each includes. */
export default function PricingPage() {
  return (
    <Suspense>
      <Body />
    </Suspense>
  );
}
