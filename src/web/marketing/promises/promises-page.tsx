import { Suspense, lazy } from "react";
import type { ComponentType } from "react";
import { pageMeta } from "#web/marketing/page-meta.ts";
import "./promises.css";

export const meta = () => pageMeta("/promises");

// The page reads without its code, which holds the whole table of capabilities; it comes after what every page needs.
const Body: ComponentType = import.meta.env.SSR
  ? (await import("./promises-body.tsx")).PromisesBody
  : lazy(async () => ({ default: (await import("./promises-body.tsx")).PromisesBody }));

/** The page of what is promised and what is done about it. */
export default function PromisesPage() {
  return (
    <Suspense>
      <Body />
    </Suspense>
  );
}
