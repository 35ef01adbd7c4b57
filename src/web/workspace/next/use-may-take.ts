import { useCan } from "../company-context.tsx";
import type { NextAction } from "./next-address.ts";

/** Whether the caller may do what is next; to see what fails is open to everybody who sees the control. */
export function useMayTake(): (kind: NextAction["kind"]) => boolean {
  const may: Record<NextAction["kind"], boolean> = {
    fix: true,
    scope: useCan("systems.manage"),
    connect: useCan("connections.manage"),
    import: useCan("imports.create"),
    test: useCan("controls.test"),
    file: useCan("evidence.file"),
    adopt: useCan("policies.write"),
    see: true,
    review: useCan("documents.review"),
    declare: useCan("controls.setApplicability"),
  };
  return (kind) => may[kind];
}
